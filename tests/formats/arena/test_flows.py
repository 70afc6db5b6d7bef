"""The flows of the arena, line by line, and kept for ever: today's code must replay them to the same bytes."""

from datetime import timedelta
from pathlib import Path

import pytest

from moot.debate import Entry
from moot.engine import card_of, verify
from moot.formats.arena import format as arena
from moot.notation.jsonl import as_jsonl, lines_of, verify_jsonl
from moot.testing import START, MemoryRecords
from moot.testing.laws.tampering import finished
from tests.formats.arena.flows import FLOWS, auto_forfeit, challenge, open_topic
from tests.formats.arena.stages import Bout

GOLDEN = Path(__file__).parent / "golden"
every_flow = pytest.mark.parametrize("flow", sorted(FLOWS))


def told(entry: Entry) -> str:
    """A line in a few words: how long after the start, who, what."""
    after = (entry.at - START) / timedelta(hours=1)
    who = " ".join(filter(None, [entry.seat, entry.by and f"({entry.by})"]))
    return f"{after:g} h {who or 'the house'}: {entry.kind}"


@every_flow
def test_a_flow_is_played_again_to_the_same_bytes(flow: str):
    kept = (GOLDEN / f"{flow}.jsonl").read_text(encoding="utf-8")
    assert as_jsonl(f"arena-{flow}", _named(flow).lines) == kept


@every_flow
def test_a_flow_that_was_kept_is_found_sound(flow: str):
    kept = (GOLDEN / f"{flow}.jsonl").read_text(encoding="utf-8")
    checked, position = verify_jsonl(kept), _named(flow).position
    records = MemoryRecords()
    records.records[f"arena-{flow}"] = list(lines_of(kept))
    records.book[f"arena-{flow}"] = card_of(f"arena-{flow}", checked.entries[0], position, checked.head)
    assert finished(verify(f"arena-{flow}", records, {"arena": arena})).sound


def _named(flow: str) -> Bout:
    debate = FLOWS[flow]()
    debate.debate = f"arena-{flow}"
    return debate


def test_a_challenge_goes_from_the_call_to_the_votes():
    debate = challenge()
    assert [told(entry) for entry in debate.entries] == [
        "0 h the house: opened",
        "0 h challenger (ann): TOPIC",
        "3 h opponent (bob): ACCEPT",
        "5.11667 h challenger (ann): POST",
        "7.23333 h opponent (bob): POST",
        "9.35 h challenger (ann): POST",
        "11.4667 h opponent (bob): POST",
        "12.4667 h judge (cem): JUDGMENT",
        "32.4667 h judge (dora): JUDGMENT",
        "32.4667 h judge (eli): JUDGMENT",
        "59.4667 h the house: lapsed",
        "59.4667 h the house: closed",
    ]
    # cem weighs 1.5 * 9/12 = 9/8, dora 0.98 * 1/8 = 49/400, eli 0.1 * 4/5 = 2/25.
    assert debate.ending == {
        "ending": "decided",
        "result": {
            "winner": "challenger",
            "winner_id": "ann",
            "loser_id": "bob",
            "by": "votes",
            "how": "completed",
            "forfeit_by": [],
            "tally": {
                "challenger": {"votes": 2, "weight": 1.205, "share": 0.907721},
                "opponent": {"votes": 1, "weight": 0.1225, "share": 0.092279},
            },
            "judgments": [
                {
                    "judge": "cem",
                    "line": 7,
                    "side": "challenger",
                    "weight": 1.125,
                    "self": False,
                    "counted": True,
                    "outlier": False,
                    "agreed": True,
                    "points": 5,
                },
                {
                    "judge": "dora",
                    "line": 8,
                    "side": "opponent",
                    "weight": 0.1225,
                    "self": False,
                    "counted": True,
                    "outlier": False,
                    "agreed": False,
                    "points": 0,
                },
                {
                    "judge": "eli",
                    "line": 9,
                    "side": "challenger",
                    "weight": 0.08,
                    "self": False,
                    "counted": True,
                    "outlier": False,
                    "agreed": True,
                    "points": 5,
                },
            ],
            "scores": {"ann": 1000, "bob": 1224, "cem": 1500, "dora": 980, "eli": 40},
        },
        "awards": [
            {
                "member": "ann",
                "points": 101,
                "reason": "+101: won against @bob (1,224) with 91 % of the weighted votes",
            },
            {"member": "bob", "points": -50, "reason": "-50: lost to @ann (1,000) with 9 % of the weighted votes"},
            {
                "member": "cem",
                "points": 5,
                "reason": "+5: judged with the majority: 91 % of the weighted votes for @ann against @bob",
            },
            {
                "member": "eli",
                "points": 5,
                "reason": "+5: judged with the majority: 91 % of the weighted votes for @ann against @bob",
            },
        ],
    }


def test_an_open_topic_goes_to_whoever_joins_and_without_judges_to_the_likes():
    debate = open_topic()
    assert [told(entry) for entry in debate.entries] == [
        "0 h the house: opened",
        "0 h challenger (ann): TOPIC",
        "144 h opponent (cem): JOIN",
        "145 h challenger (ann): POST",
        "146 h opponent (cem): POST",
        "194 h the house: lapsed",
        "194 h the house: closed",
    ]
    assert (debate.result["by"], debate.result["winner_id"]) == ("likes", "cem")
    assert debate.result["likes"] == {"challenger": 2, "opponent": 5}
    assert [award["reason"] for award in debate.ending["awards"]] == [
        "+50: won against @ann (1,000) by likes, 5 to 2",
        "-63: lost to @cem (1,500) by likes, 2 to 5",
    ]


def test_silence_forfeits_at_the_deadline_and_the_window_counts_from_when_it_was_seen():
    debate = auto_forfeit()
    assert [told(entry) for entry in debate.entries] == [
        "0 h the house: opened",
        "0 h challenger (ann): TOPIC",
        "0 h opponent (bob): ACCEPT",
        "0 h challenger (ann): POST",
        "0 h opponent (bob): POST",
        "0 h challenger (ann): POST",
        "12 h opponent: lapsed",
        "14.3333 h judge (cem): JUDGMENT",
        "61.3333 h the house: lapsed",
        "61.3333 h the house: closed",
    ]
    assert (debate.result["by"], debate.result["winner_id"], debate.result["forfeit_by"]) == ("forfeit", "ann", ["bob"])
    assert debate.result["judgments"][0] | {"weight": 0} == {
        "judge": "cem",
        "line": 7,
        "side": "opponent",
        "weight": 0,
        "self": False,
        "counted": True,
        "outlier": False,
        "agreed": False,
        "points": 0,
    }
    assert [award["reason"] for award in debate.ending["awards"]] == [
        "+111: won against @bob (1,224), who forfeited",
        "-100: forfeited against @ann (1,000)",
    ]
