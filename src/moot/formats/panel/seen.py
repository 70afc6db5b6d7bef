"""A panel as one reader has seen it: the same lines for a judge's brief, the report and the papers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from moot.debate import JsonObject, View
from moot.formats.panel.moves import Choice, Question, Recommendation, Response
from moot.formats.panel.setup import Panel

Said: TypeAlias = Recommendation | Response


@dataclass(frozen=True, slots=True)
class Spoken:
    """A judge's move; `said` is None where this reader has not been shown it."""

    line: int
    round: int
    judge: str
    said: Said | None


@dataclass(frozen=True, slots=True)
class Missed:
    """A judge who recommended nothing in a round, and why."""

    round: int
    judge: str
    reason: str


@dataclass(frozen=True, slots=True)
class Counted:
    """What the house counted at the end of a round."""

    line: int
    round: int
    tally: Mapping[str, Sequence[str]]
    option: str | None
    """What the judges agreed on."""


@dataclass(frozen=True, slots=True)
class Change:
    """A recommendation that is not what the same judge recommended before."""

    judge: str
    round: int
    before: str
    after: str
    response: Response


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a reader knows of a panel."""

    panel: Panel
    question: Question | None
    spoken: tuple[Spoken, ...]
    missed: tuple[Missed, ...]
    counts: tuple[Counted, ...]
    choice: tuple[int, Choice] | None = None

    @property
    def judges(self) -> tuple[str, ...]:
        """The names of the judges, in their order."""
        return tuple(judge.name for judge in self.panel.judges)

    @property
    def rounds(self) -> int:
        """How many rounds were counted."""
        return len(self.counts)

    @property
    def consensus(self) -> str | None:
        """What the judges agreed on."""
        return self.counts[-1].option if self.counts else None

    @property
    def contested(self) -> bool:
        """Whether the rounds are spent without consensus."""
        return self.rounds == self.panel.max_rounds and self.consensus is None

    @property
    def state(self) -> str:
        """The named state that people see."""
        if self.consensus is not None:
            return "CONSENSUS"
        if self.contested:
            return "CONTESTED" if self.choice is None else "CHOSEN"
        return "UNASKED" if self.question is None else f"ROUND_{self.rounds + 1}"

    def in_round(self, number: int) -> tuple[Spoken, ...]:
        """The moves of a round, in the order of the judges."""
        spoken = [one for one in self.spoken if one.round == number]
        return tuple(sorted(spoken, key=lambda one: self.judges.index(one.judge)))

    def before(self, judge: str, number: int) -> Said | None:
        """The last move of a judge before a round, as far as this reader knows it."""
        said = [one.said for one in self.spoken if one.judge == judge and one.round < number]
        return next((move for move in reversed(said) if move is not None), None)

    def changes(self) -> list[Change]:
        """Who came to recommend something else, in the order of rounds and judges."""
        numbers = range(2, self.panel.max_rounds + 1)
        return [change for number in numbers for one in self.in_round(number) for change in self._change(one)]

    def at(self, line: int) -> Said | None:
        """The move at a line."""
        return next((one.said for one in self.spoken if one.line == line), None)

    def _change(self, one: Spoken) -> list[Change]:
        before = self.before(one.judge, one.round)
        if before is None or not isinstance(one.said, Response) or one.said.recommendation == before.recommendation:
            return []
        return [Change(one.judge, one.round, before.recommendation, one.said.recommendation, one.said)]


def seen(record: Sequence[View]) -> Seen:
    """What these views tell."""
    known = _known(record)
    judges = [view for view in record if view.entry.kind in ("RECOMMENDATION", "RESPONSE")]
    return Seen(
        panel=Panel.model_validate(known[0]["setup"]),
        question=next((Question.model_validate(move) for move in _of(record, "QUESTION")), None),
        spoken=tuple(_spoken(view, known.get(view.entry.line)) for view in judges),
        missed=tuple(_missed(view) for view in record if view.entry.kind == "lapsed" and view.entry.turn != "choose"),
        counts=tuple(_counted(view) for view in record if view.entry.kind == "counted"),
        choice=_choice(record),
    )


def _known(record: Sequence[View]) -> dict[int, JsonObject]:
    """What the reader knows of each line, by the line itself or by a later reveal."""
    known: dict[int, JsonObject] = {}
    for view in record:
        if view.move is not None:
            known[view.entry.line] = view.move
        if view.opened is not None and view.entry.answers is not None:
            known[view.entry.answers] = view.opened
    return known


def _of(record: Sequence[View], kind: str) -> list[JsonObject]:
    return [view.move for view in record if view.entry.kind == kind and view.move is not None]


def _spoken(view: View, move: JsonObject | None) -> Spoken:
    entry = view.entry
    model: type[Said] = Recommendation if entry.kind == "RECOMMENDATION" else Response
    said = None if move is None else model.model_validate(move)
    return Spoken(entry.line, entry.stamp.round or 0, str(entry.seat), said)


def _missed(view: View) -> Missed:
    entry = view.entry
    return Missed(entry.stamp.round or 0, str(entry.seat), str(entry.move["reason"]))


def _counted(view: View) -> Counted:
    told: Mapping[str, Any] = view.entry.move
    return Counted(view.entry.line, int(told["round"]), told["tally"], told["option"])


def _choice(record: Sequence[View]) -> tuple[int, Choice] | None:
    lines = [view.entry.line for view in record if view.entry.kind == "CHOICE"]
    chosen = _of(record, "CHOICE")
    return (lines[0], Choice.model_validate(chosen[0])) if chosen else None
