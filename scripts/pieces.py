"""Pieces of pages that are generated: each stands between two marks that name it."""

import re
from collections.abc import Callable, Iterator, Mapping

from moot.desk.workshop_opening import SWITCHED_OFF
from moot.formats.workshop import PHASES, builtin_roles
from moot.formats.workshop.aptitude import LED_BY
from moot.formats.workshop.casting import ORDER, USUAL
from scripts.diagrams import DIAGRAMS
from scripts.gallery import gallery
from scripts.options import settings, what_is_agreed, what_is_sent
from scripts.schema import readings, tables
from scripts.troubles import error_codes
from scripts.verbs import exceptions, tools

MARKED = re.compile(r"(<!-- ([a-z-]+): written by `make docs` -->\n).*?(<!-- /\2 -->)", re.DOTALL)


def filled(page: str) -> str | None:
    """A page with each piece as it would be written now; None where it has none."""
    if not MARKED.search(page):
        return None
    return MARKED.sub(lambda found: f"{found[1]}\n{PIECES[found[2]]()}\n\n{found[3]}", page)


def roles() -> str:
    """The roles of the house, in the order of a cast."""
    return "\n".join(["| role | looks at | does |", "|---|---|---|", *_roles()])


def _roles() -> Iterator[str]:
    known = builtin_roles()
    assert set(ORDER) == set(known), "a role has no place in a cast"
    for name in ORDER:
        does = ", ".join(f"`{job}`" for job in known[name].does)
        yield f"| **{name}** | {known[name].focus} | {does} |"


def casts() -> str:
    """The usual casts."""
    head = ["| task | small | and, for medium | why |", "|---|---|---|---|"]
    rows = [
        f"| `{kind}` | {', '.join(each.few)} | {', '.join(each.more)} | {each.why} |" for kind, each in USUAL.items()
    ]
    return "\n".join([*head, *rows])


def phases() -> str:
    """The phases with whether they can be left out, and the job that each is led by."""
    rows = [
        f"| {number} | `{phase}` | {'yes' if phase in SWITCHED_OFF else 'no'} | `{LED_BY[phase]}` |"
        for number, phase in enumerate(PHASES, start=1)
    ]
    return "\n".join(["| | phase | can be left out | led by who does |", "|---|---|---|---|", *rows])


def _diagram(name: str) -> Callable[[], str]:
    """A diagram as pages show it, with the picture for whoever cannot see Mermaid."""
    return lambda: f"```mermaid\n{DIAGRAMS[name]()}```\n\n[The same as a picture](pictures/diagrams/{name}.svg)"


PIECES: Mapping[str, Callable[[], str]] = {
    "roles": roles,
    "casts": casts,
    "phases": phases,
    "what-is-sent": what_is_sent,
    "what-is-agreed": what_is_agreed,
    "settings": settings,
    "tables": tables,
    "readings": readings,
    "error-codes": error_codes,
    "gallery": gallery,
    "mcp-tools": tools,
    "verbs-without": exceptions,
    **{name: _diagram(name) for name in DIAGRAMS},
}
"""By the name in the mark."""
