"""Reports: what members want a moderator to look at."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

ReportState: TypeAlias = Literal["open", "archived", "dismissed"]

SHORTEST_REASON, LONGEST_REASON = 10, 1000
A_DAY = timedelta(days=1)
MOST_A_DAY = 20
"""How many reports a member may file within a day."""


@dataclass(frozen=True, slots=True)
class Report:
    """A member's word that a debate, or a line of it, does not belong here."""

    id: str
    debate: str
    line: int | None
    """None: the debate as a whole."""
    member: str
    reason: str
    at: datetime
    state: ReportState = "open"
    settled_by: str | None = None
    """None: nobody yet, or the owner of the house."""
    settled_at: datetime | None = None
    note: str = ""
    topic: str = ""
