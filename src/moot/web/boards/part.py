"""Parts: pieces of a board that are drawn, sent and replaced on their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from markupsafe import Markup
from starlette.requests import Request

from moot.web.paper import printed

WEIGHT = 72 * 1024
"""The most characters that a board shows unasked: pages stay light."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a board, not drawn yet."""

    id: str
    place: int
    """Where it stands among the others, whichever of them there are yet."""
    template: str
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])
    heading: str | None = None
    """What stands in its place where it may be folded away."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece of a board as the page shows it."""

    id: str
    place: int
    html: Markup
    digest: str
    """Changes when what it shows does."""
    heading: str | None = None
    folded: bool = False


def drawn(request: Request, part: Part) -> Drawn:
    """The part, drawn for whoever asked."""
    text = printed(request, part.template, part=part, **part.fields)
    digest = sha256(text.encode()).hexdigest()[:16]
    return Drawn(part.id, part.place, Markup(text), digest, part.heading)


def light(parts: Sequence[Drawn]) -> list[Drawn]:
    """The parts; where together they are too much for one page, the earlier ones that may be folded are."""
    room = WEIGHT - sum(len(part.html) for part in parts)
    foldable = [part for part in parts if part.heading is not None][:-1]
    folded: set[str] = set()
    for part in foldable:
        if room < 0:
            folded.add(part.id)
            room += len(part.html)
    return [replace(part, folded=part.id in folded) for part in parts]
