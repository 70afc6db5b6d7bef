"""Plays, put on at a server that a browser watches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from tests.web.plays import Act, Play


@dataclass
class Stage:
    """One debate of a play."""

    server: str
    id: str = ""

    def put_on(self, play: Play) -> "Stage":
        """Opens the debate and makes the moves of the play."""
        self.id = self._post(f"/formats/{play.format}/debates", play.opening)["debate_id"]
        return self.go_on(*play.acts)

    def go_on(self, *acts: Act) -> "Stage":
        """Makes further moves."""
        for act in acts:
            self._post(f"/debates/{self.id}/moves", act._asdict())
        return self

    @property
    def page(self) -> str:
        """Where people watch it."""
        return f"{self.server}/debates/{self.id}"

    def context(self) -> dict[str, Any]:
        """How it stands, and all that was said."""
        return httpx2.get(f"{self.server}/api/v1/debates/{self.id}?argument_limit=500").json()

    def lines(self) -> Sequence[dict[str, Any]]:
        """All that was said."""
        return self.context()["arguments"]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = httpx2.post(f"{self.server}/api/v1{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()
