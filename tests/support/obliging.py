"""A player that fills in whatever form it is given, with the smallest values that fit, and the same ones every time."""

from typing import Any

from moot import Question
from moot.testing.wire import fill

CODE = "def f(xs):\n    return sum(xs)\n"


def obliging(question: Question) -> dict[str, Any]:
    """The first form, filled in; where code is wanted, code that adds up."""
    form = question.forms[0]
    filled: dict[str, Any] = fill(form.model_json_schema())
    kind = {"kind": form.model_fields["kind"].default} if "kind" in form.model_fields else {}
    files = {"files": {"solution.py": CODE}} if "files" in form.model_fields else {}
    return {**kind, **filled, **files}
