"""Talking to an MCP server with the official client. Importing this imports that client: only who needs it does."""

import asyncio
import json
import logging
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import httpx2
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ContentBlock, TextContent
from mcp_types import Tool as Offered

from moot.debate import NothingThere
from moot.engine import Told
from moot.tools.turn.book import NamedMcp

_PAGES = 10
_LEAVING = 5.0
"""Seconds that a server has to go by itself."""
# The client writes a page about each line that it cannot read, and a server may write no end of them.
logging.getLogger("mcp.client.stdio").setLevel(logging.CRITICAL)


class Connection:
    """A server for the length of a turn, in a task of its own; begun when it is first needed."""

    def __init__(self, name: str, named: NamedMcp, environment: Mapping[str, str]) -> None:
        self._name = name
        self._named = named
        self._environment = environment
        self._done = asyncio.Event()
        self._ready: asyncio.Future[Client] | None = None
        self._task: asyncio.Task[None] | None = None
        self._held = ExitStack()

    async def offered(self) -> Sequence[Offered]:
        """The tools that the server has."""
        client = await self._connected()
        found: list[Offered] = []
        cursor: str | None = None
        for _ in range(_PAGES):
            page = await client.list_tools(cursor=cursor)
            found += page.tools
            if (cursor := page.next_cursor) is None:
                break
        return found

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        """What a tool of the server says."""
        client = await self._connected()
        try:
            result = await client.call_tool(tool, dict(arguments))
        except MCPError as refused:
            return Told(f"{self._name} refused: {refused}", ok=False)
        texts = [_text(block) for block in result.content]
        if not texts and result.structured_content is not None:
            texts = [json.dumps(result.structured_content, ensure_ascii=False)]
        return Told("\n".join(texts) or "It said nothing.", ok=not result.is_error)

    async def close(self) -> None:
        """Lets the server go."""
        self._done.set()
        if self._task is not None:
            # One that never said a word, or says no end of them, is not waited for.
            _, late = await asyncio.wait({self._task}, timeout=_LEAVING if self._is_ready else 0)
            for task in late:
                task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._held.close()

    @property
    def _is_ready(self) -> bool:
        return self._ready is not None and self._ready.done()

    async def _connected(self) -> Client:
        if self._ready is None:
            self._ready = asyncio.get_running_loop().create_future()
            self._task = asyncio.create_task(self._serve(self._ready), name=f"mcp {self._name}")
        try:
            return await asyncio.shield(self._ready)
        except (OSError, MCPError, ExceptionGroup, httpx2.HTTPError) as trouble:
            raise NothingThere(f"The MCP server {self._name!r} cannot be reached: {_why(trouble)}.") from None

    async def _serve(self, ready: "asyncio.Future[Client]") -> None:
        """Holds the connection; a task group of the client must be left by the task that entered it."""
        try:
            async with self._http() as http, Client(self._transport(http)) as client:
                ready.set_result(client)
                await self._done.wait()
        except Exception as trouble:
            if not ready.done():
                ready.set_exception(trouble)

    def _http(self) -> httpx2.AsyncClient:
        key = None if self._named.key_env is None else self._environment.get(self._named.key_env)
        return httpx2.AsyncClient(headers={} if key is None else {"Authorization": f"Bearer {key}"}, timeout=30.0)

    def _transport(self, http: httpx2.AsyncClient) -> Any:
        if self._named.url is not None:
            return streamable_http_client(self._named.url, http_client=http)
        command, *words = self._named.command
        passed = {name: self._environment[name] for name in self._named.pass_env if name in self._environment}
        server = StdioServerParameters(command=command, args=words, env=passed, cwd=self._named.cwd)
        # Nobody reads what a program complains of.
        return stdio_client(server, self._held.enter_context(Path(os.devnull).open("w")))


def _text(block: ContentBlock) -> str:
    return block.text if isinstance(block, TextContent) else f"({block.type}, left out)"


def _why(trouble: BaseException) -> str:
    while isinstance(trouble, BaseExceptionGroup):
        trouble = cast(BaseException, trouble.exceptions[0])
    return str(trouble)[:300] or type(trouble).__name__
