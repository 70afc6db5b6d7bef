"""Debates over the wire: opening one, moving in it, and waiting in it."""

from collections.abc import Callable
from time import perf_counter
from uuid import uuid4

from benchmarks.wire import Connection

CONTENT = "The plan stores the token in the session, which every page can read. " * 8
"""About 560 characters: a short claim."""


class Debate:
    """A debate that goes on for ever: opponent and proposer answer each other."""

    def __init__(self, connection: Connection, debate_id: str, last: str, floor: str = "opponent") -> None:
        self._connection = connection
        self.id = debate_id
        self.last = last
        """The id of its last argument."""
        self.floor = floor

    @classmethod
    async def opened(cls, connection: Connection) -> "Debate":
        """A new debate with its motion."""
        fields = {"debate_id": str(uuid4()), "title": "A plan", "debate_type": "coding_plan_debate", "content": CONTENT}
        receipt = (await connection.post("/api/v1/debates", fields)).json()
        return cls(connection, receipt["debate_id"], receipt["argument_id"])

    @property
    def other(self) -> str:
        """Who waits."""
        return "proposer" if self.floor == "opponent" else "opponent"

    async def move(self) -> None:
        """Whoever has the floor answers the last argument."""
        fields = said(self.floor, self.last)
        receipt = (await self._connection.post(f"/api/v1/debates/{self.id}/arguments", fields)).json()
        self.last, self.floor = receipt["argument_id"], self.other

    @property
    def wait_path(self) -> str:
        """Where to wait for the next move."""
        return f"/api/v1/debates/{self.id}/wait?argument_id={self.last}&role={self.other}"


def said(role: str, target: str) -> dict[str, str]:
    """A claim as it is sent."""
    return {"role": role, "target_id": target, "content": CONTENT, "client_request_id": str(uuid4())}


def until(seconds: float) -> Callable[[], bool]:
    """Whether there is still time."""
    end = perf_counter() + seconds
    return lambda: perf_counter() < end
