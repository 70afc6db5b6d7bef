"""Verifying: an untouched record is sound; whatever was done to another is found and named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from moot.debate import DebateNotFound, Entry, Json, Stamp
from moot.engine import Verdict, card_of, verify
from moot.notation import Line, genesis, read, written
from moot.testing import START, MemoryRecords, Transcript
from moot.testing.laws.tampering import changed
from tests.engine.houses import DEBATE, FORMATS, House, toy
from tests.formats.toys import jury
from tests.notation.debates import argued

pytestmark = pytest.mark.anyio


def records_of(debate: Transcript) -> MemoryRecords:
    records = MemoryRecords()
    records.records[debate.debate] = list(debate.lines)
    card = card_of(debate.debate, debate.entries[0], debate.position, debate.lines[-1].hash)
    records.book[debate.debate] = card
    return records


def judged() -> Transcript:
    """A jury in its second round, with a lapse and reveals behind it."""
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="Shall we?")
    debate.say("risk", "ANSWER", choice="go", reason="x")
    debate.clock.advance(hours=1)
    debate.settle()
    debate.say("risk", "ANSWER", choice="go", reason="y")
    return debate


async def verdict(records: MemoryRecords, debate: str = "debate") -> Verdict:
    return await verify(debate, records, FORMATS)


@pytest.mark.parametrize("debate", [argued(), judged()], ids=["arbitration", "jury"])
async def test_an_untouched_record_is_sound(debate: Transcript):
    found = await verdict(records_of(debate))
    assert found.sound
    assert (found.lines, found.head) == (len(debate.lines), debate.lines[-1].hash)


async def test_a_record_with_an_open_turn_that_was_taken_is_sound():
    house = House()
    await house.planned()
    for asked in (
        toy("builder", "PIECE", content="It."),
        toy("tester", "RESULT", passed=True),
        toy("gate", "APPROVAL", approved=True),
        toy("reviewer", "JOINING", by="bob"),
        toy("judge", "VERDICT", good=True, about=3),
    ):
        await house.steward.play(DEBATE, asked)
    assert (await verdict(house.records, DEBATE)).sound


async def test_every_changed_character_of_every_line_is_found():
    debate = argued()
    for number, line in enumerate(debate.lines):
        for field in ("head", "body", "hash"):
            for index in range(len(getattr(line, field))):
                records = records_of(debate)
                other = "x" if getattr(line, field)[index] != "x" else "y"
                records.records["debate"][number] = changed(line, field, index, other)
                assert not (await verdict(records)).sound, (number, field, index)


async def test_a_request_id_put_to_a_line_is_found():
    records = records_of(argued())
    records.records["debate"][2] = replace(records.records["debate"][2], request="r")
    found = await verdict(records)
    assert found.fault is not None
    assert (found.fault.line, found.fault.fault) == (2, "its request id was changed")


async def test_a_line_taken_out_put_in_or_moved_is_found():
    whole = list(argued().lines)
    for number in range(len(whole)):
        without = whole[:number] + whole[number + 1 :]
        twice = whole[: number + 1] + whole[number:]
        turned = whole[:number] + whole[number + 1 : number + 2] + [whole[number]] + whole[number + 2 :]
        for lines in (without, twice, *([turned] if number < len(whole) - 1 else [])):
            records = records_of(argued())
            records.records["debate"] = lines
            assert not (await verdict(records)).sound


async def test_a_record_cut_short_is_found():
    for length in range(1, len(argued().lines)):
        records = records_of(argued())
        del records.records["debate"][length:]
        found = await verdict(records)
        assert found.fault is not None
        assert found.fault.fault == "lines are missing at the end"
        assert found.lines == length


async def test_a_record_without_lines_or_without_a_card_is_found():
    with pytest.raises(DebateNotFound):
        await verdict(MemoryRecords())
    records = records_of(argued())
    del records.book["debate"]
    assert not (await verdict(records)).sound


async def test_a_line_chained_to_the_end_by_hand_is_found():
    debate = Transcript.opened(FORMATS["arbitration"], title="T", debate_type="general_debate")
    debate.say("proposer", "MOTION", content="x")
    records = records_of(debate)
    debate.say("opponent", "CLAIM", content="forged", target=1)
    records.records["debate"] = list(debate.lines)
    found = await verdict(records)
    assert found.fault is not None
    assert (found.fault.line, found.fault.fault) == (2, "was added past the end")


async def test_a_card_that_says_something_else_is_found():
    records = records_of(argued())
    records.book["debate"] = replace(records.book["debate"], title="Something else")
    found = await verdict(records)
    assert found.fault is not None
    assert found.fault.fault == "the list of debates says something else than the record"


async def test_a_debate_that_grows_while_it_is_verified_is_sound():
    house = House()
    await house.opened()
    house.records.before_card = lambda: house.claims("opponent")
    found = await verdict(house.records, DEBATE)
    assert (found.sound, found.lines) == (True, 3)


def rewritten(debate: Transcript, line: int, change: Callable[[Entry], Entry]) -> MemoryRecords:
    """The record as a forger would leave it who chains every line anew after a change, and mends the card."""
    records, before = records_of(debate), genesis(debate.debate)
    kept: list[Line] = []
    for stored in debate.lines:
        entry = read(stored)
        kept.append(written(change(entry) if entry.line == line else entry, before))
        before = kept[-1].hash
    records.records[debate.debate] = kept
    records.book[debate.debate] = replace(records.book[debate.debate], head=before)
    return records


def saying(**fields: Json) -> Callable[[Entry], Entry]:
    return lambda entry: replace(entry, move={**entry.move, **fields})


def having(**fields: Any) -> Callable[[Entry], Entry]:
    return lambda entry: replace(entry, **fields)


@pytest.mark.parametrize(
    ("debate", "line", "change", "fault"),
    [
        (argued(), 0, saying(format="chess"), "its format 'chess' is not installed"),
        (argued(), 0, saying(setup={}), "its set-up is not fit"),
        (argued(), 0, having(move={"format": "arbitration"}), "its set-up is not fit"),
        (argued(), 2, having(seat="proposer"), "takes a turn that 'proposer' did not have"),
        (argued(), 2, having(kind="RULING"), "takes a turn that 'opponent' did not have"),
        (argued(), 2, having(turn=None), "takes a turn that 'opponent' did not have"),
        (argued(), 2, having(sealed=True), "takes a turn that 'opponent' did not have"),
        (argued(), 2, having(stamp=Stamp(round=2)), "takes a turn that 'opponent' did not have"),
        (argued(), 2, saying(target=7), "the rules do not allow it"),
        (argued(), 2, saying(content=""), "the rules do not allow it"),
        (argued(), 4, saying(close=False), "takes a turn that None did not have"),
        (argued(), 5, saying(ending="won"), "the end is not as recorded"),
        (judged(), 2, saying(round=7), "should be 'round_began', by the rules"),
        (judged(), 4, having(seat="risk"), "takes a turn that 'risk' did not have"),
        (judged(), 6, having(answers=4), "should be 'revealed', by the rules"),
        (judged(), 6, having(readers=("value",)), "should be 'revealed', by the rules"),
    ],
)
async def test_a_forger_who_chains_everything_anew_is_caught_by_the_rules(
    debate: Transcript, line: int, change: Callable[[Entry], Entry], fault: str
):
    found = await verdict(rewritten(debate, line, change))
    assert found.fault is not None
    assert fault in found.fault.fault


async def test_a_line_after_the_end_is_found_even_if_the_card_knows_of_it():
    debate = argued()
    records = records_of(debate)
    late = written(Entry(6, debate.position.at, START, "closed", {}), debate.lines[-1].hash)
    records.records["debate"].append(late)
    records.book["debate"] = replace(records.book["debate"], lines=7, head=late.hash)
    found = await verdict(records)
    assert found.fault is not None
    assert found.fault.fault == "was written after the end"


async def test_long_records_are_read_piece_by_piece():
    house = House()
    await house.opened()
    for number in range(1100):
        await house.claims("opponent" if number % 2 == 0 else "proposer")
    house.records.calls.clear()
    found = await verdict(house.records, DEBATE)
    assert (found.sound, found.lines) == (True, 1102)
    assert house.records.calls["lines"] == 4
