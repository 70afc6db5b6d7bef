"""The book is a reading of the records: made anew it is the same, byte for byte, and what was changed shows."""

from collections import Counter
from collections.abc import Sequence

import pytest
from sqlalchemy import Executable, delete, insert, select, update

from moot.debate import Outage
from moot.engine import verify
from moot.formats.arena import format
from moot.store.arena.tables import awards, debates, judgments, liked, likes, sides, standings, tags
from moot.store.database import Prepared, Transaction
from moot.store.tables import lines
from tests.store.arena.season import READINGS, dumped, emptied, played
from tests.store.arena.stage import Stage

pytestmark = pytest.mark.anyio

DEBATES = 40


async def remade(stage: Stage, *, keep: bool) -> tuple[int, int]:
    told: list[int] = []
    came = await stage.book.remake(format, told.append, keep=keep)
    assert told[-1:] == ([came.debates] if came.debates else [])
    return came.debates, came.changed


async def run(stage: Stage, statement: Executable) -> None:
    async def work(tx: Transaction) -> None:
        assert await tx.run(Prepared(statement), {}) > 0

    await stage.database.write(work)


async def test_a_season_made_anew_is_the_same_byte_for_byte_and_what_was_changed_shows(shared: Stage):
    stage = shared
    season = await played(stage, DEBATES)
    before = await dumped(stage)
    rows = [await stage.row(debate) for debate in season]
    # Or the season would show nothing.
    assert {row.shelf for row in rows} >= {"active", "judging", "decided", "decided-forfeited", "expired", "archived"}
    assert {row.decided_by for row in rows} >= {"votes", "forfeit", "draw", "both_forfeit", None}
    assert len(before["arena_awards"]) > 20
    assert all(before[table.name] for table in READINGS)
    for debate in season[::10]:
        assert (await verify(debate, stage.store, {"arena": format})).sound

    assert await remade(stage, keep=False) == (DEBATES, 0)
    assert await remade(stage, keep=True) == (DEBATES, 0)
    assert await dumped(stage) == before
    await emptied(stage)
    total = sum(len(found) for found in before.values())
    assert await remade(stage, keep=False) == (DEBATES, total - len(before["arena_standings"]))
    assert await remade(stage, keep=True) == (DEBATES, total)
    assert await dumped(stage) == before

    await _tampering_shows(stage, before)
    await _what_cannot_be_read_is_told(stage, season[0])


async def _tampering_shows(stage: Stage, before: object) -> None:
    decided = (await stage.book.results(1))[0]
    own = standings.c.member_id == decided.challenger
    row, side = debates.c.id == decided.debate, sides.c.debate_id == decided.debate
    nothing = {"debate_id": "x", "tag": "y", "opened_at": "z", "hot": 1, "shelf": "open"}
    tampered: Sequence[tuple[str, int, Executable]] = [
        ("a score", 1, update(standings).where(own).values(score=9)),
        ("no standing", 1, delete(standings).where(own)),
        ("a standing of nobody", 1, insert(standings).values(_standing("nobody"))),
        ("another decision", 1, update(debates).where(row).values(winner="opponent", decided_by="likes")),
        ("no row", 1, delete(debates).where(row)),
        ("a tag of nothing", 1, insert(tags).values(nothing)),
        ("sides elsewhere", 2, update(sides).where(side).values(shelf="active")),
        ("likes", 1, insert(liked).values(debate_id=decided.debate, line=77, likes=5)),
    ]
    for what, changed, statement in tampered:
        await run(stage, statement)
        assert (await remade(stage, keep=False))[1] == changed, what
        assert (await remade(stage, keep=True))[1] == changed, what
        assert await dumped(stage) == before, what
    # What standings are summed from.
    for statement in (update(awards).values(points=awards.c.points + 1), delete(judgments)):
        await run(stage, statement)
        assert (await remade(stage, keep=True))[1] > 1
        assert await dumped(stage) == before


async def _what_cannot_be_read_is_told(stage: Stage, debate: str) -> None:
    broken = update(lines).where(lines.c.debate_id == debate, lines.c.line == 1).values(body="{}")
    await run(stage, broken)
    with pytest.raises(Outage, match=debate):
        await remade(stage, keep=True)


def _standing(member: str) -> dict[str, str | int]:
    numbers = {column.name: 0 for column in standings.c}
    return {**numbers, "member_id": member, "win_rate": -1, "score": 1000}


async def test_likes_and_archivals_are_no_readings_and_stay(stage: Stage):
    assert not {likes.name, "arena_archivals"} & {table.name for table in READINGS}
    counted = Counter(row[0] for row in await stage.database.rows(Prepared(select(likes.c.debate_id)), {}))
    await emptied(stage)
    assert Counter(row[0] for row in await stage.database.rows(Prepared(select(likes.c.debate_id)), {})) == counted
