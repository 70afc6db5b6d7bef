"""Looking: only lines not seen before are read and folded; what fell due is settled."""

import pytest

from moot.debate import DebateNotFound, NewerRules, Position
from moot.engine import Standing
from moot.formats.arbitration import Intervention, Motion, Ruling
from moot.formats.arbitration import format as arbitration
from moot.notation import read
from moot.testing import START
from tests.engine.houses import DEBATE, SETUP, House, moved, toy
from tests.formats.toys.jury import HOUR

pytestmark = pytest.mark.anyio


async def test_a_look_reads_only_lines_not_seen_before():
    house = House()
    await house.opened()
    other = house.beside()
    await other.steward.look(DEBATE)
    assert house.records.lines_read == 2
    await house.claims("opponent")
    await other.steward.look(DEBATE)
    await other.steward.look(DEBATE)
    assert house.records.lines_read == 3


async def test_a_look_from_cold_and_a_look_that_followed_see_the_same():
    house = House()
    await house.opened()
    warm = house.beside()
    for number in range(80):
        await house.claims("opponent" if number % 2 == 0 else "proposer")
        await warm.steward.look(DEBATE)
    cold = await house.beside().steward.look(DEBATE)
    assert cold == await warm.steward.look(DEBATE) == house.steward.remembered(DEBATE)


async def test_a_debate_that_a_newer_moot_opened_under_newer_rules_is_left_to_it(monkeypatch: pytest.MonkeyPatch):
    house = House()
    monkeypatch.setattr(type(arbitration), "version", arbitration.version + 1)
    await house.opened()
    monkeypatch.undo()
    older = house.beside()
    with pytest.raises(NewerRules, match="version 2 of the format 'arbitration'"):
        await older.steward.look(DEBATE)
    with pytest.raises(NewerRules):
        await older.claims("opponent")


async def test_a_standing_has_its_last_lines_at_hand():
    house = House()
    await house.opened()
    for number in range(80):
        await house.claims("opponent" if number % 2 == 0 else "proposer")
    standing = await house.steward.look(DEBATE)
    assert [entry.line for entry in standing.after(78) or ()] == [79, 80, 81]
    assert standing.after(81) == standing.after(99) == ()
    assert standing.after(17) is not None
    assert standing.after(16) is None
    assert Standing(standing.position, "", standing.opened, ()).after(5) is None


async def test_of_debates_that_are_over_only_the_last_are_kept_in_mind(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("moot.engine.steward._KEPT_CLOSED", 2)
    house = House()
    names = [f"{DEBATE[:-1]}{number}" for number in range(4)]
    for name in names:
        await house.steward.open(name, "arbitration", SETUP, moved("proposer", Motion(content="Do it.")))
    for name in names[:3]:
        await house.steward.play(name, moved("arbitrator", Intervention()))
        await house.steward.play(name, moved("arbitrator", Ruling(content="No.", close=True)))
    kept = [house.steward.remembered(name) is not None for name in names]
    assert kept == [False, True, True, True]
    assert (await house.steward.look(names[0])).position.ended


async def test_a_look_that_was_overtaken_does_not_turn_back():
    house = House()
    await house.opened()
    slow = house.beside()
    await slow.steward.look(DEBATE)
    await house.claims("opponent")

    async def overtake() -> None:
        await house.claims("proposer")
        await slow.steward.look(DEBATE)

    house.records.after_lines = overtake
    assert (await slow.steward.look(DEBATE)).line == 3
    assert len((await slow.steward.look(DEBATE)).tail) == 4


async def test_a_debate_that_does_not_exist_is_not_found():
    with pytest.raises(DebateNotFound):
        await House().steward.look("nowhere")
    with pytest.raises(DebateNotFound):
        await House().steward.settle("nowhere")


async def test_entries_are_read_from_a_line_on():
    house = House()
    await house.opened()
    await house.claims("opponent")
    assert [entry.kind for entry in await house.steward.entries(DEBATE)] == ["opened", "MOTION", "CLAIM"]
    assert [entry.line for entry in await house.steward.entries(DEBATE, 0, 1)] == [1]


async def test_what_is_overdue_lapses_dated_at_its_deadline():
    house = House()
    await house.asked()
    assert [card.debate for card in await house.records.due(START + HOUR)] == [DEBATE]
    house.clock.advance(minutes=90)
    standing = await house.steward.settle(DEBATE)
    lapses = [entry for entry in standing.tail if entry.kind == "lapsed"]
    assert [(entry.at, entry.noted) for entry in lapses] == [(START + HOUR, house.clock.now)] * 3
    assert standing.position.status == "round_2"
    assert await house.steward.settle(DEBATE) == standing
    assert house.records.book[DEBATE].deadline == START + 2 * HOUR


async def test_settling_what_another_settled_first_writes_nothing_twice():
    house = House()
    await house.asked()
    house.clock.advance(minutes=90)
    other = house.beside()
    house.records.before_append = lambda: other.steward.settle(DEBATE)
    standing = await house.steward.settle(DEBATE)
    assert [entry.kind for entry in standing.tail].count("lapsed") == 3


async def test_a_move_settles_what_is_overdue_in_the_same_append():
    house = House()
    await house.asked()
    house.records.calls.clear()
    house.clock.advance(minutes=90)
    played = await house.steward.play(DEBATE, toy("risk", "ANSWER", choice="go", reason="x"))
    assert house.records.calls == {"append": 1}
    assert played.entry.stamp.round == 2
    assert played.entry.line == 7


async def test_a_clock_that_jumps_back_between_stewards_does_not_turn_the_record_back():
    house = House()
    await house.opened()
    house.clock.advance(days=-1)
    await house.beside().claims("opponent")
    entries = [read(line) for line in house.records.records[DEBATE]]
    assert [entry.at for entry in entries] == [START] * 3


async def test_a_debate_that_is_forgotten_while_it_is_looked_at_is_still_seen():
    house = House()
    await house.opened()
    first = house.steward.remembered(DEBATE)

    async def crowd() -> None:
        for number in range(4096):
            await house.steward.open(f"other-{number}", "arbitration", SETUP, moved("proposer", Motion(content="x")))
        assert house.steward.remembered(DEBATE) is None

    house.records.after_lines = crowd
    assert await house.steward.look(DEBATE) == first


async def test_replaying_the_store_gives_the_position_that_is_remembered():
    house = House()
    await house.opened()
    await house.claims("opponent")
    opened, *later = [read(line) for line in house.records.records[DEBATE]]
    position = Position.begun(house.steward.formats["arbitration"], opened)
    for entry in later:
        position = position.fold(entry)
    standing = house.steward.remembered(DEBATE)
    assert standing is not None
    assert position == standing.position
