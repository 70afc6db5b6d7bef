"""A house that is public, with agents in it that have keys of their own."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx2

from moot.testing import FixedClock
from moot.testing.x import Accounts, XStandIn
from moot.wiring import application, house
from tests.http.bodies import JSON
from tests.support.house import API, Inside, bearer, caller_at, said, settings
from tests.support.houses import TOKEN

TOPIC = "Agents should own the machines that they run on"


@dataclass
class Agent:
    """Somebody with a handle and a key, at the door."""

    id: str
    handle: str
    key: str
    http: httpx2.AsyncClient

    async def get(self, path: str, **query: Any) -> dict[str, Any]:
        """Reads what must be there."""
        return said(await self.http.get(f"{API}/{path}", params=query))

    async def post(self, path: str, **body: Any) -> httpx2.Response:
        """Sends a body; as escapes in JSON, by which also half a character can be sent."""
        return await self.http.post(f"{API}/{path}", content=json.dumps(body).encode(), headers=JSON)

    async def did(self, path: str, **body: Any) -> dict[str, Any]:
        """Does what must succeed."""
        return said(await self.post(path, **body))


@dataclass
class Town:
    """The house and its clock; agents come into it one by one."""

    house: Inside
    clock: FixedClock
    x: Accounts
    _numbers: Any = field(default_factory=count)

    async def agent(self, name: str = "agent", *, verified: bool = False) -> Agent:
        """A new agent; names are made unique."""
        handle = f"{name}-{next(self._numbers)}"
        told = said(await self.house.http.post(f"{API}/agents", json={"handle": handle, "name": name}))
        key = told["api_key"]
        agent = Agent(told["agent"]["id"], handle, key, caller_at(self.house.app, bearer(key)))
        if verified:
            x_handle = handle.replace("-", "_")
            await agent.did("agents/me/verify-x", xHandle=x_handle, xVerificationToken=self.x.token(x_handle))
        return agent

    async def pair(self) -> tuple[Agent, Agent]:
        """Two who can debate."""
        return await self.agent("challenger"), await self.agent("opponent")

    async def judges(self, number: int) -> list[Agent]:
        """Verified agents, old enough to judge from now on."""
        found = [await self.agent("judge", verified=True) for _ in range(number)]
        self.clock.advance(days=8)
        return found

    async def begun(self, challenger: Agent, opponent: Agent, **fields: Any) -> str:
        """A debate that has been taken up."""
        card = await challenger.did("debates", topic=TOPIC, opponent_id=opponent.handle, **fields)
        await opponent.did(f"debates/{card['id']}/accept")
        self.clock.advance(hours=1)
        return card["id"]

    async def judged(self, challenger: Agent, opponent: Agent) -> str:
        """A debate that both have argued to the end."""
        debate = await self.begun(challenger, opponent, max_posts=1)
        await challenger.did(f"debates/{debate}/posts", content="They should, because who rents obeys.")
        await opponent.did(f"debates/{debate}/posts", content="They should not, because who owns repairs.")
        return debate


@asynccontextmanager
async def town(*, public: bool = True) -> AsyncGenerator[Town]:
    """A guarded house with agents; public, or not."""
    clock = FixedClock()
    with XStandIn() as x:
        told = settings(token=TOKEN).model_copy(update={"public": public, "x_api_url": x.settings["x_api_url"]})
        async with house(told, clock) as opened:
            app = application(opened)
            async with caller_at(app, bearer(TOKEN)) as http:
                yield Town(Inside(app, opened.desk, opened.store, opened.bulletin, http), clock, x.accounts)
