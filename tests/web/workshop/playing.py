"""Workshops put on in a house, through its REST door: in this process, or at a server that a browser watches."""

from dataclasses import dataclass
from typing import Any

import httpx2

from tests.support.house import API, said
from tests.web.workshop.plays import Walk


async def put_on(http: httpx2.AsyncClient, walk: Walk) -> str:
    """Opens the workshop and makes its moves; the debate's id."""
    debate = said(await http.post(f"{API}/formats/workshop/debates", json=walk.opening))["debate_id"]
    await go_on(http, debate, walk)
    return debate


async def go_on(http: httpx2.AsyncClient, debate: str, walk: Walk, start: int = 0) -> None:
    """Makes the moves of a walk, from one of them on."""
    for body in walk.bodies(debate, start):
        said(await http.post(f"{API}/debates/{debate}/moves", json=body))


@dataclass
class Bench:
    """A workshop at a server."""

    server: str
    id: str = ""

    def put_on(self, walk: Walk) -> "Bench":
        """Opens the workshop and makes its moves."""
        self.id = self._post("/formats/workshop/debates", walk.opening)["debate_id"]
        return self.go_on(walk)

    def go_on(self, walk: Walk, start: int = 0) -> "Bench":
        """Makes the moves of a walk, from one of them on."""
        for body in walk.bodies(self.id, start):
            self._post(f"/debates/{self.id}/moves", body)
        return self

    @property
    def page(self) -> str:
        """Where people watch it."""
        return f"{self.server}/debates/{self.id}"

    def state(self) -> str:
        """Where it stands."""
        return httpx2.get(f"{self.server}/api/v1/debates/{self.id}").json()["debate"]["state"]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = httpx2.post(f"{self.server}/api/v1{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()
