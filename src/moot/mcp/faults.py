"""Refusals in MCP's terms: what a tool gives back, or a fault of what is no tool."""

import json

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent

from moot.mcp.refusing import Refused

_NOT_THERE = -32002
"""MCP's code for a resource that is not there."""
_OURS = frozenset({"INTERNAL_ERROR", "UNAVAILABLE", "STORE_BUSY", "NEWER_DATABASE", "NO_SERVER"})
"""What is not the caller's fault."""


def as_result(refused: Refused) -> CallToolResult:
    """A refusal as what a tool gives back, so that the model reads it and can do better."""
    told = {"success": False, "error": refused.error}
    return CallToolResult(
        content=[TextContent(text=json.dumps(told, ensure_ascii=False))], structured_content=told, is_error=True
    )


def as_fault(refused: Refused) -> MCPError:
    """A refusal of what is no tool: a resource, a prompt, a subscription."""
    if refused.code.endswith("NOT_FOUND"):
        number = _NOT_THERE
    else:
        number = INTERNAL_ERROR if refused.code in _OURS else INVALID_PARAMS
    return MCPError(number, str(refused), refused.error)
