"""Facts from outside: looked up, written into the lapse, and checked again where they are kept."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest

from moot.debate import Downtime, Forbidden, Json, Need, Outage, Turn
from moot.engine import Asked, FactsMoved, Guard, Known, LocalBulletin, Steward, Transaction, verify
from moot.testing import START, FixedClock, MemoryRecords
from tests.engine.houses import DEBATE, toy
from tests.formats.toys import Jury
from tests.formats.toys.jury import HOUR, Answer, JuryRules, State

pytestmark = pytest.mark.anyio
LIKES = Need("likes", (1,))


class Curious(JuryRules):
    """A jury whose lapses carry the likes, wait after downtime, and whose first juror is Ann."""

    def due(self, state: State) -> tuple[Turn, ...]:
        return tuple(
            replace(turn, needs=(LIKES,), grace=True, holder="ann" if turn.seat == "risk" else None)
            for turn in super().due(state)
        )


@dataclass
class Likes:
    """A source whose fact moves on as often as it is told to."""

    now: int = 7
    moves: int = 0
    asked: list[datetime] = field(default_factory=list[datetime])

    async def told(self, debate: str, need: Need, at: datetime) -> Json:
        assert (debate, need) == (DEBATE, LIKES)
        self.asked.append(at)
        return self.now

    def still(self, debate: str, known: Known) -> Guard:
        async def guard(tx: Transaction) -> None:
            if self.moves:
                self.moves -= 1
                self.now += 1
            if any(told != self.now for told in known.values()):
                raise FactsMoved

        return guard


class Room:
    def __init__(self, source: Likes | None = None, downtime: Downtime | None = None) -> None:
        self.clock, self.records, self.downtime = FixedClock(), MemoryRecords(), downtime
        rules = {"jury": Curious()}
        self.steward = Steward(rules, self.records, LocalBulletin(), self.clock, source, lambda: self.downtime)
        self.rules = rules

    async def asked(self) -> None:
        await self.steward.open(DEBATE, "jury", Jury(title="Go?"), toy("asker", "QUESTION", content="Shall we?"))

    async def lapses(self) -> list[Json]:
        return [entry.move.get("facts") for entry in await self.steward.entries(DEBATE) if entry.kind == "lapsed"]


async def test_a_lapse_carries_the_facts_as_of_its_deadline_and_replays():
    source = Likes()
    room = Room(source)
    await room.asked()
    room.clock.advance(minutes=90)
    await room.steward.settle(DEBATE)
    assert await room.lapses() == [{"likes": 7}] * 3
    assert set(source.asked) == {START + HOUR}
    assert (await verify(DEBATE, room.records, room.rules)).sound


async def test_a_fact_that_moved_before_it_was_kept_is_looked_up_again():
    room = Room(Likes(moves=2))
    await room.asked()
    room.clock.advance(minutes=90)
    await room.steward.settle(DEBATE)
    assert await room.lapses() == [{"likes": 9}] * 3


async def test_a_move_settles_lapses_with_their_facts_first():
    room = Room(Likes(moves=1))
    await room.asked()
    room.clock.advance(minutes=90)
    await room.steward.play(DEBATE, Asked("value", Answer(choice="go", reason="Late.")))
    assert await room.lapses() == [{"likes": 8}] * 3


async def test_moves_that_wait_together_over_a_deadline_are_each_judged():
    room = Room(Likes())
    await room.asked()
    room.clock.advance(minutes=90)
    played = [
        await room.steward.play(DEBATE, Asked(seat, Answer(choice="go", reason="Late.")))
        for seat in ("value", "effort")
    ]
    assert len(await room.lapses()) == 3
    assert [each.entry.stamp.round for each in played] == [2, 2]


async def test_without_a_source_nothing_is_written_and_the_fault_is_ours():
    room = Room()
    await room.asked()
    room.clock.advance(minutes=90)
    with pytest.raises(Outage, match="likes"):
        await room.steward.settle(DEBATE)
    assert await room.lapses() == []


async def test_nobody_but_its_holder_moves_from_a_seat():
    room = Room(Likes())
    await room.asked()
    with pytest.raises(Forbidden, match="bob"):
        await room.steward.play(DEBATE, Asked("risk", Answer(choice="go", reason="Mine."), by="bob"))
    await room.steward.play(DEBATE, Asked("risk", Answer(choice="go", reason="Mine."), by="ann"))


async def test_what_fell_due_while_the_house_was_down_may_still_be_taken_for_a_while():
    room = Room(Likes())
    await room.asked()
    up = START + timedelta(hours=2)
    room.downtime = Downtime(START + timedelta(minutes=30), up, up + timedelta(minutes=15))
    room.clock.now = up + timedelta(minutes=5)
    standing = await room.steward.settle(DEBATE)
    assert await room.lapses() == []
    assert room.steward.spared_until() == up + timedelta(minutes=15)
    await room.steward.play(DEBATE, Asked("value", Answer(choice="go", reason="Just in time.")))
    room.clock.now = up + timedelta(minutes=15)
    standing = await room.steward.settle(DEBATE)
    late = [entry for entry in standing.tail if entry.kind == "lapsed"]
    assert [entry.seat for entry in late[:2]] == ["risk", "effort"]
    assert {entry.noted for entry in late} == {room.clock.now}


async def test_what_fell_due_while_the_house_was_up_is_not_spared():
    room = Room(Likes())
    await room.asked()
    later = START + timedelta(hours=3)
    room.downtime = Downtime(later, later + HOUR, later + 2 * HOUR)
    room.clock.now = later + HOUR
    await room.steward.settle(DEBATE)
    assert len(await room.lapses()) >= 3


async def test_a_forged_holder_is_found_by_the_verifier():
    room = Room(Likes())
    await room.asked()
    played = await room.steward.play(DEBATE, Asked("risk", Answer(choice="go", reason="Mine."), by="ann"))

    class Others(Curious):
        def due(self, state: State) -> tuple[Turn, ...]:
            return tuple(replace(turn, holder=turn.holder and "cem") for turn in super().due(state))

    found = await verify(DEBATE, room.records, {"jury": Others()})
    assert found.fault is not None
    assert found.fault.line == played.entry.line
    assert "ann" in found.fault.fault
