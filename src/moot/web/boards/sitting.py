"""A panel as its page shows it: judges side by side, round by round, face down until a round closes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from moot.desk.replies import Agreed, Argument, Context, SpentTold
from moot.web.cards import turned_over

Face: TypeAlias = Literal["due", "down", "up", "lapsed"]


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge, with the place that gives it its shade and shape."""

    name: str
    stance: str
    aim: str
    place: int
    player: str | None


@dataclass(frozen=True, slots=True)
class Voice:
    """What a judge did in one round, as far as the reader may know."""

    judge: Judge
    face: Face
    round: int
    line: int | None = None
    argument: Argument | None = None
    said: Mapping[str, Any] | None = None
    turned_at: int | None = None
    """The line that turned it over."""
    before: str | None = None
    """What the judge recommended before, where it recommends something else now."""

    @property
    def spent(self) -> SpentTold | None:
        """What it cost."""
        return None if self.argument is None else self.argument.spent

    @property
    def key(self) -> str:
        """Stays the same as long as the card looks the same."""
        return f"{self.face}-{self.line or 0}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Who challenged whom."""

    by: Judge
    to: Judge


@dataclass(frozen=True, slots=True)
class Share:
    """The judges behind one option."""

    option: str
    label: str
    judges: tuple[Judge, ...]
    reaches: bool


@dataclass(frozen=True, slots=True)
class Count:
    """What the house counted at the end of a round."""

    line: int
    shares: tuple[Share, ...]
    asked: int
    needed: int
    missing: tuple[Judge, ...]
    option: str | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round."""

    number: int
    voices: tuple[Voice, ...]
    count: Count | None
    challenges: tuple[Challenge, ...]

    @property
    def is_sealed(self) -> bool:
        """Whether nobody has read anybody in it."""
        return all(voice.said is None or "assessments" in voice.said for voice in self.voices)


@dataclass(frozen=True, slots=True)
class Sitting:
    """The whole panel."""

    question: Argument
    judges: tuple[Judge, ...]
    rounds: tuple[Round, ...]
    max_rounds: int
    threshold: str
    choice: Argument | None

    @property
    def options(self) -> Sequence[Mapping[str, Any]]:
        """What could be recommended."""
        return (self.question.move or {}).get("options", ())


def needed(threshold: str, asked: int) -> int:
    """How many of so many judges must agree.

    >>> needed("2/3", 3), needed("2/3", 4), needed("1/2", 4), needed("1", 5)
    (2, 3, 2, 5)
    """
    part, _, whole = threshold.partition("/")
    return -(-int(part) * asked // int(whole or 1))


def sitting(context: Context, agreed: Agreed) -> Sitting:
    """The panel, from its record as the reader sees it."""
    judges = _judges(agreed)
    question = context.arguments[0]
    threshold = str(agreed.setup.get("threshold", "2/3"))
    numbers = sorted({one.round for one in context.arguments if one.round and one.type != "CHOICE"})
    over = context.debate.state in ("CONSENSUS", "CONTESTED", "CHOSEN")
    counted = sum(one.type == "counted" for one in context.arguments)
    if not over and counted + 1 not in numbers:
        numbers.append(counted + 1)
    rounds: list[Round] = []
    for number in numbers:
        rounds.append(_round(number, judges, context, question, threshold, rounds))
    choice = next((one for one in context.arguments if one.type == "CHOICE"), None)
    return Sitting(question, judges, tuple(rounds), int(agreed.setup.get("max_rounds", 2)), threshold, choice)


def _judges(agreed: Agreed) -> tuple[Judge, ...]:
    seated: Mapping[str, Mapping[str, Any]] = agreed.setup.get("players") or {}
    players = {seat: str(held["player"]) for seat, held in seated.items()}
    told: Sequence[Mapping[str, Any]] = agreed.setup["judges"]
    return tuple(
        Judge(one["name"], one["stance"], one["optimise"], place, players.get(one["name"]))
        for place, one in enumerate(told, 1)
    )


def _round(
    number: int,
    judges: Sequence[Judge],
    context: Context,
    question: Argument,
    threshold: str,
    before: Sequence[Round],
) -> Round:
    lines = [one for one in context.arguments if one.round == number]
    turns = turned_over(lines)
    voices = tuple(_voice(judge, number, lines, turns, before) for judge in judges)
    counted = next((one for one in lines if one.type == "counted"), None)
    count = None if counted is None else _count(counted, question, judges, threshold)
    return Round(number, voices, count, _challenges(voices, judges))


def _voice(
    judge: Judge, number: int, lines: Sequence[Argument], turns: Mapping[str, Argument], before: Sequence[Round]
) -> Voice:
    own = next((one for one in lines if one.role == judge.name and one.type != "revealed"), None)
    if own is None:
        return Voice(judge, "due", number)
    if own.type == "lapsed":
        return Voice(judge, "lapsed", number, own.seq, own, own.move or {"reason": own.content})
    turned = turns.get(own.id)
    said = own.move or (turned.move if turned else None)
    if said is None:
        return Voice(judge, "down", number, own.seq, own)
    seq = turned.seq if turned is not None and own.move is None else None
    was = _stand(judge, before)
    changed = was if was is not None and was != said.get("recommendation") else None
    return Voice(judge, "up", number, own.seq, own, said, seq, changed)


def _stand(judge: Judge, rounds: Sequence[Round]) -> str | None:
    """What a judge last recommended."""
    voices = [voice for round_ in rounds for voice in round_.voices if voice.judge == judge and voice.face == "up"]
    return str((voices[-1].said or {}).get("recommendation")) if voices else None


def _count(counted: Argument, question: Argument, judges: Sequence[Judge], threshold: str) -> Count:
    move = counted.move or {}
    tally: Mapping[str, Sequence[str]] = move.get("tally", {})
    by_name = {judge.name: judge for judge in judges}
    least = needed(threshold, len(judges))
    shares = tuple(
        Share(option.id, option.label, tuple(by_name[name] for name in names), len(names) >= least)
        for option in question.options or ()
        for names in [tally.get(option.id, ())]
    )
    missing = tuple(by_name[name] for name in move.get("missing", {}))
    return Count(counted.seq, shares, len(judges), least, missing, move.get("option"))


def _challenges(voices: Sequence[Voice], judges: Sequence[Judge]) -> tuple[Challenge, ...]:
    by_name = {judge.name: judge for judge in judges}
    pairs = dict.fromkeys(
        (voice.judge.name, str(challenge["judge"]))
        for voice in voices
        if voice.face == "up"
        for challenge in (voice.said or {}).get("challenges", ())
    )
    return tuple(Challenge(by_name[by], by_name[to]) for by, to in pairs if to in by_name)
