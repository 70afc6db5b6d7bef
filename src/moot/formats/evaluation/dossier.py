"""The dossier: what a reader knows of an evaluation, gathered from the record as it reads it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from moot.debate import Entry, JsonObject, View
from moot.formats.evaluation.agreed import ASSESSOR, AUTHOR, Evaluation
from moot.formats.evaluation.moves import (
    Argument,
    Assessment,
    Challenge,
    Challenges,
    Concession,
    Evidence,
    Idea,
    Point,
    Reply,
    Rest,
    Scored,
    Verdict,
)
from moot.formats.evaluation.table import challenge_name


@dataclass(frozen=True, slots=True)
class Raised:
    """A challenge under its name."""

    id: str
    by: str
    challenge: Challenge


@dataclass(frozen=True, slots=True)
class Spoken:
    """A speech; one that only rests has no points and no content."""

    line: int
    seat: str
    kind: str
    content: str = ""
    points: tuple[Point, ...] = ()
    concedes: tuple[Concession, ...] = ()


@dataclass(slots=True)
class Exchange:
    """A round as it was argued."""

    number: int
    line: int
    spoken: list[Spoken] = field(default_factory=list[Spoken])
    verdict: Verdict | None = None
    scored: JsonObject | None = None

    def of(self, seat: str) -> list[Spoken]:
        """What one side said."""
        return [spoken for spoken in self.spoken if spoken.seat == seat]

    def point(self, concession: Concession) -> Point:
        """The point that was granted."""
        said = next(spoken for spoken in self.spoken if spoken.line == concession.line)
        return said.points[concession.point - 1]


@dataclass(frozen=True, slots=True)
class Missing:
    """A seat that did not speak when it was its turn, and why."""

    seat: str
    turn: str
    line: int
    reason: str
    detail: str | None
    round: int | None


@dataclass(slots=True)
class Dossier:
    """Everything that was said, sorted."""

    setup: Evaluation
    idea: str = ""
    scores: dict[str, tuple[str, Scored]] = field(default_factory=dict[str, tuple[str, Scored]])
    """By category: who scored it, and how."""
    evidence: list[Evidence] = field(default_factory=list[Evidence])
    challenges: list[Raised] = field(default_factory=list[Raised])
    rounds: list[Exchange] = field(default_factory=list[Exchange])
    missing: list[Missing] = field(default_factory=list[Missing])
    ending: str | None = None

    def concessions(self) -> Iterator[tuple[Exchange, Spoken, Concession]]:
        """What was granted, in the order it was."""
        for held in self.rounds:
            for spoken in held.spoken:
                for granted in spoken.concedes:
                    yield held, spoken, granted


def dossier(record: Sequence[View]) -> Dossier:
    """The record, sorted; what this reader may not see is left out."""
    told: Any = record[0].entry.move["setup"]
    gathered = Dossier(Evaluation.model_validate(told))
    for view in record[1:]:
        if view.move is not None:
            _take(gathered, view.entry, view.move)
    return gathered


def _take(gathered: Dossier, entry: Entry, move: Mapping[str, Any]) -> None:
    match entry.kind:
        case "IDEA":
            _take_idea(gathered, Idea.model_validate(move))
        case "ASSESSMENT":
            assessment = Assessment.model_validate(move)
            _take_scores(gathered, ASSESSOR, assessment.scores, assessment.evidence)
        case "CHALLENGES":
            raised = enumerate(Challenges.model_validate(move).challenges, 1)
            seat = entry.seat or ""
            gathered.challenges += [Raised(challenge_name(seat, number), seat, said) for number, said in raised]
        case "lapsed":
            gathered.missing.append(_missing(entry, move))
        case "closed":
            gathered.ending = str(move["ending"])
        case _:
            _take_round(gathered, entry, move)


def _take_idea(gathered: Dossier, idea: Idea) -> None:
    gathered.idea = idea.content
    if idea.assessment is not None:
        _take_scores(gathered, AUTHOR, idea.assessment.scores, idea.assessment.evidence)
    for given in idea.challenges or ():
        gathered.challenges.append(Raised(given.id, given.persona or AUTHOR, given))


def _take_scores(gathered: Dossier, by: str, scores: Sequence[Scored], evidence: Sequence[Evidence]) -> None:
    gathered.scores.update({scored.category: (by, scored) for scored in scores})
    gathered.evidence += evidence


def _take_round(gathered: Dossier, entry: Entry, move: Mapping[str, Any]) -> None:
    match entry.kind:
        case "round_began":
            gathered.rounds.append(Exchange(int(move["round"]), entry.line))
        case "VERDICT":
            gathered.rounds[-1].verdict = Verdict.model_validate(move)
        case "scored":
            gathered.rounds[-1].scored = move
        case _:
            gathered.rounds[-1].spoken.append(_spoken(entry, move))


def _spoken(entry: Entry, move: Mapping[str, Any]) -> Spoken:
    seat = entry.seat or ""
    match entry.kind:
        case "ARGUMENT":
            said = Argument.model_validate(move)
            return Spoken(entry.line, seat, entry.kind, said.content, said.points)
        case "REPLY":
            reply = Reply.model_validate(move)
            return Spoken(entry.line, seat, entry.kind, reply.content, reply.points, reply.concedes)
        case _:
            return Spoken(entry.line, seat, entry.kind, concedes=Rest.model_validate(move).concedes)


def _missing(entry: Entry, move: Mapping[str, Any]) -> Missing:
    detail = move.get("detail")
    return Missing(
        seat=entry.seat or "",
        turn=entry.turn or "",
        line=entry.line,
        reason=str(move.get("reason", "")),
        detail=None if detail is None else str(detail),
        round=entry.stamp.round,
    )
