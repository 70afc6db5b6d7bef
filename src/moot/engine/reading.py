"""Reading an answer: a filled form, or what is wrong with it. Nothing is fished out of prose."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from moot.debate import Ask, Refusal
from moot.engine.calls import Unfit
from moot.notation import all_clean


def read_answer(raw: str, ask: Ask) -> BaseModel | Unfit:
    """The form that was filled in, or why none was."""
    try:
        told: object = json.loads(raw)
        all_clean(told, "answer")
        if not isinstance(told, dict):
            return Unfit(raw, "The answer must be one JSON object.")
        form = _chosen(cast(Mapping[str, Any], told), ask.forms)
        return form.model_validate_json(raw, strict=True)
    except ValidationError as unfit:
        return Unfit(raw, _faults(unfit))
    except Refusal as refusal:
        return Unfit(raw, refusal.message)
    except (ValueError, RecursionError) as unreadable:
        return Unfit(raw, f"The answer must be one JSON object and nothing else ({unreadable}).")


def _chosen(told: Mapping[str, Any], forms: Sequence[type[BaseModel]]) -> type[BaseModel]:
    """The form that the answer says it is; the only one needs no saying."""
    if len(forms) == 1:
        return forms[0]
    by_kind = {str(form.model_fields["kind"].default): form for form in forms if "kind" in form.model_fields}
    kind = told.get("kind")
    if kind not in by_kind:
        raise ValueError(f"`kind` must be one of: {', '.join(by_kind)}")
    return by_kind[str(kind)]


def _faults(unfit: ValidationError) -> str:
    faults = (
        f"{'.'.join(str(part) for part in fault['loc']) or 'answer'}: {fault['msg'].removeprefix('Value error, ')}"
        for fault in unfit.errors(include_url=False)
    )
    return "; ".join(faults)
