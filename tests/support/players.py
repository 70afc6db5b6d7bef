"""Models that say what a test wants, and the matters that are put to them, over REST."""

import json
import os
import re
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from moot.testing.wire import Asked, Reply, WireServer, saying
from tests.support.house import API, ServerProcess, Table, bearer, said
from tests.support.houses import TOKEN
from tests.support.program import BIN
from tests.support.watching import Watcher, by_events

JUDGES = ("risk", "value", "effort")
QUESTION: Mapping[str, Any] = {
    "question_id": "offline",
    "question_text": "Does the first release work offline?",
    "options": ["A=No offline mode", "B=Full offline mode: all of it works", "C=Reading alone works"],
    "spec_context": "Field workers lose the network for hours.",
}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A real server with a token, on each kind of database, shared by a module: each test opens debates of its own."""
    if request.param == "sqlite":
        with ServerProcess.serving(str(tmp_path_factory.mktemp("served") / "moot.db"), token=TOKEN) as server:
            yield server
        return
    postgres = request.getfixturevalue("postgres")
    url = postgres.new_database()
    with ServerProcess.serving(url, token=TOKEN) as server:
        yield server
    postgres.drop_database(url)


def seat(wire: WireServer, model: str) -> str:
    """A model of a local server, as a set-up names it."""
    return f"openai:{model}@{wire.url}"


def seats(wire: WireServer, *models: str) -> dict[str, str]:
    """Each seat held by the model of its own name."""
    return {model: seat(wire, model) for model in models}


def filled(**form: Any) -> Reply:
    """A form, filled in just so."""
    return saying(json.dumps(form))


def one_by_one(*replies: Reply | Callable[[Asked], Reply]) -> Callable[[Asked], Reply]:
    """These, one after the other; one may depend on what was asked. Nothing more is answered."""
    left = deque(replies)

    def reply(asked: Asked) -> Reply:
        if not left:
            return saying("I was not to be asked again.")
        following = left.popleft()
        return following if isinstance(following, Reply) else following(asked)

    return reply


def recommendation(option: str, why: str = "It is the least that can fail.") -> dict[str, Any]:
    """A recommendation as a person makes it: in the shape of the record."""
    assessed = [{"option": name, "assessment": f"Option {name} has its points."} for name in "ABC"]
    told = {"summary": why, "for_stance": "It serves the aim.", "assessments": assessed, "reasoning": why}
    return {"recommendation": option, **told}


def response(option: str, against: str, why: str = "The network is gone for hours.") -> dict[str, Any]:
    """A response as a person makes it."""
    challenge = {"judge": against, "point": "It is the least that can fail.", "counter": why}
    told = {"summary": why, "for_stance": "It serves the aim.", "challenges": [challenge], "reasoning": why}
    return {"recommendation": option, **told}


def recommending(option: str, why: str = "It is the least that can fail.", **fields: Any) -> Reply:
    """A judge recommends an option without having read the others."""
    places = {name: f"Option {name} has its points." for name in "ABC"}
    return filled(**{**recommendation(option, why), "assessments": places, **fields})


def responding(option: str, against: str, why: str = "The network is gone for hours.") -> Reply:
    """A judge answers another, and recommends what it recommended before."""
    return filled(**{**response(option, against, why), "recommendation": {"option": option}})


def changing(option: str, against: str) -> Reply:
    """A judge answers another, and recommends something else without a word about why."""
    return filled(**response(option, against, "Most of us think so."))


def convinced(option: str, by: str, why: str) -> Callable[[Asked], Reply]:
    """A judge changes its mind for a reason of another, whose line it cites as it was told it."""

    def reply(asked: Asked) -> Reply:
        because = {"judge": by, "line": line_of(asked, by), "reason": why}
        stand = {"option": option, "convinced_by": because}
        return filled(**{**response(option, by, "Still, it is late."), "recommendation": stand})

    return reply


def line_of(asked: Asked, judge: str) -> int:
    """The line under which a judge's point was shown."""
    found = re.search(rf"^Line (\d+), the {judge} judge", told(asked), re.MULTILINE)
    assert found is not None, told(asked)
    return int(found[1])


def heard(wire: WireServer, model: str) -> list[Asked]:
    """What a model was asked, oldest first."""
    return [asked for asked in wire.asked if asked.model == model]


def calls(wire: WireServer) -> dict[str, int]:
    """How often each model was asked."""
    return {model: len(heard(wire, model)) for model in sorted({asked.model for asked in wire.asked})}


def told(asked: Asked) -> str:
    """All that a model was sent, as one text."""
    return "\n\n".join(str(message["content"]) for message in asked.messages)


@dataclass
class Matter(Table):
    """A question or an idea that was put to players."""

    server: ServerProcess | None = None

    @classmethod
    async def asked(cls, server: ServerProcess, http: httpx2.AsyncClient, **fields: Any) -> "Matter":
        """Puts the usual question to a panel."""
        return await cls.put(server, http, "panels", **{**QUESTION, **fields})

    @classmethod
    async def put(cls, server: ServerProcess, http: httpx2.AsyncClient, where: str, **fields: Any) -> "Matter":
        """Puts a matter to whoever answers at this path."""
        receipt = said(await http.post(f"{API}/{where}", json=fields))
        return cls(http, receipt["debate_id"], receipt.get("seat_keys", {}), server)

    async def until(self, *states: str) -> str:
        """Watches until it is in one of these states, and says in which."""
        async with self.watched() as watcher:
            while True:
                event = await watcher.next()
                state = event["data"].get("state") or event["data"].get("debate", {}).get("state")
                if event["event"] in ("initial_state", "state_changed") and state in states:
                    return str(state)

    async def until_lines(self, number: int) -> list[dict[str, Any]]:
        """Watches until the record has so many lines after its opening, and gives them."""
        async with self.watched() as watcher:
            await watcher.until_line(number)
        return await self.arguments()

    def watched(self, role: str | None = None) -> AbstractAsyncContextManager[Watcher]:
        """Somebody who watches it by server-sent events."""
        assert self.server is not None
        asked = {} if role is None else {"role": role}
        return by_events(self.server.url, self.debate, bearer(self.server.token), **asked)

    async def result(self) -> dict[str, Any]:
        """What came of it, as programs read it."""
        return said(await self.http.get(f"{self.path}/result"))["result"]

    async def lines(self) -> list[tuple[str, str | None]]:
        """The record after its opening: kinds and seats."""
        return [(line["type"], line["role"]) for line in await self.arguments()]

    async def lapses(self) -> list[tuple[str, str, str]]:
        """Who did not speak: the seat, the reason, and what more is told of it."""
        found = [line for line in await self.arguments() if line["type"] == "lapsed"]
        return [(line["role"], line["move"]["reason"], line["move"].get("detail", "")) for line in found]

    async def provenance(self, line: int) -> dict[str, Any]:
        """The calls that a line came from."""
        return said(await self.http.get(f"{self.path}/arguments/{self.id(line)}/provenance"))


def typed(server: ServerProcess, *arguments: str, token: str | None = None) -> dict[str, Any]:
    """What a command answers that somebody types who speaks to this server, in a process of its own."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
    known = {"DEBATE_SERVER_URL": server.url, "DEBATE_AUTH_TOKEN": token or server.token or ""}
    command = [str(BIN / "moot"), *arguments]
    home = {"MOOT_HOME": str(server.folder)}
    done = subprocess.run(command, env=outside | known | home, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return json.loads(done.stdout)["data"]
