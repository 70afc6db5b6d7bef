"""Parts: pieces of a board that are drawn, sent and replaced on their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from markupsafe import Markup
from starlette.requests import Request

from moot.web.paper import printed


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a board, not drawn yet."""

    id: str
    place: int
    """Where it stands among the others, whichever of them there are yet."""
    template: str
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece of a board as the page shows it."""

    id: str
    place: int
    html: Markup
    digest: str
    """Changes when what it shows does."""


def drawn(request: Request, part: Part) -> Drawn:
    """The part, drawn for whoever asked."""
    text = printed(request, part.template, part=part, **part.fields)
    return Drawn(part.id, part.place, Markup(text), sha256(text.encode()).hexdigest()[:16])
