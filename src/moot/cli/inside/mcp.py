"""Serving an MCP client: loaded only by `moot mcp`."""

from collections.abc import Sequence
from functools import partial

from moot.mcp.pipes import serve as serve_pipes
from moot.settings import Settings
from moot.skills import show_any


def serve(url: str, token: str | None, groups: Sequence[str]) -> None:
    """Serves one client until it goes."""
    serve_pipes(url, token, partial(show_any, extra=Settings().rules_dir), groups)
