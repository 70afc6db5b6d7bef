"""Round table: several answer one question, each alone; then they read each other and answer again, and are counted."""

from moot.formats.roundtable.alike import alike, number_in, plurality
from moot.formats.roundtable.moves import MOST_OPTIONS, QUESTION_LIMIT, Question, Reply, Wanted
from moot.formats.roundtable.report import report
from moot.formats.roundtable.rules import RoundTableRules
from moot.formats.roundtable.setup import ASKER, MOST_SPEAKERS, RoundTable, speaker
from moot.formats.roundtable.state import State

format = RoundTableRules()

__all__ = [
    "ASKER",
    "MOST_OPTIONS",
    "MOST_SPEAKERS",
    "QUESTION_LIMIT",
    "Question",
    "Reply",
    "RoundTable",
    "RoundTableRules",
    "State",
    "Wanted",
    "alike",
    "format",
    "number_in",
    "plurality",
    "report",
    "speaker",
]
