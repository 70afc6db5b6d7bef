"""A workshop kept for ever: today's code must play, read, replay and write it as it was written."""

from pathlib import Path

from moot.debate import Position
from moot.engine import card_of, verify
from moot.formats.workshop import format as workshop
from moot.notation import genesis, read, written
from moot.notation.jsonl import as_jsonl, lines_of, verify_jsonl
from moot.testing import MemoryRecords
from moot.testing.laws.tampering import finished
from tests.transcripts.play_workshop import DEBATE, played

GOLDEN = (Path(__file__).parent / "workshop.jsonl").read_text(encoding="utf-8")


def test_the_golden_workshop_is_played_again_to_the_same_bytes():
    assert as_jsonl(DEBATE, played().lines) == GOLDEN


def test_the_golden_workshop_is_written_again_as_it_was_read():
    before = genesis(DEBATE)
    for line in lines_of(GOLDEN):
        assert written(read(line), before) == line
        before = line.hash


def test_the_golden_workshop_replays_to_its_end_and_is_found_sound():
    opened, *later = verify_jsonl(GOLDEN).entries
    position = Position.begun(workshop, opened)
    for entry in later:
        position = position.fold(entry)
    assert (position.status, position.ended) == ("decided", True)
    records = MemoryRecords()
    records.records[DEBATE] = list(lines_of(GOLDEN))
    records.book[DEBATE] = card_of(DEBATE, opened, position, lines_of(GOLDEN)[-1].hash)
    assert finished(verify(DEBATE, records, {"workshop": workshop})).sound


def test_the_golden_workshop_has_every_kind_of_line():
    kinds = {entry.kind for entry in verify_jsonl(GOLDEN).entries}
    assert kinds >= set(workshop.moves) - {"PLAN", "STOP", "FINDINGS"}
    assert kinds >= {"phase_began", "gate_opened", "revealed", "lapsed", "tallied", "closed"}
