"""What is waited for and watched: a debate that goes on for ever, or a bare bell that is rung."""

import asyncio
from typing import Protocol
from uuid import uuid4

from benchmarks.debating import CONTENT, said
from benchmarks.load.pool import Pool
from moot.debate import argument_id


class Topic(Protocol):
    """Something that grows line by line."""

    line: int
    """The last line that was acknowledged."""

    def wait_path(self, line: int) -> str:
        """Where to wait for what comes after a line."""
        ...

    @property
    def socket_path(self) -> str:
        """Where to watch it."""
        ...

    async def move(self) -> float:
        """Adds a line; when that was acknowledged. Moves that come too early wait for those before them."""
        ...


class Argued:
    """A debate in which opponent and proposer answer each other."""

    def __init__(self, callers: Pool, debate: str) -> None:
        self._callers = callers
        self.debate = debate
        self.line = 1
        self._one_by_one = asyncio.Lock()

    @classmethod
    async def opened(cls, callers: Pool) -> "Argued":
        """A new debate with its motion."""
        topic = cls(callers, str(uuid4()))
        kind = "coding_plan_debate"
        fields = {"debate_id": topic.debate, "title": "A plan", "debate_type": kind, "content": CONTENT}
        await callers.post("/api/v1/debates", fields)
        return topic

    def wait_path(self, line: int) -> str:
        """Whoever has not the floor waits."""
        role = _speaker(line + 2)
        return f"/api/v1/debates/{self.debate}/wait?argument_id={argument_id(self.debate, line)}&role={role}"

    @property
    def socket_path(self) -> str:
        """As a reader without a seat, from now on."""
        return f"/api/v1/debates/{self.debate}/ws?after={self.line}"

    async def move(self) -> float:
        """Whoever has the floor answers the last line."""
        async with self._one_by_one:
            fields = said(_speaker(self.line + 1), argument_id(self.debate, self.line))
            answer = await self._callers.post(f"/api/v1/debates/{self.debate}/arguments", fields)
            self.line += 1
        return answer.at


class Rung:
    """A bell of the bare application."""

    def __init__(self, callers: Pool) -> None:
        self._callers = callers
        self._name = str(uuid4())
        self.line = 0

    def wait_path(self, line: int) -> str:
        """Until it has rung more often than this."""
        return f"/wait?bell={self._name}&after={line}"

    @property
    def socket_path(self) -> str:
        """From now on."""
        return f"/watch?bell={self._name}"

    async def move(self) -> float:
        """Rings it."""
        answer = await self._callers.post(f"/announce?bell={self._name}", {})
        self.line += 1
        return answer.at


def _speaker(line: int) -> str:
    return "opponent" if line % 2 == 0 else "proposer"
