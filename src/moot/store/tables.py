"""The tables. Times are text of one width (`notation.told_at`), so that text order is time order."""

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    }
)

debates = Table(
    "debates",
    metadata,
    # The full-text index needs a number that never changes; a hidden row id does when a file is vacuumed.
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("variety", Text),
    Column("title", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("floor", Text, nullable=False),
    Column("shared", Integer, nullable=False),
    Column("deadline", Text),
    Column("lines", Integer, nullable=False),
    Column("head", Text, nullable=False),
    Column("opened_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("ended_at", Text),
    Column("called", Integer, nullable=False, server_default="0"),
    UniqueConstraint("id"),
)
"""Debates at a glance. `floor` is the seats that must move, joined by commas; `shared` is 1 once they were several."""

floors = Table(
    "floors",
    metadata,
    Column("debate_id", Text, ForeignKey("debates.id"), nullable=False),
    Column("seat", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    PrimaryKeyConstraint("debate_id", "seat"),
)
"""Each seat of a floor that several share, so that it is found among them; a seat alone needs no row here."""

lines = Table(
    "lines",
    metadata,
    Column("debate_id", Text, ForeignKey("debates.id"), nullable=False),
    Column("line", Integer, nullable=False),
    Column("head", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("request", Text),
    PrimaryKeyConstraint("debate_id", "line"),
)
"""The records, byte for byte."""

house = Table(
    "house",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the house knows about itself."""

documents = Table(
    "documents",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("debate_id", Text),
    Column("latest", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    UniqueConstraint("id"),
)
"""Shared documents at a glance."""

versions = Table(
    "versions",
    metadata,
    Column("document_id", Text, ForeignKey("documents.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("note", Text),
    Column("by", Text),
    Column("request", Text),
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("document_id", "number"),
)
"""Every version of every document."""

calls = Table(
    "calls",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("ask", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("holder", Text, nullable=False),
    Column("asked_at", Text, nullable=False),
    Column("answered_at", Text),
    Column("tokens_in", BigInteger),
    Column("tokens_out", BigInteger),
    Column("nanos", BigInteger),
    Column("milliseconds", BigInteger),
    # The last, so that sums never fetch it.
    Column("body", LargeBinary),
    PrimaryKeyConstraint("debate_id", "turn", "ask", "attempt"),
)
"""The questions put to players. What one cost (at most, while it has no answer) is absent where nobody can tell.

One whose `attempt` is below 0 was lost: nobody will hear its answer.
"""


def _index(
    name: str, *columns: ColumnElement[object], where: ColumnElement[bool] | None = None, unique: bool = False
) -> None:
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


_d = debates.c
_index("debates_newest", _d.updated_at, _d.id)
# The last columns of these two let a further filter be judged without fetching the row.
_index("debates_by_status", _d.status, _d.updated_at, _d.id, _d.variety, _d.format)
_index("debates_by_format", _d.format, _d.updated_at, _d.id)
_index("debates_by_variety", _d.variety, _d.updated_at, _d.id)
_index("debates_by_floor", _d.floor, _d.updated_at, _d.id, _d.variety, _d.format)
_index("floors_by_seat", floors.c.seat, floors.c.updated_at, floors.c.debate_id)
_index("debates_open", _d.updated_at, _d.id, where=_d.ended_at.is_(None))
_index("debates_ended", _d.updated_at, _d.id, where=_d.ended_at.is_not(None))
_index("debates_due", _d.deadline, _d.id, where=_d.deadline.is_not(None))
_index("debates_called", _d.updated_at, _d.id, where=_d.called == 1)

LINE_REQUESTS = "lines_requests"
_index(LINE_REQUESTS, lines.c.debate_id, lines.c.request, where=lines.c.request.is_not(None), unique=True)

_index("documents_newest", documents.c.updated_at, documents.c.id)
_index("documents_by_debate", documents.c.debate_id, documents.c.updated_at, documents.c.id)

VERSION_REQUESTS = "versions_requests"
_index(VERSION_REQUESTS, versions.c.request, where=versions.c.request.is_not(None), unique=True)

# It holds all that is summed, so that what a day has cost is told without fetching its calls.
_index("calls_since", calls.c.asked_at, calls.c.tokens_in, calls.c.tokens_out, calls.c.nanos)
