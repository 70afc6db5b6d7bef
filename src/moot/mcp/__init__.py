"""MCP: the verbs of the house as tools, debates and documents as resources, briefs as prompts.

One implementation over the REST API, so that tokens, keys and refusals are the same: in the server it is a hatch at
`/mcp`, and `moot mcp` serves a client over pipes. Tools are rows of a table (`table`); what they take is read off the
API's own description. The SDK is loaded when the first client comes.
"""

from moot.mcp.hatch import PATH, Hatch
from moot.mcp.table import GROUPS, ROWS, Row

__all__ = ["GROUPS", "PATH", "ROWS", "Hatch", "Row"]
