"""A task of a suite: what is asked, and how an answer is checked."""

from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import TypeAlias

from moot.formats.roundtable import Wanted


@dataclass(frozen=True, slots=True)
class Exact:
    """The answer must be this text; blanks around it do not count."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """The answer must be this number."""

    value: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer must be the letter of one option."""

    letter: str
    options: tuple[str, ...]
    """What the letters stand for, from A on."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that there are."""
        return tuple(ascii_uppercase[: len(self.options)])


@dataclass(frozen=True, slots=True)
class Contains:
    """Each of these must occur in the answer, in whatever case."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passes:
    """The answer is a program that must pass each of these."""

    cases: tuple[tuple[str, str], ...]
    """Each with its id."""
    head: str = ""
    """What stands before the answer: usual imports, the beginning of a function."""
    seconds: float = 10.0
    """How long each may take."""


@dataclass(frozen=True, slots=True)
class Patch:
    """The answer is a patch to a repository whose tests cannot be run here."""

    gold: str
    repo: str
    commit: str


Check: TypeAlias = Exact | Number | Choice | Contains | Passes | Patch


@dataclass(frozen=True, slots=True)
class Task:
    """One question of a suite."""

    id: str
    prompt: str
    check: Check
    about: str | None = field(default=None)
    """What it belongs to: a subject, a repository."""

    @property
    def wanted(self) -> Wanted:
        """What an answer looks like."""
        match self.check:
            case Number():
                return "number"
            case Choice():
                return "choice"
            case Passes():
                return "code"
            case Exact() | Contains() | Patch():
                return "text"

    @property
    def letters(self) -> tuple[str, ...]:
        """For a choice: the letters that there are."""
        return self.check.letters if isinstance(self.check, Choice) else ()
