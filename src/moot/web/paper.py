"""Paper: templates, and how a page is printed on them."""

from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import uuid4

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from moot.desk import SESSION_COOKIE
from moot.web import times, told, words
from moot.web.diffs import marked
from moot.web.forms import FORM_FIELD, form_mark, keep_form_mark
from moot.web.jobs import JOBS
from moot.web.markdown import markdown
from moot.web.seats import in_a_sentence, seat_name, tone

_FILTERS: dict[str, Any] = {
    "duration": words.duration_in_words,
    "exact": times.exact,
    "further": told.further,
    "in_a_sentence": in_a_sentence,
    "in_a_word": told.in_a_word,
    "in_words": words.in_words,
    "kind_name": words.kind_name,
    "lapse": words.lapse_in_words,
    "listed": words.listed,
    "markdown": markdown,
    "marked": marked,
    "money": words.money_in_words,
    "number": words.number,
    "phase_name": words.phase_name,
    "seat_name": seat_name,
    "sentence": words.state_sentence,
    "shape": told.shape,
    "signed": words.signed,
    "size": words.size_in_words,
    "tokens": words.tokens_in_words,
    "tone": tone,
}
_GLOBALS: dict[str, Any] = {
    "form_field": FORM_FIELD,
    "jobs": JOBS,
    "states": words.STATES,
    "workshop_states": words.WORKSHOP_STATES,
    "new_id": lambda: str(uuid4()),
}


def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("moot.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Else every page asks the disk whether any of its parts has changed.
        auto_reload=False,
    )
    templates.filters.update(_FILTERS)
    templates.globals.update(_GLOBALS)
    return templates


_TEMPLATES = _templates()


def printed(request: Request, template: str, **fields: Any) -> str:
    """A template filled in for whoever asked."""
    now = datetime.now(UTC)
    caller = getattr(request.state, "caller", None)
    return _TEMPLATES.get_template(template).render(
        fields,
        caller=caller,
        signed_in=SESSION_COOKIE in request.cookies and caller is not None,
        form_mark=form_mark(request),
        path=request.url.path,
        ago=partial(times.ago, now=now),
        left=partial(times.left, now=now),
    )


def page(request: Request, template: str, status: int = 200, **fields: Any) -> HTMLResponse:
    """A whole page, or the part of one that was asked for."""
    response = HTMLResponse(
        printed(request, template, **fields), status, {"Cache-Control": "no-store", "Vary": "HX-Request, Cookie"}
    )
    keep_form_mark(request, response)
    return response
