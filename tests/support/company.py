"""A company: workshops in a real house, whose seats are scripted players, with the real sandbox where code is run."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from moot.debate import Brief, Entry, Manner, Move, Seated, Spent, Turn
from moot.desk import OWNER, Desk
from moot.engine import Answer, Call, Clock, Draft, Player, PlayerFailed
from moot.formats.workshop import State
from moot.players.sandbox import SandboxPlayer
from moot.sandbox import detected
from moot.wiring import Opened, checker_for, house, now, running
from tests.support.cast import ANSWERS, Asked, Bench, Script
from tests.support.crew import GIVEN, TASK
from tests.support.house import MEMORY, settings

ACTOR = "openai:actor@http://127.0.0.1:9/v1"
"""The name under which set-ups know a scripted player; nothing is ever sent there."""
SECONDS = 60
"""How long anything may take that should take a few."""


@pytest.fixture(scope="module")
def confined() -> None:
    """Skips where no sandbox holds: these tests run code."""
    must_confine()


def must_confine() -> None:
    """Skips the test where no sandbox holds."""
    if not any(found.holds for found in detected()):
        pytest.skip("A sandbox could not be had: moot sandbox check says why")


@dataclass
class Actor:
    """A player who says what the script says to a turn; None there: it cannot answer."""

    opened: Opened
    script: Script
    name: str = ACTOR
    manner: Manner = "plain"
    lanes: Mapping[str, int] = field(default_factory=dict[str, int])
    heard: list[Call] = field(default_factory=list[Call])

    def reserve(self, call: Call) -> Spent | None:
        """Nothing."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """The move as a form."""
        self.heard.append(call)
        state = (await self.opened.backing.steward.recalled(call.debate)).position.state
        keys = (f"{call.seat} {call.turn.name}", call.turn.name)
        said = next((self.script[key] for key in keys if key in self.script), ANSWERS[call.turn.name])
        asked = Asked(call.turn, cast(Bench, _At(state, call.brief)))
        made = said if said is None or isinstance(said, Move) else said(asked)
        if made is None:
            raise PlayerFailed("It has nothing to say.")
        return Answer(json.dumps({"kind": made.kind, **made.told()}), self.name, {"task": call.ask.task}, Spent())


@dataclass(frozen=True)
class _At:
    """Where a workshop stands, as a script asks for it."""

    state: State
    _brief: Brief

    def brief(self, turn: Turn) -> Brief:
        """What the holder of the turn is told."""
        return self._brief


class Silent(Actor):
    """A player who never answers."""

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """Waits until its turn is taken from it."""
        self.heard.append(call)
        await asyncio.Event().wait()
        raise AssertionError


@dataclass
class Company:
    """A house in which workshops are played."""

    opened: Opened
    actor: Actor

    @property
    def desk(self) -> Desk:
        """Its desk."""
        return self.opened.desk

    async def opens(self, **given: Any) -> str:
        """Opens a workshop with everybody scripted, the owner too, and gives its id."""
        owner = {"owner": ACTOR, **given.pop("seats", {})}
        fields: dict[str, Any] = {"task": TASK, "tests": [GIVEN], "player": ACTOR, **given}
        return (await self.desk.open_workshop(OWNER, **fields, seats=owner)).debate_id

    async def until(self, debate: str, done: Callable[[str], bool]) -> str:
        """Watches a workshop until it is in such a state."""
        steward = self.opened.backing.steward
        async with asyncio.timeout(SECONDS):
            while not (standing := await steward.recalled(debate)).position.ended:
                if done(standing.position.status):
                    break
                await self.opened.bulletin.grown(debate, standing.line, SECONDS)
        return standing.position.status

    async def plays(self, **given: Any) -> "Played":
        """Plays a workshop to its end."""
        return await self.ended(await self.opens(**given))

    async def ended(self, debate: str) -> "Played":
        """What a workshop came to, waited for."""
        await self.until(debate, lambda state: False)
        assert (await self.desk.verify(OWNER, debate)).sound
        found = await self.desk.result(OWNER, debate)
        entries = await self.opened.backing.steward.entries(debate)
        return Played(debate, entries, found.result)


@dataclass(frozen=True)
class Played:
    """A workshop that is over, and whose record was verified."""

    debate: str
    entries: Sequence[Entry]
    result: Mapping[str, Any]

    @property
    def ending(self) -> str:
        """How it ended."""
        return str(self.result["ending"])

    @property
    def winner(self) -> str | None:
        """Who won."""
        return None if self.result["result"] is None else self.result["result"].get("winner")

    @property
    def phases(self) -> list[str]:
        """The phases that were held."""
        return [each["phase"] for each in self.result["phases"]]

    def of(self, *kinds: str) -> list[Entry]:
        """The lines of some kinds."""
        return [entry for entry in self.entries if entry.kind in kinds]

    def reports(self) -> list[list[str]]:
        """How the tests of each run came out."""
        return [[each["outcome"] for each in cast(Any, entry.move["outcomes"])] for entry in self.of("REPORT")]

    def lapses(self) -> list[tuple[str | None, str | None, str]]:
        """Who did not take which turn, and why."""
        return [(entry.seat, entry.turn, str(entry.move["reason"])) for entry in self.of("lapsed")]


@asynccontextmanager
async def company(
    script: Script | None = None,
    *,
    database: str = MEMORY,
    clock: Clock = now,
    others: Mapping[str, Callable[[Opened], Player]] | None = None,
) -> AsyncGenerator[Company]:
    """A house in this process with a script for its players; `others` hold seats by the name of a player."""
    async with house(settings(database), clock) as opened:
        actor = Actor(opened, dict(script or {}))
        runs = SandboxPlayer("sandbox", checking=checker_for(opened.settings).job)
        made = {name: make(opened) for name, make in (others or {}).items()}

        async def hire(seated: Seated) -> Player:
            known: dict[str, Player] = {ACTOR: actor, "sandbox": runs, **made}
            return known[seated.player] if seated.player in known else await opened.backing.hire(seated)

        staged = replace(opened, backing=replace(opened.backing, hire=hire))
        async with running(staged):
            yield Company(opened, actor)
