"""A house where agents, people and programs debate under rules, on the record."""

from moot.chamber import (
    ArbitrationReport,
    ArenaReport,
    AsyncDebate,
    AsyncHouse,
    Debate,
    EvaluationReport,
    House,
    PanelReport,
    Report,
    Result,
    RoundTableReport,
    Seat,
    Seats,
    WorkshopReport,
)
from moot.debate import ActionNotAllowed, DebateNotFound, InvalidInput, Outage, Refusal
from moot.desk.replies import Argument, BriefTold, Receipt, Soundness
from moot.engine import PlayerFailed, Tally
from moot.players.python import Question

__version__: str

__all__ = [
    "ActionNotAllowed",
    "ArbitrationReport",
    "ArenaReport",
    "Argument",
    "AsyncDebate",
    "AsyncHouse",
    "BriefTold",
    "Debate",
    "DebateNotFound",
    "EvaluationReport",
    "House",
    "InvalidInput",
    "Outage",
    "PanelReport",
    "PlayerFailed",
    "Question",
    "Receipt",
    "Refusal",
    "Report",
    "Result",
    "RoundTableReport",
    "Seat",
    "Seats",
    "Soundness",
    "Tally",
    "WorkshopReport",
    "__version__",
]
