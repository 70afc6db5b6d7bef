"""The golden arbitration: every kind of argument, a parked claim, a refused close, and the end."""

from datetime import timedelta

from moot.debate import Json
from moot.formats.arbitration import Arbitration
from moot.formats.arbitration import format as arbitration
from moot.testing import FixedClock, Transcript

DEBATE = "0190a5e0-7c00-7000-8000-00000000000a"
STEPS: list[tuple[str, str, dict[str, Json]]] = [
    ("proposer", "MOTION", {"content": "# Plan\n\nMove the cache into the database (doc:plan, version 1)."}),
    ("opponent", "CLAIM", {"content": "A restart then costs *ten* minutes. Größe? 議論 🗣", "target": 1}),
    ("proposer", "CLAIM", {"content": "Measured: 40 s. See <table>.", "target": 2}),
    ("opponent", "CLAIM", {"content": "Not under load.", "target": 3}),
    ("proposer", "APPEAL", {"content": "Which load?", "target": 4, "options": ["Today's", "peak=The peak"]}),
    ("arbitrator", "RULING", {"content": "The peak.", "option": "peak"}),
    ("proposer", "CLAIM", {"content": "At the peak: 70 s.", "target": 6}),
    ("arbitrator", "INTERVENTION", {"content": ""}),
    ("opponent", "CLAIM", {"content": "I was writing this.", "target": 7}),
    ("arbitrator", "RULING", {"content": "Take 70 s as given.", "close": False}),
    ("proposer", "RESOLUTION", {"content": "Agreed on 70 s.", "target": 9}),
    ("arbitrator", "RULING", {"content": "Not yet: name the owner."}),
    ("proposer", "RESOLUTION", {"content": "Owner: the storage team.", "target": 12}),
    ("arbitrator", "RULING", {"content": "Closed.", "close": True}),
]


def played() -> Transcript:
    """The debate, played anew by a fixed clock under fixed ids."""
    setup = Arbitration(title="Where the cache lives", debate_type="coding_plan_debate", max_rounds=9)
    debate = Transcript(arbitration, setup, FixedClock(), DEBATE)
    for number, (seat, kind, fields) in enumerate(STEPS, start=1):
        move = arbitration.moves[kind].model_validate(fields)
        debate.play(seat, move, request=f"request-{number}", by=f"member-of-{seat}")
        debate.clock.now += timedelta(minutes=7, microseconds=number)
    return debate
