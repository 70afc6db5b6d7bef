"""The whole debate of spec 001 as its arbitrator sees it: on a WebSocket, with a browser's event stream beside it.

The two sides argue over REST. Both watchers lose their line in the middle, and the server its life; they go on from
the last line they had, and in the end each has seen every argument once.
"""

from collections.abc import Awaitable, Callable
from uuid import uuid4

import anyio
import pytest

from tests.support.house import SECONDS, ServerProcess, Table, bearer, said
from tests.support.houses import server
from tests.support.watching import Event, Watcher, by_events, by_socket, lines_in

pytestmark = pytest.mark.journey

__all__ = ["server"]


class Bench:
    """The arbitrator's seat: what it has seen so far on its sockets, and beside it on event streams."""

    def __init__(self, server: ServerProcess, table: Table) -> None:
        self.server = server
        self.table = table
        self.by_socket: list[Event] = []
        self.by_events: list[Event] = []
        self._headers = bearer(table.keys["arbitrator"])

    async def sit(self, act: Callable[[Watcher], Awaitable[None]]) -> None:
        """Watches both ways from where it left off, while something is done; sees it to its last line."""
        after = last(self.by_socket)
        resumed = {} if not after else {"after": after}
        remembered = {**self._headers, **({"Last-Event-ID": str(last(self.by_events))} if self.by_events else {})}
        async with (
            by_socket(self.server.url, self.table.debate, self._headers, **resumed) as socket,
            by_events(self.server.url, self.table.debate, remembered) as events,
        ):
            await act(socket)
            line = (await self.table.context())["debate"]["seq"]
            with anyio.fail_after(SECONDS):
                for watcher in (socket, events):
                    while last(watcher.seen) < line:
                        await watcher.next()
        self.by_socket += socket.seen
        self.by_events += events.seen


def last(seen: list[Event]) -> int:
    return max((event["seq"] for event in seen if "seq" in event), default=0)


def states(seen: list[Event]) -> list[str]:
    """The states a watcher went through, each once in a row."""
    told: list[str] = []
    for event in seen:
        match event["event"]:
            case "initial_state":
                state = event["data"]["debate"]["state"]
            case "state_changed":
                state = event["data"]["state"]
            case _:
                continue
        if not told or told[-1] != state:
            told.append(state)
    return told


async def test_the_arbitrator_follows_a_debate_and_closes_it(server: ServerProcess):
    async with server.client() as owner:
        table = await Table(owner, str(uuid4())).opened(content="One queue.")
        bench = Bench(server, table)

        async def they_argue(socket: Watcher) -> None:
            initial = await socket.next()
            assert (initial["event"], initial["data"]["role"]) == ("initial_state", "arbitrator")
            assert [argument["content"] for argument in initial["data"]["arguments"]] == ["One queue."]
            said(await table.claim("opponent", "It starves small jobs."))
            new = await socket.until(event="new_argument", seq=2)
            assert (new["data"]["role"], new["data"]["content"]) == ("opponent", "It starves small jobs.")
            said(await table.appeal("One or two?", about=2, options=["A=One", "B=Two"]))
            asked = await socket.until(event="new_argument", seq=3)
            assert [option["label"] for option in asked["data"]["options"]] == ["One", "Two", "Another way"]
            await socket.until(event="state_changed", seq=3)

        await bench.sit(they_argue)

        async def it_rules(socket: Watcher) -> None:
            wrong = await socket.say("submit_ruling", content="Three.", option="C", client_request_id="ruling-0")
            assert (wrong["event"], wrong["data"]["code"]) == ("refused", "INVALID_INPUT")
            assert wrong["data"]["client_request_id"] == "ruling-0"
            ruled = await socket.say("submit_ruling", content="Two.", option="B", client_request_id="ruling-1")
            assert (ruled["event"], ruled["data"]["state"]) == ("accepted", "AWAITING_PROPOSER")

        await bench.sit(it_rules)

        # Nobody watches: the proposer aligns, and the server is cut off and comes back.
        said(await table.claim("proposer", "Two queues then.", about=4))
        server.restart()

        async def it_stops_them(socket: Watcher) -> None:
            again = await socket.say("submit_ruling", content="Two.", option="B", client_request_id="ruling-1")
            assert (again["event"], again["data"]["seq"], again["data"]["repeated"]) == ("accepted", 4, True)
            stopped = await socket.say("submit_intervention", debate_id=table.debate, client_request_id="stop-1")
            assert (stopped["event"], stopped["data"]["action"]) == ("accepted", "rule")
            parked = said(await table.claim("opponent", "Two need two workers.", about=5))
            assert parked["action"] == "wait_for_ruling"
            seen = await socket.until(event="new_argument", seq=7)
            assert seen["data"]["parked"] is True
            ruled = await socket.say("submit_ruling", content="Say what they cost.")
            assert ruled["data"]["state"] == "AWAITING_PROPOSER"

        await bench.sit(it_stops_them)

        async def it_does_not_close(socket: Watcher) -> None:
            said(await table.resolve("Forty a month. We agree.", about=8))
            await socket.until(event="state_changed", seq=9)
            ruled = await socket.say("submit_ruling", content="Write it down first.", close=False)
            assert (ruled["event"], ruled["data"]["state"]) == ("accepted", "AWAITING_PROPOSER")

        await bench.sit(it_does_not_close)

        async def it_closes(socket: Watcher) -> None:
            said(await table.claim("proposer", "Written.", about=10))
            said(await table.claim("opponent", "Agreed.", about=11))
            said(await table.resolve("Done.", about=12))
            ruled = await socket.say("submit_ruling", content="Closed.", close=True, client_request_id="end")
            assert (ruled["event"], ruled["data"]["state"]) == ("accepted", "CLOSED")
            ended = await socket.until(event="state_changed", seq=15)
            assert (ended["data"]["state"], ended["data"]["waiting_for"]) == ("CLOSED", [])
            late = await socket.say("submit_intervention")
            assert (late["event"], late["data"]["current_state"]) == ("refused", "CLOSED")

        await bench.sit(it_closes)

        for seen in (bench.by_socket, bench.by_events):
            assert lines_in(seen) == list(range(1, 15))
            assert states(seen)[0] == "AWAITING_OPPONENT"
            assert states(seen)[-1] == "CLOSED"
        assert [argument["type"] for argument in await table.arguments()] == [
            "MOTION",
            "CLAIM",
            "APPEAL",
            "RULING",
            "CLAIM",
            "INTERVENTION",
            "CLAIM",
            "RULING",
            "RESOLUTION",
            "RULING",
            "CLAIM",
            "CLAIM",
            "RESOLUTION",
            "RULING",
        ]
        assert await table.sound()


async def test_each_side_watches_the_other_while_it_waits(server: ServerProcess):
    """What a watcher applies, event by event, is what a fresh reader finds."""
    async with server.client() as owner:
        table = await Table(owner, str(uuid4())).opened()
        async with by_socket(server.url, table.debate, bearer(table.keys["opponent"])) as watcher:
            initial = await watcher.next()
            for number in range(10):
                said(await table.claim("opponent" if number % 2 == 0 else "proposer", f"{number}", about=number + 1))
            said(await table.intervene())
            await watcher.until(event="state_changed", seq=12)
        arguments = [*initial["data"]["arguments"]]
        arguments += [event["data"] for event in watcher.seen if event["event"] == "new_argument"]
        assert arguments == await table.arguments()
        assert states(watcher.seen)[-1] == (await table.context())["debate"]["state"]
