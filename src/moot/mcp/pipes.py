"""MCP over standard input and output, for a client that starts Moot itself; the house is elsewhere."""

import signal
from collections.abc import Sequence

import anyio
import httpx2
from mcp.server.stdio import stdio_server

from moot.mcp.usher import Usher
from moot.mcp.wire import TIMEOUT, Skills, Wire


def serve(url: str, token: str | None, skills: Skills, groups: Sequence[str] = ()) -> None:
    """Serves one client until it closes its end; every call goes to the server at this address."""
    # Whoever reads standard input cannot be interrupted; there is nothing to save, so that Ctrl-C may end it all.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(_serve, url, token, skills, groups)


async def _serve(url: str, token: str | None, skills: Skills, groups: Sequence[str]) -> None:
    limits = httpx2.Limits(max_connections=None)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=url, timeout=TIMEOUT, limits=limits) as http:
        server = Usher(lambda request: Wire(http, headers), skills, groups).server()
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
