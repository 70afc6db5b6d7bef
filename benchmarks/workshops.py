"""Many workshops: a hundred at once, each kept apart from the others, and a thousand one after the other.

`python -m benchmarks.workshops [--at-once 100] [--in-turn 1000] [--pretend]`. Seats are scripted; code is run in the
sandbox of this machine, or, with `--pretend`, by a player that runs nothing and says that all went well. The thousand
are always played with that one: what is looked at there is the memory of the house.
"""

import argparse
import asyncio
import json
import os
import re
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from moot.debate import Manner, Seated, Spent
from moot.desk import OWNER
from moot.engine import Answer, Call, Draft, Player
from moot.players.sandbox import SandboxPlayer
from moot.settings import Settings
from moot.wiring import Opened, house, running

SCRIPTED = "openai:scripted@http://127.0.0.1:9/v1"
"""As the set-ups name the player of all seats that run no code; nothing is sent there."""
AGREED: Mapping[str, Any] = {
    "task": "# Add up\n\nWrite f(xs), which adds numbers up.",
    "cast": ["generator", "executor", "judge"],
    "off": ["planning", "critique", "review", "optimization", "adversarial"],
    "lessons": False,
    "player": SCRIPTED,
}
LONGEST = 1200
"""Seconds that one workshop may take while all the others are under way."""
_NAMED = re.compile(r"workshop ([0-9a-f-]{36})")
_EARLY = 100
"""After so many the memory of the house is taken for the first time."""


@dataclass(frozen=True)
class Told:
    """What came of it."""

    workshops: int
    decided: int
    sound: int
    """Those whose chain holds and whose moves can be replayed."""
    apart: int
    """Those in whose record no other workshop is named."""
    runs: int
    """How often code was run."""
    seconds: float
    early_mb: float = 0.0
    late_mb: float = 0.0

    @property
    def good(self) -> bool:
        """Whether all of them came to what they should."""
        return self.workshops == self.decided == self.sound == self.apart


class Scripted:
    """Plays every seat: wrong at first, then right, and always with the name of its workshop on its lips."""

    name = SCRIPTED
    manner: Manner = "plain"
    lanes: Mapping[str, int] = {}

    def reserve(self, call: Call) -> Spent | None:
        """Nothing."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What the turn asks for."""
        return Answer(json.dumps(_said(call)), self.name, {"task": call.ask.task}, Spent())


class Pretending(Scripted):
    """Runs nothing, and says that whatever was reflected on went well; before that, that it did not."""

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """A report without a run."""
        job = json.loads(call.ask.task)
        came = "passed" if "reflected" in job["files"].get("solution.py", "") else "failed"
        outcomes = [{"id": case["id"], "outcome": came} for case in job["cases"]]
        return Answer(json.dumps({"backend": "pretended", "outcomes": outcomes}), self.name, {}, Spent())


def _said(call: Call) -> dict[str, Any]:
    name = f"workshop {call.debate}"
    again = (call.turn.stamp.round or 1) > 1
    match call.turn.name:
        case "test":
            return {"kind": "TESTS", "tests": [{"name": name, "code": "assert f([1, 2]) == 3"}]}
        case "attempt":
            code = (
                f"# {name}{', reflected' if again else ''}\ndef f(xs):\n    return sum(xs){'' if again else ' + 1'}\n"
            )
            return {"kind": "ATTEMPT", "files": {"solution.py": code}, "why": name}
        case "reflect":
            words = dict.fromkeys(("root_cause", "went_wrong", "to_change"), name)
            return {"kind": "REFLECTION", **words, "confidence": 0.9}
        case "propose":
            return {"kind": "PROPOSAL", "summary": name, "rationale": name, "confidence": 0.9}
        case "vote":
            return {"kind": "BALLOT", "ranking": ["generator"], "confidence": 0.9, "reason": name}
        case "explain":
            return {"kind": "EXPLANATION", "content": name}
        case _:
            raise AssertionError(f"nobody said what to say to {call.turn.name}")


async def at_once(folder: Path, workshops: int, *, pretend: bool = False) -> Told:
    """So many workshops at the same time in one house; then each is looked into."""
    began = perf_counter()
    async with _house(folder / "at-once.db", pretend) as opened:
        debates = await asyncio.gather(*(_opened(opened, number) for number in range(workshops)))
        await asyncio.gather(*(_over(opened, debate) for debate in debates))
        seconds = perf_counter() - began
        return await _looked_into(opened, debates, seconds)


async def in_turn(folder: Path, workshops: int) -> Told:
    """So many workshops one after the other in one house, and what it holds of memory after some and after all."""
    began, early = perf_counter(), 0.0
    debates: list[str] = []
    async with _house(folder / "in-turn.db", pretend=True) as opened:
        for number in range(workshops):
            debates.append(await _opened(opened, number))
            await _over(opened, debates[-1])
            if number + 1 == min(_EARLY, workshops):
                early = _resident()
        late, seconds = _resident(), perf_counter() - began
        told = await _looked_into(opened, debates, seconds)
        return replace(told, early_mb=early, late_mb=late)


@asynccontextmanager
async def _house(database: Path, pretend: bool) -> AsyncGenerator[Opened]:
    """A house whose players are ours."""
    settings = Settings(home=database.parent, database_url=str(database), auth_token=None, rules_dir=None)
    players: Mapping[str, Player] = {
        SCRIPTED: Scripted(),
        "sandbox": Pretending() if pretend else SandboxPlayer("sandbox"),
    }

    async def hire(seated: Seated) -> Player:
        return players[seated.player]

    async with house(settings) as opened, running(replace(opened, backing=replace(opened.backing, hire=hire))):
        yield opened


async def _opened(opened: Opened, number: int) -> str:
    return (await opened.desk.open_workshop(OWNER, title=f"Number {number}", **AGREED)).debate_id


async def _over(opened: Opened, debate: str) -> None:
    """Waits until a workshop is over."""
    async with asyncio.timeout(LONGEST):
        while not (standing := await opened.backing.steward.recalled(debate)).position.ended:
            await opened.bulletin.grown(debate, standing.line, LONGEST)


async def _looked_into(opened: Opened, debates: Sequence[str], seconds: float) -> Told:
    decided = sound = apart = runs = 0
    for debate in debates:
        result = (await opened.desk.result(OWNER, debate)).result
        lapsed = sum(phase["lapsed"] for phase in result["phases"])
        decided += (result["ending"], result["candidates"][0]["passed"], lapsed) == ("decided", 1, 0)
        sound += (await opened.desk.verify(OWNER, debate)).sound
        record = "".join(line.body for line in await opened.store.lines(debate, -1, 1000))
        apart += set(_NAMED.findall(record)) == {debate}
        runs += record.count('"backend":')
    return Told(len(debates), decided, sound, apart, runs, round(seconds, 1))


def _resident() -> float:
    """The memory that this process holds, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays them and tells what came of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workshops", description="Play many workshops.")
    parser.add_argument("--at-once", type=int, default=100)
    parser.add_argument("--in-turn", type=int, default=1000)
    parser.add_argument("--pretend", action="store_true", help="run no code in those at once either")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="moot-workshops-") as folder:
        told = asyncio.run(at_once(Path(folder), asked.at_once, pretend=asked.pretend))
        print(json.dumps({"at once": asdict(told), "good": told.good}), flush=True)
        later = asyncio.run(in_turn(Path(folder), asked.in_turn))
        ratio = round(later.late_mb / later.early_mb, 3)
        print(json.dumps({"in turn": asdict(later), "good": later.good, "memory, late to early": ratio}))


if __name__ == "__main__":
    main()
