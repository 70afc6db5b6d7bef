"""The board: how far a workshop is, from what its watcher is told."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import click

from moot.cli.harmless import harmless
from moot.cli.matters.following import said
from moot.client.shapes import Argument, Debate, Event

OWNER = "owner"
_VERSIONS = frozenset({"ATTEMPT", "PATCH", "DEFENCE", "PROPOSAL"})


@dataclass
class Board:
    """Phases, who is speaking, tests, money: kept by a watcher as events come."""

    title: str = ""
    state: str = ""
    seq: int | None = None
    closed: bool = False
    waiting: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict[str, str])
    phases: list[str] = field(default_factory=list[str])
    tested: dict[str, str] = field(default_factory=dict[str, str])
    """How the last version of each author was tested."""
    drafts: dict[str, int] = field(default_factory=dict[str, int])
    """Who is speaking, and how many characters so far."""
    tokens: int = 0
    money: float | None = None
    last: str = ""
    _versions: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def asks_owner(self) -> bool:
        """Whether it waits for whoever set the task, and nobody is called on for that."""
        return not self.closed and OWNER in self.waiting and self.players.get(OWNER, "human") == "human"

    def hear(self, event: Event) -> list[Argument]:
        """Notes an event; the lines that it brought."""
        data = event["data"]
        match event["event"]:
            case "initial_state":
                self.title, self.players = data["debate"]["title"], data["players"]
                self._stands(data["debate"])
                lines = [each for each in cast(list[Argument], data["arguments"]) if each["seq"] > (self.seq or 0)]
            case "state_changed":
                self._stands(data)
                lines = []
            case "new_argument":
                lines = [cast(Argument, data)]
            case "draft":
                self.drafts[data["role"]] = data["length"]
                return []
        for line in lines:
            self._note(line)
        self.seq = max(self.seq or 0, event["seq"], *(line["seq"] for line in lines))
        return lines

    def stands(self, debate: Debate) -> None:
        """Notes whom it waits for, unless more has happened than was heard of."""
        if debate["seq"] <= (self.seq or 0):
            self.waiting = tuple(debate["waiting_for"])

    def rows(self) -> Iterator[tuple[str, str]]:
        """The board in words, a name and what there is to say."""
        yield "phase", " > ".join(self.phases) or self.state
        yield "now", ", ".join(self._speaking()) or self.state
        if self.tested:
            yield "tests", ", ".join(f"{author} {told}" for author, told in self.tested.items())
        yield "spent", f"{self.tokens} tokens" + ("" if self.money is None else f", ${self.money:.4f}")
        if self.last:
            yield "last", harmless(click.unstyle(self.last))

    def _speaking(self) -> Iterator[str]:
        for seat in self.waiting:
            length = self.drafts.get(seat)
            yield seat if length is None else f"{seat} ({length} characters so far)"

    def _stands(self, told: Mapping[str, Any]) -> None:
        self.state, self.waiting = told["state"], tuple(told["waiting_for"])
        self.closed = told.get("closed_at") is not None

    def _note(self, line: Argument) -> None:
        self.drafts.pop(line["role"] or "", None)
        move = line.get("move") or {}
        if line["type"] == "phase_began":
            self.phases.append(str(move["phase"]))
        if line["type"] in _VERSIONS and line["role"]:
            self._versions[line["id"]] = line["role"]
        if line["type"] == "REPORT" and (author := self._versions.get(line["parent_id"] or "")) is not None:
            outcomes = cast(list[Mapping[str, Any]], move.get("outcomes") or [])
            self.tested[author] = f"{sum(each['outcome'] == 'passed' for each in outcomes)} of {len(outcomes)}"
        if (spent := line.get("spent")) is not None:
            self.tokens += spent["tokens_in"] + spent["tokens_out"]
            self.money = self.money if spent["money"] is None else (self.money or 0) + spent["money"]
        self.last = f"{line['seq']} {line['type']}: {said(cast(dict[str, Any], line)) or line['role'] or 'the house'}"
