"""Searching texts: the places that have the most of the rarest of the words that are looked for. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from moot.memory import telling

AROUND = 2
"""Lines that are shown before and after a place."""
MOST_WORDS = 12
_WORD = re.compile(r"\w+")
_SATURATION = 1.5
_BEYOND = 8
"""Places of one file that are weighed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found."""

    path: str
    line: int
    """Counted from 1."""
    score: float
    text: str
    """The lines around it."""


def words_of(query: str) -> tuple[str, ...]:
    """The words that are looked for, in small letters, each once; without those that say nothing, if others do.

    >>> words_of("where is the Config parsed"), words_of("to be")
    (('config', 'parsed'), ('to', 'be'))
    """
    words = tuple(dict.fromkeys(word.lower() for word in _WORD.findall(query)))
    return (telling(words) or words)[:MOST_WORDS]


def places(texts: Mapping[str, str], query: str, limit: int) -> list[Place]:
    """The places that fit best, the best first; a word is found inside longer ones too."""
    words = words_of(query)
    low = {path: text.lower() for path, text in texts.items()}
    having = {word: [path for path, text in low.items() if word in text or word in path.lower()] for word in words}
    weight = {word: log(1 + len(texts) / len(paths)) for word, paths in having.items() if paths}
    scored = {path: _worth(path, text, weight) for path, text in low.items()}
    best = sorted((path for path, score in scored.items() if score > 0), key=lambda path: (-scored[path], path))
    found = [place for path in best[: 4 * limit] for place in _within(path, texts[path], low[path], weight)]
    # A place is worth what its file is worth, and more the more of the words it has itself.
    found.sort(key=lambda place: (-place.score * (1 + scored[place.path]), place.path, place.line))
    return found[:limit]


def _worth(path: str, text: str, weight: Mapping[str, float]) -> float:
    counts = {word: text.count(word) + 2 * path.lower().count(word) for word in weight}
    return sum(weight[word] * count / (count + _SATURATION) for word, count in counts.items())


def _within(path: str, text: str, low: str, weight: Mapping[str, float]) -> list[Place]:
    """The best places of one file, each at least as far from the others as is shown of it."""
    lines, small = text.split("\n"), low.split("\n")
    worth = [sum(value for word, value in weight.items() if word in line) for line in small]
    chosen: list[Place] = []
    for number in sorted(range(len(worth)), key=lambda number: (-worth[number], number)):
        if worth[number] <= 0 or len(chosen) == _BEYOND:
            break
        if all(abs(number + 1 - place.line) > 2 * AROUND for place in chosen):
            chosen.append(Place(path, number + 1, worth[number], _around(lines, number)))
    return chosen or [Place(path, 1, min(weight.values(), default=0.0), _around(lines, 0))]


def _around(lines: Sequence[str], number: int) -> str:
    first = max(0, number - AROUND)
    shown = lines[first : number + AROUND + 1]
    return "\n".join(f"{first + place + 1:>5} {line[:200]}" for place, line in enumerate(shown))
