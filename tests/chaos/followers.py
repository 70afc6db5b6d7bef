"""Followers: many who hang on one debate in each of the ways there are, and come back when the server does."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from moot.client import Client
from moot.client.shapes import Event
from moot.debate import argument_id
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE

Way = Literal["poll", "stream", "socket"]
Heard = tuple[Way, tuple[int, ...]]
"""By which way somebody followed, and the lines that they were told of, in order."""


@dataclass
class Followers:
    """Those who follow a debate that has nothing but its motion yet."""

    client: Client
    debate: str
    crowd: Crowd[Heard]
    of_each: int
    there: int = 0
    """How often somebody said that they hang on a server."""

    def go(self) -> None:
        """Lets them begin, and returns once they hang on the server."""
        for _ in range(self.of_each):
            for act in (self._poll, self._stream, self._socket):
                self.crowd.go(act)
        self.crowd.wait_until(lambda: self.there >= 3 * self.of_each)
        self.client.health()

    def done(self, way: Way) -> bool:
        """Whether all who follow in this way have heard what they waited for."""
        return sum(by == way for by, _ in self.crowd.results) == self.of_each

    def _poll(self) -> Heard:
        self._come()
        on = argument_id(self.debate, 1)
        waited = self.client.wait(self.debate, on, "proposer")
        return "poll", tuple(argument["seq"] for argument in waited["arguments"])

    def _stream(self) -> Heard:
        """As any program that uses the client: it goes on from its line by itself."""
        heard: list[int] = []
        for event in self.client.watch(self.debate):
            self._hear(event, heard)
        return "stream", tuple(heard)

    def _socket(self) -> Heard:
        """As a page that remembers the last line it saw."""
        heard: list[int] = []
        over = False
        while not over:
            try:
                over = self._listen(heard)
            except (OSError, ConnectionClosed):
                PATIENCE.rest(2)
        return "socket", tuple(heard)

    def _listen(self, heard: list[int]) -> bool:
        after = f"?after={heard[-1]}" if heard else ""
        url = self.client.url.replace("http", "ws", 1)
        with connect(f"{url}/api/v1/debates/{self.debate}/ws{after}") as socket:
            for message in socket:
                event: Event = json.loads(message)
                self._hear(event, heard)
                if _closes(event):
                    return True
        return False

    def _hear(self, event: Event, heard: list[int]) -> None:
        data: dict[str, Any] = event["data"]
        if event["event"] == "initial_state":
            heard += [argument["seq"] for argument in data["arguments"]]
            self._come()
        elif event["event"] == "new_argument":
            heard.append(event["seq"])

    def _come(self) -> None:
        with self.crowd.changing():
            self.there += 1


def _closes(event: Event) -> bool:
    data: dict[str, Any] = event["data"]
    return data.get("closed_at") is not None or data.get("debate", {}).get("closed_at") is not None
