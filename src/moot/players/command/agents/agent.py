"""A coding agent's own command line: how it is called without a terminal, and what is read out of what it prints."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from moot.debate import JsonObject

Words: TypeAlias = tuple[str, ...]

ASKED = "Do what standard input asks for, and answer in the form that it asks for."
"""Where a prompt must be given as a word; the brief itself may be too long for one."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an agent told in the form that it was asked for."""

    text: str = ""
    """Its last message, in which the answer is."""
    fault: str | None = None
    """Why there is no answer, where it says that itself."""
    session: str | None = None
    """What it calls this conversation, and can be resumed by."""
    tokens_in: int = 0
    tokens_out: int = 0
    money: float | None = None
    model: str | None = None

    @property
    def facts(self) -> JsonObject:
        """What else is worth keeping of it."""
        told = {"session": self.session, "model": self.model}
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent of the table."""

    name: str
    program: str
    words: Words
    """What follows the program: no terminal, an answer for machines, and no leave to change anything."""
    resume: Words
    """What stands before the name of a session to go on with."""
    read: Callable[[str], Told | None]
    """What it told; None where it printed something else than it was asked for."""
    keys: tuple[str, ...]
    """Variables that hold its own keys: it gets them, although they look like secrets."""
    signs: re.Pattern[str]
    """How it complains that nobody is logged in."""
    login: str
    """What to do about that."""
    install: str
    """Where it is to be had."""
    tail: Words = ()
    """What must come last."""
    rules: str | None = None
    """A file of ours that its words name, beside this module, where that is how leave is taken away."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """What it is told beside its words."""

    def called(self, flags: Words = (), session: str | None = None) -> Words:
        """All that follows the program; `flags` are its owner's."""
        going_on = () if session is None else (*self.resume, session)
        return (*self.words, *flags, *going_on, *self.tail)

    def typed(self, flags: Words = (), session: str | None = None) -> Words:
        """The same as it is typed here: with the place of our file, which is nobody's business elsewhere."""
        words = self.called(flags, session)
        if self.rules is None:
            return words
        place = str(Path(__file__).with_name(self.rules))
        return tuple(place if word == self.rules else word for word in words)
