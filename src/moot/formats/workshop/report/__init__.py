"""What a workshop came to: for programs, as tables, as files."""

from moot.formats.workshop.report.papers import papers
from moot.formats.workshop.report.reported import gates, reported
from moot.formats.workshop.report.rows import Changed, changed, matrix, session, turns, versions

__all__ = ["Changed", "changed", "gates", "matrix", "papers", "reported", "session", "turns", "versions"]
