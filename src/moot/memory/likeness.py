"""Likeness by words: a lesson fits a task by the rare words that both have."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log1p

MOST_ASKED = 64
"""How many telling words of a task count."""
_SHORTEST = 3
_LETTERS = 0x3000
"""Scripts beyond this write a word with one character."""
_SMALL_WORDS = (
    "about after all also and any are because been before being but can cannot could did does each for from had "
    "has have how into its just may more must not now off one only other our out over same shall should some such "
    "than that the their them then there these they this those too under use used uses using very was were what "
    "when where which while who why will with without would you your"
)
_SAYS_NOTHING = frozenset(_SMALL_WORDS.split())


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far a lesson fits, by words."""

    lesson: str
    score: float
    words: tuple[str, ...]


def telling(words: Iterable[str]) -> tuple[str, ...]:
    """The words that say something about a task, in their order."""
    return tuple(word for word in words if _tells(word))


def ranked(asked: Sequence[str], found: Mapping[str, Iterable[str]], total: int, limit: int) -> tuple[Likeness, ...]:
    """The lessons that fit best: by the share of the weight of the asked words that they have; rare words weigh more.

    `found` has the lessons with each word, among `total`. One word in common is not enough where several were asked.
    """
    having = {word: set(found.get(word, ())) for word in asked}
    weights = {word: log1p((total + 1) / (len(lessons) or 1)) for word, lessons in having.items()}
    shared: defaultdict[str, list[str]] = defaultdict(list)
    for word, lessons in having.items():
        for lesson in lessons:
            shared[lesson].append(word)
    whole = sum(weights.values())
    fits = [
        Likeness(lesson, round(sum(weights[word] for word in words) / whole, 6), tuple(words))
        for lesson, words in shared.items()
        if len(words) >= min(2, len(having))
    ]
    return tuple(sorted(fits, key=lambda fit: (-fit.score, fit.lesson))[:limit])


def _tells(word: str) -> bool:
    return (len(word) >= _SHORTEST and word not in _SAYS_NOTHING) or ord(word[0]) > _LETTERS
