"""A bracket as a tree: its matches round by round, each ready to stand between the two that feed it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from moot.desk.arena.replies import AgentBrief, BracketTold, MatchTold

Standing: TypeAlias = Literal["won", "out", "open"]
_LAST_ROUNDS = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}


@dataclass(frozen=True, slots=True)
class Place:
    """One of the two places of a match."""

    agent: AgentBrief | None
    seed: int | None
    standing: Standing
    said: str
    """What stands there as long as nobody does."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is drawn."""

    told: MatchTold
    places: tuple[Place, Place]

    @property
    def played(self) -> bool:
        """Whether it was, or is, decided by a debate."""
        return self.told.debate_id is not None


@dataclass(frozen=True, slots=True)
class Round:
    """A column of the tree."""

    number: int
    name: str
    matches: tuple[Match, ...]
    current: bool


def rounds(bracket: BracketTold) -> tuple[Round, ...]:
    """The columns, from the first round to the final."""
    current = _current(bracket)
    return tuple(
        Round(
            number,
            round_name(number, bracket.rounds),
            tuple(_match(told) for told in _of_round(bracket, number)),
            number == current,
        )
        for number in range(1, bracket.rounds + 1)
    )


def round_name(number: int, of: int) -> str:
    """What a round is called.

    >>> [round_name(number, 4) for number in (1, 2, 3, 4)]
    ['Round 1', 'Quarter-finals', 'Semi-finals', 'Final']
    """
    return _LAST_ROUNDS.get(of - number, f"Round {number}")


def _of_round(bracket: BracketTold, number: int) -> list[MatchTold]:
    return sorted((match for match in bracket.matches if match.round == number), key=lambda match: match.match)


def _current(bracket: BracketTold) -> int:
    """The round that is being played: the first with a match to come; the final when all is over."""
    unsettled = [match.round for match in bracket.matches if match.state in ("waiting", "running")]
    return min(unsettled, default=bracket.rounds)


def _match(told: MatchTold) -> Match:
    first = _place(told, told.first, told.first_seed, 2 * told.match - 1)
    second = _place(told, told.second, told.second_seed, 2 * told.match)
    return Match(told, (first, second))


def _place(told: MatchTold, agent: AgentBrief | None, seed: int | None, feeder: int) -> Place:
    if agent is None:
        return Place(None, None, "open", _empty(told, feeder))
    if told.winner_id is None:
        return Place(agent, seed, "out" if told.state == "void" else "open", "")
    return Place(agent, seed, "won" if agent.id == told.winner_id else "out", "")


def _empty(told: MatchTold, feeder: int) -> str:
    if told.state == "bye":
        return "bye"
    if told.state in ("walkover", "void"):
        return "nobody"
    return "to be drawn" if told.round == 1 else f"winner of {told.round - 1}.{feeder}"
