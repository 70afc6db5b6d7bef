"""Debates of the arena as rows: what never changes, what moves change, and how a row is read."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, select, update

from moot.commons.book_lists import hot, shelf_of
from moot.commons.book_rows import ArenaRow
from moot.commons.topics import topic_key
from moot.debate import Entry, Position
from moot.formats.arena.setup import SIDES, Arena, BracketRef, SeriesRef, SideName
from moot.formats.arena.state import State, Terms
from moot.notation import canonical, moment, told_at
from moot.store.arena.among import Among
from moot.store.arena.tables import debates
from moot.store.database import Prepared, Row

_d = debates.c
_NAMES = tuple(column.name for column in _d)

ROW = Prepared(select(debates).where(_d.id == bindparam("debate")))
LOCKED = Prepared(select(debates).where(_d.id == bindparam("debate")).with_for_update())
ROWS = Among(lambda names: select(debates).where(_d.id.in_(names)))


@lru_cache(maxsize=256)
def changing_only(columns: frozenset[str]) -> Prepared:
    """Changes these columns of a debate's row: an index is written anew only where one of its columns is."""
    return Prepared(
        update(debates).where(_d.id == bindparam("debate")).values({name: bindparam(name) for name in sorted(columns)})
    )


def opening(debate: str, opened: Entry, position: Position) -> dict[str, Any]:
    """The row of a debate, from its opening line and where it stands, before anybody liked it."""
    setup = Arena.model_validate(opened.move["setup"])
    series, bracket = setup.series, setup.bracket
    return {
        "id": debate,
        "topic": setup.title,
        "topic_key": topic_key(setup.title),
        "category": setup.category,
        "tags": ",".join(setup.tags),
        "mode": Terms.of(setup).mode,
        "challenger": setup.challenger,
        "max_posts": setup.max_posts,
        "invited": None if setup.judges is None else canonical(setup.judges),
        "min_judges": setup.min_judges,
        "series_id": None if series is None else series.id,
        "series_game": None if series is None else series.game,
        "bracket_id": None if bracket is None else bracket.id,
        "bracket_round": None if bracket is None else bracket.round,
        "bracket_match": None if bracket is None else bracket.match,
        "opened_at": told_at(opened.at),
        **changing(position),
        "likes": 0,
        "hot": hot(0, opened.at),
    }


def changing(position: Position) -> dict[str, Any]:
    """What moves may change in a row."""
    state: State = position.state
    decision = state.decision
    archived = state.status == "archived"
    return {
        "topic_line": state.topic,
        "opponent": state.opponent.member,
        "status": state.status,
        "challenger_posts": len(state.challenger.posts),
        "opponent_posts": len(state.opponent.posts),
        "first": _first(state),
        "mover": state.mover,
        "until": _told(position.deadline()),
        "how": state.how,
        "forfeits": ",".join(state.forfeits),
        "judges": len(state.votes),
        "winner": None if decision is None else decision.winner,
        "decided_by": None if decision is None else decision.by,
        "accepted_at": _told(state.accepted_at),
        "completed_at": _told(state.completed_at),
        "ended_at": _told(state.ended_at),
        "archived": int(archived),
        "shelf": shelf_of(state.status, state.terms.mode, state.how, archived),
    }


def row_in(row: Row) -> ArenaRow:
    """The debate that a row tells of."""
    told: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
    told["debate"] = told.pop("id")
    del told["topic_key"]
    told["tags"] = _parted(told["tags"])
    told["forfeits"] = _parted(told["forfeits"])
    told["invited"] = None if told["invited"] is None else tuple(json.loads(told["invited"]))
    told["archived"] = bool(told["archived"])
    for name in ("opened_at", "until", "accepted_at", "completed_at", "ended_at"):
        told[name] = None if told[name] is None else moment(told[name])
    series, bracket = _series(told), _bracket(told)
    return ArenaRow(**told, series=series, bracket=bracket)


def results(winner: SideName | None, forfeits: tuple[SideName, ...]) -> Mapping[SideName, str]:
    """What a decided debate came to for each side."""
    return {side: _result(side, winner, forfeits) for side in SIDES}


def _result(side: SideName, winner: SideName | None, forfeits: tuple[SideName, ...]) -> str:
    if side in forfeits:
        return "forfeit"
    if winner is None:
        return "draw"
    return "win" if side == winner else "loss"


def _first(state: State) -> SideName | None:
    posted: list[SideName] = [name for name in SIDES if state.side(name).posts]
    return min(posted, key=lambda name: state.side(name).posts[0], default=None)


def _series(told: dict[str, Any]) -> SeriesRef | None:
    id, game = told.pop("series_id"), told.pop("series_game")
    return None if id is None else SeriesRef(id=id, game=game)


def _bracket(told: dict[str, Any]) -> BracketRef | None:
    id, round, match = (told.pop(f"bracket_{name}") for name in ("id", "round", "match"))
    return None if id is None else BracketRef(id=id, round=round, match=match)


def _parted(text: str) -> tuple[Any, ...]:
    return tuple(text.split(",")) if text else ()


def _told(at: datetime | None) -> str | None:
    return None if at is None else told_at(at)
