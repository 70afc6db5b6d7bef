"""The chamber: Moot as a library. Opens debates, seats players, runs them, and hands out what came of it."""

from moot.chamber.async_debate import AsyncDebate
from moot.chamber.async_house import AsyncHouse
from moot.chamber.debate import Debate
from moot.chamber.house import House
from moot.chamber.reports import (
    ArbitrationReport,
    ArenaReport,
    EvaluationReport,
    PanelReport,
    Report,
    RoundTableReport,
    WorkshopReport,
)
from moot.chamber.result import Result
from moot.chamber.seating import Seat, Seats

__all__ = [
    "ArbitrationReport",
    "ArenaReport",
    "AsyncDebate",
    "AsyncHouse",
    "Debate",
    "EvaluationReport",
    "House",
    "PanelReport",
    "Report",
    "Result",
    "RoundTableReport",
    "Seat",
    "Seats",
    "WorkshopReport",
]
