"""A model endpoint in bad moods: slow, busy, broken, cut off, out of form, or silent, as chance has it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any

from moot.testing.wire import (
    Asked,
    Gate,
    Reply,
    cut_off,
    empty,
    failing,
    garbled,
    rate_limited,
    refusing,
    resetting,
    saying,
    slow,
)
from tests.chaos.storm.arrivals import Arrival
from tests.chaos.workmen import at_work

STEADY = "steady"
"""The model whose faults pass: whoever asks it often enough is answered in form."""
OPTIONS = "ABC"
PASSING = (
    "slow",
    "429",
    "500",
    "cut off",
    "not JSON at all",
    "reset",
    "silence",
)
KEPT = ("wrong JSON", "wrong form", "nothing", "refusal")
"""What is an answer, and paid, and sent back."""
WHOLE = frozenset({"fair", "slow", *KEPT})
_PATIENCE = 3
"""A question that was put so often is answered, so that most tries end well."""


class Moods:
    """What the endpoint answers. It goes by the question and how often it was put, not by who came first."""

    def __init__(self, seed: str, fair: float = 0.6, hopeless: float = 0.02) -> None:
        self._seed, self._fair, self._hopeless = seed, fair, hopeless
        self._number = 0
        self.arrivals: defaultdict[str, list[Arrival]] = defaultdict(list)
        """Each question, as often as it came in."""
        self.shown: defaultdict[str, int] = defaultdict(int)
        """How often each mood was shown."""

    def __call__(self, asked: Asked) -> Reply:
        """An answer, or a fault."""
        question = question_of(asked.messages)
        mood = self._mood(question, asked.model == STEADY, len(self.arrivals[question]))
        self._note(asked, question, mood)
        chance = Random(f"{self._seed} {question} answer")
        return _reply(mood, chance, _answer(asked, chance))

    def _note(self, asked: Asked, question: str, mood: str) -> None:
        self.shown[mood] += 1
        # The endpoint numbers its answers like this too, in the order they are asked for.
        self._number += 1
        by = asked.marker.removeprefix("hand:")
        self.arrivals[question].append(Arrival(datetime.now(UTC), by, f"wire-{self._number}", mood in WHOLE))

    def _mood(self, question: str, steady: bool, before: int) -> str:
        once = Random(f"{self._seed} {question}")
        if not steady and once.random() < self._hopeless:
            return "500"
        chance = Random(f"{self._seed} {question} {before}")
        if before >= _PATIENCE or chance.random() < self._fair:
            return "fair"
        return chance.choice(PASSING if steady else PASSING + KEPT)


def question_of(messages: Iterable[Mapping[str, Any]]) -> str:
    """What tells one question from another: all that was said in it, as it was sent or as it was kept."""
    said = "\0".join(str(message["content"]) for message in messages)
    return sha256(said.encode()).hexdigest()


def _answer(asked: Asked, chance: Random) -> Reply:
    if "workshop" in str(asked.messages[0]["content"]):
        return at_work(asked)
    judges = "recommendation" in str(asked.form)
    return Reply(values={"recommendation": chance.choice(OPTIONS)}) if judges else Reply()


def _reply(mood: str, chance: Random, answer: Reply) -> Reply:
    faults: Mapping[str, Reply] = {
        "fair": answer,
        "slow": slow(answer, delay=chance.uniform(0.05, 0.6)),
        "429": rate_limited(1),
        "500": failing(500),
        "cut off": cut_off(chance.random()),
        "not JSON at all": garbled(),
        "reset": resetting(),
        "silence": slow(answer, gate=Gate()),
        "wrong JSON": saying('{"content": "It was never fin'),
        "wrong form": saying('{"wholly": "something else"}'),
        "nothing": empty(),
        "refusal": refusing(),
    }
    return faults[mood]
