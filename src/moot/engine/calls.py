"""Calls: what is asked of a player, what it answers, and the ledger that keeps both before anything is made of them."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Protocol, TypeAlias

from moot.debate import Ask, Brief, Entry, JsonObject, Manner, Seated, Spent, Turn, label_of

Draft: TypeAlias = Callable[[str], None]
"""Told the words of an answer as they come; nobody relies on it."""


class PlayerFailed(Exception):
    """A player could not answer; its turn lapses with this as the reason people read."""

    def __init__(self, message: str, reason: str = "failed", *, paid: bool = False) -> None:
        super().__init__(message)
        self.reason = reason
        self.paid = paid
        """Whether it may have been paid for although nothing came of it."""


class Elsewhere(Exception):
    """A player that only another process can call on; its turn is left to that one, or to its deadline."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """An answer that did not fit, and what was wrong with it."""

    raw: str
    fault: str


@dataclass(frozen=True, slots=True)
class Call:
    """One question put to a player."""

    debate: str
    turn: Turn
    brief: Brief
    ask: Ask
    before: tuple[Unfit, ...] = ()
    """The answers to this question that were sent back, oldest first."""
    settings: JsonObject = field(default_factory=dict[str, str])
    toolless: str | None = None
    """Why no tools may be used for it, although some were granted."""

    @property
    def seat(self) -> str:
        """Who is asked."""
        return self.turn.taker or ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player answered, word for word."""

    raw: str
    """The filled form as JSON text, or whatever came instead."""
    by: str
    """Who answered, as exactly as can be told: the model's own name, the program."""
    prompt: JsonObject = field(default_factory=dict[str, str])
    """What was sent, as it was sent."""
    spent: Spent | None = None
    facts: JsonObject = field(default_factory=dict[str, str])
    """Whatever else was told: why it stopped, the provider's id, how often it was tried, tool calls."""


class Player(Protocol):
    """Somebody whom the house can call on: a function of what it is asked, with no memory of its own."""

    @property
    def name(self) -> str:
        """As the set-up names it."""
        ...

    @property
    def manner(self) -> Manner:
        """How it judges best."""
        ...

    @property
    def lanes(self) -> Mapping[str, int]:
        """What it shares with others, and how many may use that at once: its provider, its model."""
        ...

    def reserve(self, call: Call) -> Spent | None:
        """The most that an answer may cost; None where that cannot be told. Measured in tokens and money."""
        ...

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """Answers, or raises PlayerFailed. Is cancelled when its turn is gone."""
        ...


Hire: TypeAlias = Callable[[Seated], Awaitable[Player]]
"""The player that a set-up names, or a refusal that says which there are; Elsewhere where another process has it."""


@dataclass(frozen=True, slots=True, order=True)
class CallKey:
    """Which question of which turn, and the how manieth time it is asked."""

    debate: str
    turn: str
    """The label of the turn."""
    ask: int = 0
    attempt: int = 0
    """Below 0: it was lost. Nobody will hear its answer, and it counts with the most that it may have cost."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A call as the ledger keeps it."""

    key: CallKey
    holder: str
    """The process that asked."""
    asked_at: datetime
    spent: Spent | None = None
    """What it cost; while it is unanswered, what it may cost at most."""
    answered_at: datetime | None = None
    answer: Answer | None = None

    def told(self) -> JsonObject:
        """The call as its digest covers it and as provenance shows it."""
        assert self.answer is not None
        return {
            "turn": self.key.turn,
            "ask": self.key.ask,
            "attempt": self.key.attempt,
            "by": self.answer.by,
            "prompt": self.answer.prompt,
            "raw": self.answer.raw,
            "facts": self.answer.facts,
            "spent": None
            if self.answer.spent is None
            else {
                "tokens_in": self.answer.spent.tokens_in,
                "tokens_out": self.answer.spent.tokens_out,
                "money": self.answer.spent.money,
                "milliseconds": self.answer.spent.milliseconds,
            },
        }


def digest(calls: Sequence[Kept]) -> str:
    """What a line says of the calls that it came from."""
    told = [call.told() for call in sorted(calls, key=lambda call: call.key)]
    # In ASCII: what a player answered need not be a text that can be encoded.
    return sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Limits:
    """What may not be exceeded by the calls of a debate, or of all debates since a moment; None: no limit."""

    tokens: int | None = None
    money: float | None = None
    calls: int | None = None

    @property
    def none(self) -> bool:
        """Whether nothing is limited."""
        return (self.tokens, self.money, self.calls) == (None, None, None)


@dataclass(frozen=True, slots=True)
class Tally:
    """What calls have cost, answered or not."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0


@dataclass(frozen=True, slots=True)
class Claim:
    """The wish to put a question, with what it may cost and what must not be exceeded by it."""

    key: CallKey
    holder: str
    at: datetime
    reserve: Spent | None
    for_debate: Limits = Limits()
    for_all: Limits = Limits()
    since: datetime | None = None
    """From when on `for_all` counts."""


class OverBudget(Exception):
    """The call would exceed a limit; its message says which."""


class Ledger(Protocol):
    """Where calls are kept: claimed before they are made, answered before anything is made of the answer."""

    async def claim(self, claim: Claim, is_gone: Callable[[str], bool]) -> Kept | None:
        """Claims a call, in one transaction with looking at the limits.

        None: it is the claimant's to make. Otherwise the call as another has it: answered (use the answer), or still
        being made by a holder that is not gone (wait for the debate to grow, or look again later). A claim of a holder
        that is gone is lost, and made anew. Raises OverBudget, and then nothing is changed.
        """
        ...

    async def keep(self, key: CallKey, answer: Answer, at: datetime) -> Kept:
        """Keeps an answer durably; the first one stays."""
        ...

    async def drop(self, key: CallKey, holder: str) -> None:
        """Gives a claim up that was not answered and cost nothing."""
        ...

    async def lose(self, key: CallKey, holder: str) -> None:
        """Notes that a claim will not be answered and may have been paid for: it counts with its most for good."""
        ...

    async def calls(self, debate: str, turn: str | None = None) -> Sequence[Kept]:
        """The calls of a debate, or of one of its turns, in order."""
        ...

    async def tally(self, debate: str | None = None, since: datetime | None = None) -> Tally:
        """What the calls of a debate, or of all, have cost."""
        ...


def turn_label(entry: Entry) -> str:
    """The label of the turn that an entry took."""
    assert entry.turn is not None
    assert entry.since is not None
    return label_of((entry.seat, entry.turn, entry.answers, entry.since))
