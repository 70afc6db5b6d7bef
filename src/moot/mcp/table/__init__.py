"""The table of tools: a new verb of the API costs one row.

What a tool takes, and what each field means, is read off the description of the API (`schemas`); a row says which
request it makes, what more should be told of it, and how much of the answer is told.
"""

from moot.mcp.table.arena import ARENA
from moot.mcp.table.debates import DEBATES, DOCUMENTS
from moot.mcp.table.matters import MATTERS
from moot.mcp.table.row import Row

__all__ = ["GROUPS", "ROWS", "Row"]

ROWS: tuple[Row, ...] = (*DEBATES, *MATTERS, *DOCUMENTS, *ARENA)
GROUPS = tuple(dict.fromkeys(row.group for row in ROWS))
