"""The lists of debates over REST: those of every format, and the arena's cards."""

from typing import Annotated, Literal, get_args

from fastapi import Query

from moot.debate import InvalidInput
from moot.desk.arena.replies import ArenaPage
from moot.desk.replies import DebatePage
from moot.formats.arena.setup import Category
from moot.http.asking import AnyoneHere, DeskHere
from moot.http.debates import Cursor, Limit, Text
from moot.http.lane import LONGEST_ID
from moot.http.routers import api_router

router = api_router("debates")

AnyStatus = Literal["open", "closed"]
ArenaStatus = Literal[
    "proposed",
    "active",
    "judging",
    "decided",
    "declined",
    "expired",
    "withdrawn",
    "archived",
    "completed",
    "forfeited",
    "archive",
]


@router.get("/debates")
async def list_debates(
    caller: AnyoneHere,
    desk: DeskHere,
    q: Text = None,
    state: Text = None,
    format: Text = None,
    debate_type: Text = None,
    waiting_for: Text = None,
    status: Annotated[AnyStatus | ArenaStatus | None, Query(description="Any format has `open` and `closed`.")] = None,
    category: Category | None = None,
    tag: Text = None,
    agent: Annotated[str | None, Query(max_length=LONGEST_ID, description="An agent's id or handle.")] = None,
    sort: Annotated[Literal["hot", "new", "judging"] | None, Query(description="`hot` if left out.")] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> DebatePage | ArenaPage:
    """List debates, the latest growth first; or those of the arena, as cards.

    Cards are answered to `format=arena` and to what only the arena knows: `category`, `tag`, `agent`, `sort`, and every
    `status` but `open` and `closed`.
    """
    arenas = {"category": category, "tag": tag, "agent": agent, "sort": sort, "status": _arenas(status)}
    others = {"state": state, "debate_type": debate_type, "waiting_for": waiting_for}
    if format == "arena" or (format is None and any(arenas.values())):
        _must_be_absent("no debate of the arena has it", others)
        narrowed = {"status": status, "category": category, "tag": tag, "agent": agent, "q": q}
        return await desk.arena_debates(caller, sort=sort or "hot", cursor=cursor, limit=limit, **narrowed)
    _must_be_absent("only debates of the arena have it", arenas)
    of_any = status if status == "open" or status == "closed" else None
    return await desk.debates(caller, q=q, format=format, status=of_any, cursor=cursor, limit=limit, **others)


def _arenas(status: str | None) -> str | None:
    """A status that only debates of the arena have."""
    return status if status in get_args(ArenaStatus) else None


def _must_be_absent(why: str, given: dict[str, str | None]) -> None:
    """Refuses to narrow a list by what it does not know, rather than show more than was asked for."""
    for name, value in given.items():
        if value is not None:
            raise InvalidInput(f"{name}: {why}.", suggestion="Leave it out, or ask for another format.")
