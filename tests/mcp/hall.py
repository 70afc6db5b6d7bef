"""A house that MCP clients come to: over HTTP by either protocol, or over pipes through `moot mcp`."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import (
    INTERNAL_ERROR,
    CallToolResult,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    ErrorData,
    ResourceUpdatedNotification,
)

from moot.debate import argument_id
from moot.testing import FixedClock
from moot.testing.x import Accounts, XStandIn
from moot.wiring import application, house, running
from tests.support.crew import Crew
from tests.support.house import Inside, bearer, caller_at, settings
from tests.support.houses import TOKEN

SECONDS = 30
"""How long anything may take that should take none."""


@dataclass
class Person:
    """Somebody at a client, who answers as told and remembers what was asked."""

    answer: ElicitResult | ErrorData = field(default_factory=lambda: ElicitResult(action="cancel"))
    asked: list[ElicitRequestFormParams] = field(default_factory=list[ElicitRequestFormParams])

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult | ErrorData:
        assert isinstance(params, ElicitRequestFormParams)
        self.asked.append(params)
        return self.answer

    def will(self, action: Literal["accept", "decline", "cancel"], **content: Any) -> None:
        """Answers so from now on."""
        self.asked.clear()
        self.answer = ElicitResult(action=action, content=content or None)

    def fails(self) -> None:
        """Cannot be asked from now on, whatever the client said."""
        self.asked.clear()
        self.answer = ErrorData(code=INTERNAL_ERROR, message="There is no window to ask in.")


class Inbox:
    """The resources that a client was told have changed."""

    def __init__(self) -> None:
        self._came: asyncio.Queue[str] = asyncio.Queue()

    async def __call__(self, message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            self._came.put_nowait(str(message.params.uri))

    async def next(self) -> str:
        """The next one."""
        with anyio.fail_after(SECONDS):
            return await self._came.get()


@dataclass
class Guest:
    """An MCP client, and what its tools answer."""

    client: Client
    person: Person = field(default_factory=Person)
    inbox: Inbox = field(default_factory=Inbox)

    async def does(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool answers that must succeed."""
        result = await self.tries(tool, **arguments)
        assert not result.is_error, result.structured_content
        return result.structured_content

    async def fails(self, tool: str, code: str, **arguments: Any) -> dict[str, Any]:
        """The error of a tool that must be this refusal."""
        result = await self.tries(tool, **arguments)
        assert result.is_error, result.structured_content
        assert result.structured_content["error"]["code"] == code, result.structured_content
        return result.structured_content["error"]

    async def tries(self, tool: str, **arguments: Any) -> CallToolResult:
        """What a tool answers, whatever that is."""
        return await self.client.call_tool(tool, arguments)


@dataclass
class Hall:
    """The house on a real socket, its clock, and the ways in."""

    url: str
    inside: Inside
    clock: FixedClock
    x: Accounts
    home: Path

    @asynccontextmanager
    async def guest(self, door: str, token: str | None = TOKEN, *, asks: bool = False) -> AsyncGenerator[Guest]:
        """A client that came in by a door; it can ask its person, or not."""
        person, inbox = Person(), Inbox()
        options: dict[str, Any] = {"mode": "legacy"} if door.startswith("older") else {}
        options |= {"elicitation_callback": person} if asks else {}
        async with AsyncExitStack() as stack:
            if door.endswith("pipes"):
                server: Any = self.program(token)
            else:
                http = await stack.enter_async_context(httpx2.AsyncClient(headers=bearer(token), timeout=SECONDS))
                server = streamable_http_client(f"{self.url}/mcp", http_client=http)
            client = Client(server, cache=None, read_timeout_seconds=SECONDS, message_handler=inbox, **options)
            yield Guest(await stack.enter_async_context(client), person, inbox)

    def program(self, token: str | None, *arguments: str) -> StdioServerParameters:
        """`moot mcp`, as a client would start it."""
        outside = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
        ours = {"DEBATE_SERVER_URL": self.url, "MOOT_HOME": str(self.home)}
        ours |= {} if token is None else {"DEBATE_AUTH_TOKEN": token}
        moot = str(Path(sys.executable).parent / "moot")
        return StdioServerParameters(command=moot, args=["mcp", *arguments], env=outside | ours)

    def crew(self, guest: Guest, debate: str) -> "Guests":
        """A guest who holds every seat of a workshop."""
        return Guests(self.inside.desk, self.inside.store, debate, guest=guest)


@dataclass
class Guests(Crew):
    """A crew that moves through a tool."""

    guest: Guest | None = None

    async def takes(self, turn: Any, move: Any) -> None:
        """Takes a turn."""
        assert self.guest is not None
        about = {} if turn.answers is None else {"answers": argument_id(self.debate, turn.answers)}
        told = {"debate_id": self.debate, "role": str(turn.seat), "move": dict(move.told()), **about}
        if move.kind == "BALLOT":
            await self.guest.does("workshop_vote", **told)
        else:
            await self.guest.does("debate_move", type=move.kind, **told)


@asynccontextmanager
async def hall(home: Path) -> AsyncGenerator[Hall]:
    """A public house with a token and a clock that is set by hand."""
    clock = FixedClock()
    with XStandIn() as x:
        # Days pass in a moment here, and nobody is to be spared for that.
        own = {"public": True, "x_api_url": x.settings["x_api_url"], "grace_minutes": 0}
        told = settings(token=TOKEN).model_copy(update=own)
        async with house(told, clock) as opened, running(opened), opened.hatch.open():
            app = application(opened)
            async with caller_at(app, bearer(TOKEN)) as http:
                inside = Inside(app, opened.desk, opened.store, opened.bulletin, http)
                async with inside.listening() as url:
                    yield Hall(url, inside, clock, x.accounts, home)
                    opened.hatch.close()
