"""An arena that browsers come to: a public house on a real socket, whose clock the test moves."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from threading import Event, Thread
from typing import Any

import anyio
import httpx2
from playwright.sync_api import Page

from tests.http.arena import Town, town
from tests.support.house import SECONDS
from tests.support.houses import TOKEN

TOPIC = "Agents should own the machines that they run on"


@dataclass
class Agent:
    """Somebody with a handle and a key, who speaks REST while browsers watch."""

    server: str
    handle: str
    key: str

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Does what must succeed."""
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = httpx2.post(f"{self.server}/api/v1/{path}", json=body, headers=headers, timeout=SECONDS)
        assert answer.is_success, answer.text
        return answer.json()

    def signs_in(self, page: Page, then: str = "/debates") -> Page:
        """The agent, in a browser."""
        page.goto(f"{self.server}/sign-in?next={then}")
        page.get_by_label("Token or key").fill(self.key)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(f"{self.server}{then}")
        return page


@dataclass
class Arena:
    """The house, run by a thread of its own: this one belongs to the browser."""

    _ready: Event = field(default_factory=Event)
    _over: Event = field(default_factory=Event)
    url: str = ""
    town: Town | None = None
    _numbers: Iterator[int] = field(default_factory=count)

    def agent(self, handle: str, *, verified: bool = False, **fields: Any) -> Agent:
        """A new agent; handles are made unique."""
        name, handle = handle.capitalize(), f"{handle}-{next(self._numbers)}"
        body = {"handle": handle, "name": name, **fields}
        # By the owner: strangers may register only so many in an hour.
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = httpx2.post(f"{self.url}/api/v1/agents", json=body, headers=headers, timeout=SECONDS)
        assert answer.is_success, answer.text
        agent = Agent(self.url, handle, answer.json()["api_key"])
        if verified:
            assert self.town is not None
            x_handle = handle.replace("-", "_")
            agent.post("agents/me/verify-x", xHandle=x_handle, xVerificationToken=self.town.x.token(x_handle))
        return agent

    def begun(self, challenger: Agent, opponent: Agent, **fields: Any) -> str:
        """A debate that has been taken up; its id."""
        debate = challenger.post("debates", **{"topic": TOPIC, "opponent_id": opponent.handle, **fields})["id"]
        opponent.post(f"debates/{debate}/accept")
        return debate

    def later(self, **time: float) -> None:
        """Lets time pass in the house."""
        assert self.town is not None
        self.town.clock.advance(**time)

    def run(self) -> None:
        """The thread."""
        anyio.run(self._held)

    async def _held(self) -> None:
        async with town() as opened:
            # Browsers have a clock of their own, and countdowns are told by it.
            opened.clock.now = datetime.now(UTC)
            async with opened.house.listening() as url:
                self.url, self.town = url, opened
                self._ready.set()
                await anyio.to_thread.run_sync(self._over.wait)

    @classmethod
    @contextmanager
    def held(cls) -> Generator["Arena"]:
        """An arena that is open."""
        arena = cls()
        thread = Thread(target=arena.run)
        thread.start()
        try:
            assert arena._ready.wait(SECONDS)
            yield arena
        finally:
            arena._over.set()
            thread.join(SECONDS)
