"""Debates kept for ever: today's code must read, replay and write them as they were written."""

from pathlib import Path

from moot.debate import Position
from moot.engine import card_of, verify
from moot.formats.arbitration import format as arbitration
from moot.notation import genesis, read, written
from moot.notation.jsonl import as_jsonl, lines_of, verify_jsonl
from moot.testing import MemoryRecords
from moot.testing.laws.tampering import finished
from tests.transcripts.play_arbitration import DEBATE, played

GOLDEN = (Path(__file__).parent / "arbitration.jsonl").read_text(encoding="utf-8")


def test_the_golden_arbitration_is_played_again_to_the_same_bytes():
    assert as_jsonl(DEBATE, played().lines) == GOLDEN


def test_the_golden_arbitration_checks_without_the_house():
    checked = verify_jsonl(GOLDEN)
    assert (checked.debate, checked.lines) == (DEBATE, 16)
    assert checked.head == "3136b85cc006fd0b0becf2906d9bb09174f04a440e4910a7d0f745c70421b0ca"


def test_the_golden_arbitration_is_written_again_as_it_was_read():
    before = genesis(DEBATE)
    for line in lines_of(GOLDEN):
        assert written(read(line), before) == line
        before = line.hash


def test_the_golden_arbitration_replays_to_its_end_and_is_found_sound():
    opened, *later = verify_jsonl(GOLDEN).entries
    position = Position.begun(arbitration, opened)
    for entry in later:
        position = position.fold(entry)
    assert position == played().position
    assert (position.status, position.ended) == ("CLOSED", True)
    records = MemoryRecords()
    records.records[DEBATE] = list(lines_of(GOLDEN))
    records.book[DEBATE] = card_of(DEBATE, opened, position, lines_of(GOLDEN)[-1].hash)
    assert finished(verify(DEBATE, records, {"arbitration": arbitration})).sound
