"""The result of an evaluation: as data, and as papers to lay next to the idea."""

from moot.formats.evaluation.report.papers import papers
from moot.formats.evaluation.report.result import reported

__all__ = ["papers", "reported"]
