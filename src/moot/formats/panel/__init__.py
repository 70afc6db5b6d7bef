"""Panel: judges with assigned stances answer a question, and agree or leave it to whoever asked."""

from moot.formats.panel.moves import (
    CONTEXT_LIMIT,
    Assessment,
    Challenge,
    Choice,
    Convinced,
    Option,
    Question,
    Recommendation,
    Response,
)
from moot.formats.panel.reading import read_panel
from moot.formats.panel.report import report
from moot.formats.panel.rules import PanelRules
from moot.formats.panel.setup import ASKER, DEFAULT_JUDGES, Judge, Panel
from moot.formats.panel.state import State

format = PanelRules()

__all__ = [
    "ASKER",
    "CONTEXT_LIMIT",
    "DEFAULT_JUDGES",
    "Assessment",
    "Challenge",
    "Choice",
    "Convinced",
    "Judge",
    "Option",
    "Panel",
    "PanelRules",
    "Question",
    "Recommendation",
    "Response",
    "State",
    "format",
    "read_panel",
    "report",
]
