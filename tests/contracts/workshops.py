"""Workshops as their records keep them: lines made by hand, appended to a store one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from moot.debate import Entry, Stamp
from moot.engine import Card, Growth
from moot.notation import genesis, written
from moot.store import Store
from tests.contracts.growths import START, opening

TASK = "Write median(numbers) that returns the middle value of a list."


@dataclass
class Workshop:
    """A debate about code. Each line that is said is appended, unless lines are being gathered."""

    store: Store
    task: str = TASK
    at: datetime = START
    debate: str = field(default_factory=lambda: str(uuid4()))
    players: Mapping[str, str] = field(default_factory=lambda: {"ann": "model-a", "ben": "model-b", "runner": "box"})
    _card: Card | None = None
    _said: list[Entry] = field(default_factory=list[Entry])
    _lines: int = 0

    async def opened(self) -> "Workshop":
        """The workshop with its task."""
        self._note("opened", None, {"format": "workshop", "setup": opening().entries[0].move["setup"]})
        self._note("TASK", "owner", {"content": self.task}, stamp=Stamp(phase="task"))
        await self.append()
        return self

    async def attempt(self, seat: str = "ann", round: int = 1) -> int:
        """An author's next version."""
        return await self._say("ATTEMPT", seat, {"files": {"a.py": "x = 1\n"}, "why": ""}, None, seat, round)

    async def report(self, attempt: int, passed: str, failed: str, *, thread: str | None = "ann") -> int:
        """What running it came to: the names of tests, with blanks between."""
        outcomes = [{"id": id, "outcome": "passed"} for id in passed.split()]
        outcomes += [{"id": id, "outcome": "failed", "detail": f"{id} went wrong"} for id in failed.split()]
        return await self._say("REPORT", "runner", {"outcomes": outcomes, "backend": "bwrap"}, attempt, thread, None)

    async def reflect(
        self, report: int, lesson: str = "", *, seat: str = "ann", round: int = 1, sealed: bool = False
    ) -> int:
        """What the author makes of a report."""
        move = {
            "root_cause": "No even lists.",
            "went_wrong": "The middle of two is their mean.",
            "to_change": "Take both.",
            "confidence": 0.8,
            "lesson": lesson,
        }
        return await self._say("REFLECTION", seat, move, report, seat, round, sealed=sealed)

    async def reveal(self, line: int) -> int:
        """Opens a sealed line to all."""
        return await self._say("revealed", None, {}, line, None, None)

    async def failed(self, lesson: str = "", *, seat: str = "ann", round: int = 1, sealed: bool = False) -> int:
        """An attempt that passes one test of three, and what its author learns; the line of the reflection."""
        report = await self.report(await self.attempt(seat, round), "t1", "t2 t3", thread=seat)
        return await self.reflect(report, lesson, seat=seat, round=round, sealed=sealed)

    async def learnt(self, lesson: str, *, seat: str = "ann") -> int:
        """A lesson that helped: the next attempt passes more tests."""
        line = await self.failed(lesson, seat=seat)
        await self.report(await self.attempt(seat, 2), "t1 t2", "t3", thread=seat)
        return line

    async def append(self) -> None:
        """Appends what was gathered."""
        before = genesis(self.debate) if self._card is None else self._card.head
        lines = list[Any]()
        for entry in self._said:
            lines.append(written(entry, before))
            before = lines[-1].hash
        like = opening(debate=self.debate)
        after = self._said[0].line - 1
        self._card = replace(
            self._card or like.card,
            format="workshop",
            lines=self._lines,
            head=before,
            updated_at=self.at,
        )
        entries, self._said = tuple(self._said), []
        had = None if after < 0 else like.position
        await self.store.append(Growth(self.debate, after, tuple(lines), entries, had, like.position, self._card))

    async def _say(
        self,
        kind: str,
        seat: str | None,
        move: Mapping[str, Any],
        answers: int | None,
        thread: str | None,
        round: int | None,
        *,
        sealed: bool = False,
    ) -> int:
        self._note(kind, seat, move, answers, Stamp("self_evolvement", round, thread), sealed)
        await self.append()
        return self._lines - 1

    def _note(
        self,
        kind: str,
        seat: str | None,
        move: Mapping[str, Any],
        answers: int | None = None,
        stamp: Stamp | None = None,
        sealed: bool = False,
    ) -> None:
        self.at += timedelta(seconds=1)
        by = self.players.get(seat or "")
        salt = "salt" if sealed else None
        self._said.append(
            Entry(
                self._lines,
                self.at,
                self.at,
                kind,
                move,
                seat,
                by,
                answers=answers,
                stamp=stamp or Stamp(),
                sealed=sealed,
                salt=salt,
            )
        )
        self._lines += 1
