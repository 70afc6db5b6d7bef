"""Forks: when their turns are due, what cannot be forked, and how a past that is not one is found."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest

from moot.debate import InvalidInput, Position
from moot.engine import (
    Answer,
    Branch,
    CallKey,
    Fault,
    Lapse,
    card_of,
    digest,
    rehearsed,
    turn_label,
    verify,
)
from moot.engine.forking import judged
from moot.notation import Line, genesis, link, read, written
from moot.testing import MemoryLedger, MemoryRecords
from tests.contracts.conftest import Ports
from tests.contracts.test_forks import FORK, agreed, company, played, sound
from tests.engine.called import DEBATE, JURORS
from tests.engine.houses import FORMATS


@pytest.fixture
def ports() -> Ports:
    """An empty house in memory."""
    return Ports(MemoryRecords(), MemoryLedger())


async def test_a_turn_of_the_past_has_its_whole_time_again(ports: Ports):
    house = company(ports)
    await house.asked()
    house.clock.advance(minutes=50)
    await house.steward.lapse(DEBATE, Lapse("risk/answer/1/2", "failed", "It broke."))
    house.clock.advance(days=3)
    standing, _ = await house.steward.fork(FORK, Branch(DEBATE, 3, agreed(risk="other", value="human")))
    assert {turn.until for turn in standing.position.due()} == {house.clock() + timedelta(hours=1)}
    house.clock.advance(minutes=59)
    assert (await house.steward.settle(FORK)).line == standing.line
    house.clock.advance(minutes=1)
    settled = await house.steward.settle(FORK)
    lapses = [read(line) for line in await ports.records.lines(FORK, standing.line)]
    assert [entry.at for entry in lapses if entry.kind == "lapsed"][:2] == [house.clock()] * 2
    assert settled.line > standing.line
    assert await sound(ports.records, ports, FORK)
    assert rehearsed(FORK, await ports.records.lines(FORK), FORMATS).sound


async def test_what_was_changed_in_a_shared_past_is_found(ports: Ports):
    house = company(ports)
    await house.asked()
    await played(house)
    standing, _ = await house.steward.fork(FORK, Branch(DEBATE, 4, agreed(**dict.fromkeys(JURORS, "other"))))
    lines = list(await played(house, FORK))
    changes: tuple[dict[str, Any], ...] = ({"hash": "0" * 64}, {"opening": "0" * 64}, {"line": 3})
    for told in changes:
        found = rehearsed(FORK, forge(lines, **told), FORMATS)
        assert found.fault is not None
        assert "is not what stood there" in found.fault.fault
    calls = await ports.ledger.calls(DEBATE)
    shared = next(entry for entry in map(read, lines) if entry.provenance is not None)
    assert shared.line <= standing.line
    own = [call for call in calls if call.key.turn == turn_label(shared)]
    assert digest(own) == shared.provenance


async def test_nobody_goes_on_from_the_end_or_from_a_line_that_is_not_there(ports: Ports):
    house = company(ports)
    await house.asked()
    lines = await played(house)
    for line, why in (
        (0, "no line"),
        (99, "no line"),
        (-1, "no line"),
        (len(lines) - 1, "is over"),
        (len(lines) - 2, "is over"),
    ):
        with pytest.raises(InvalidInput, match=why):
            await house.steward.fork(FORK, Branch(DEBATE, line, agreed(risk="other")))
    assert await ports.records.card(FORK) is None


async def test_calls_of_the_past_that_were_changed_since_are_found_in_the_fork_too(ports: Ports):
    house = company(ports)
    await house.asked()
    await played(house)
    standing, _ = await house.steward.fork(FORK, Branch(DEBATE, 4, agreed(**dict.fromkeys(JURORS, "other"))))
    assert await sound(ports.records, ports, FORK)
    shared = read((await ports.records.lines(FORK, 2, 1))[0])
    assert (shared.line, standing.line) == (3, 4)
    await ports.ledger.keep(CallKey(DEBATE, turn_label(shared), 0, 7), Answer("More.", "somebody"), house.clock())
    found = await verify(FORK, ports.records, FORMATS, ports.ledger)
    assert found.fault == Fault(3, "the calls that it came from were changed or lost")


async def test_a_fork_of_a_past_that_never_was_is_found_where_the_other_debate_is(ports: Ports):
    house = company(ports)
    await house.asked()
    await played(house)
    house.clock.advance(days=1)
    await house.steward.fork(FORK, Branch(DEBATE, 4, agreed(**dict.fromkeys(JURORS, "other"))))
    lines = await ports.records.lines(FORK)
    forged, entries = forge(lines, past="1" * 64), [read(line) for line in lines]
    assert rehearsed(FORK, forged, FORMATS).sound
    other = MemoryRecords()
    other.records = {FORK: forged}
    position = judged(Position.begun(FORMATS["jury"], read(forged[0])), entries[1:])
    other.book = {FORK: card_of(FORK, read(forged[0]), position, forged[-1].hash)}
    # Alone it is sound in itself; beside the debate that it says it shares with, it is not.
    assert (await verify(FORK, other, FORMATS)).sound
    other.records[DEBATE] = list(await ports.records.lines(DEBATE))
    found = await verify(FORK, other, FORMATS)
    assert found.fault is not None
    assert "has another past by now" in found.fault.fault


def forge(lines: Sequence[Line], past: str | None = None, **told: Any) -> list[Line]:
    """A fork whose opening tells another past, chained anew; `past` is another opening, from which all follows."""
    opened = read(lines[0])
    fork: dict[str, Any] = {**cast(Any, opened.move["forked"]), **told}
    if past is not None:
        fork |= {"opening": past, "hash": past}
        for line in lines[1 : fork["line"] + 1]:
            fork["hash"] = link(fork["hash"], line.head)
    forged = [written(replace(opened, move={**opened.move, "forked": fork}), genesis(FORK))]
    for line in lines[1:]:
        forged.append(replace(line, hash=link(forged[-1].hash, line.head)))
    return forged
