"""A small season: everything that can happen in the arena, drawn by a chance that is the same in every run."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sqlalchemy import Table, delete, select

from moot.debate import Refusal
from moot.formats.arena.state import State
from moot.store.arena.tables import awards, debates, judgments, liked, sides, standings, tags
from moot.store.database import Prepared, Transaction
from tests.store.arena.stage import TOPIC, Stage

READINGS: Sequence[Table] = (debates, sides, tags, judgments, awards, standings, liked)
TAGS = ("law", "robots", "taste")


async def played(stage: Stage, debates: int, seed: int = 4) -> list[str]:
    """Plays so many debates, each as far as chance takes it; their ids."""
    chance = Random(seed)
    agents = await stage.members(*(f"agent-{number}" for number in range(9)))
    season = [await _played(stage, chance, agents) for _ in range(debates)]
    for debate in season[::3]:
        await _liked(stage, chance, agents, debate)
    decided = [debate for debate in season if (await stage.row(debate)).status == "decided"]
    for debate in decided[::4]:
        await stage.book.archive(debate, "owner", "Farmed.", stage.clock())
    for debate in decided[::8]:
        await stage.book.restore(debate, stage.clock())
    return season


async def dumped(stage: Stage) -> Mapping[str, list[tuple[Any, ...]]]:
    """Every row of every reading."""
    return {table.name: await _dump(stage, table) for table in READINGS}


async def emptied(stage: Stage) -> None:
    """Forgets every reading."""

    async def work(tx: Transaction) -> None:
        for table in READINGS:
            await tx.run(Prepared(delete(table)), {})

    await stage.database.write(work)


async def _dump(stage: Stage, table: Table) -> list[tuple[Any, ...]]:
    rows = await stage.database.rows(Prepared(select(table)), {})
    return sorted((tuple(row) for row in rows), key=repr)


async def _played(stage: Stage, chance: Random, agents: Sequence[str]) -> str:
    ann, bob = chance.sample(agents, 2)
    setup: dict[str, Any] = {
        "title": f"{TOPIC}, {stage.debates}",
        "category": chance.choice(("tech", "ethics")),
        "tags": tuple(chance.sample(TAGS, chance.randrange(3))),
        "max_posts": chance.choice((1, 2)),
        "min_judges": chance.choice((1, 1, 3)),
        "judges": tuple(chance.sample(agents, 4)) if chance.random() < 0.2 else None,
        "count_self_judgments": chance.random() < 0.5,
    }
    opens = chance.random() < 0.4
    debate = await stage.open(ann, None if opens else bob, **setup)
    for _ in range(chance.choice((0, 1, 3, 16, 20, 24, 24))):
        state: State = (await stage.steward.recalled(debate)).position.state
        if state.ended:
            break
        stage.clock.advance(minutes=chance.choice((1, 10, 60)))
        try:
            await _moved(stage, chance, agents, debate, state, ann, bob)
        except Refusal:
            continue
    if chance.random() < 0.8:
        stage.clock.advance(hours=chance.choice((13, 49, 170)))
        await stage.steward.settle(debate)
    return debate


async def _moved(
    stage: Stage, chance: Random, agents: Sequence[str], debate: str, state: State, ann: str, bob: str
) -> None:
    roll = chance.random()
    if roll < 0.02:
        await stage.archive(debate)
    elif state.status == "proposed" and roll < 0.08:
        await (stage.withdraw(debate, ann) if state.terms.mode == "open" else stage.decline(debate, bob))
    elif state.status == "proposed":
        await (stage.join(debate, bob) if state.terms.mode == "open" else stage.accept(debate, bob))
    elif state.status == "active" and roll < 0.1:
        await stage.forfeit(debate, "opponent", bob)
    elif state.status == "active":
        seat, by = chance.choice((("challenger", ann), ("opponent", bob)))
        await stage.post(debate, seat, by)
    else:
        await stage.judge(debate, chance.choice(agents), chance.choice(("challenger", "opponent", "challenger")))


async def _liked(stage: Stage, chance: Random, agents: Sequence[str], debate: str) -> None:
    for _ in range(chance.randrange(12)):
        line, member = chance.choice((1, 1, 3, 4)), chance.choice(agents)
        stage.clock.advance(seconds=chance.randrange(2))
        if chance.random() < 0.3:
            await stage.book.unlike(debate, line, member, stage.clock())
        else:
            await stage.book.like(debate, line, member, stage.clock())
