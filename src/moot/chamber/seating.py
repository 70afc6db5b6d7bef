"""Seating: players as a program names them, made such that a set-up can name them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from moot.debate import InvalidInput
from moot.players.hiring import Hiring
from moot.players.python import PYTHON, Answering, PythonPlayer
from moot.players.record import Entries
from moot.players.script import ANY_SEAT, ScriptPlayer

Seat: TypeAlias = str | Answering | Sequence[Any] | Mapping[str, Any]
"""Who holds a seat: a name, a function that answers, a list of answers in order, or one of these as `player` of a
mapping that says more (`settings`, `verdict`)."""
Seats: TypeAlias = Mapping[str, Seat]

_LONGEST = 180


class Seating:
    """Gives functions and lists of answers a name, and lets the house call on them by it."""

    def __init__(self, hiring: Hiring, entries: Entries) -> None:
        self._hiring = hiring
        self._entries = entries
        self._named: dict[int, tuple[object, str]] = {}
        """By the identity of what was named, which is kept with its name so that no other can come to have it."""

    def seated(self, seats: Seats | None) -> dict[str, Any]:
        """The seats as a set-up has them."""
        return {seat: self._held(held) for seat, held in (seats or {}).items()}

    def name(self, player: object) -> str:
        """What a player is called in a set-up."""
        if isinstance(player, str):
            return player
        if id(player) not in self._named:
            self._named[id(player)] = (player, self._welcomed(player))
        return self._named[id(player)][1]

    def _held(self, held: Seat) -> Any:
        if isinstance(held, Mapping):
            told = cast(Mapping[str, Any], held)
            return {**told, "player": self.name(told.get("player"))}
        return self.name(held)

    def _welcomed(self, player: object) -> str:
        if isinstance(player, Sequence):
            name = self._free(f"{PYTHON}answers")
            answers = [*cast(Sequence[Any], player)]
            self._hiring.welcome(ScriptPlayer(name, {ANY_SEAT: answers}, self._entries))
        elif callable(player):
            name = self._free(_name_of(player))
            self._hiring.welcome(PythonPlayer(name, cast(Answering, player)))
        else:
            raise InvalidInput(
                f"Nobody can be called on who is a {type(player).__name__}.",
                suggestion="Seat the name of a player, a function that takes a question, or a list of answers.",
            )
        return name

    def _free(self, wanted: str) -> str:
        """The name, with a number where another has it."""
        taken = {name for _, name in self._named.values()}
        numbered = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, len(taken) + 2))
        return next(name for name in numbered if name not in taken)


def _name_of(player: object) -> str:
    """Where a function is from, and what it is called there: the same in every run of a program."""
    own = player if hasattr(player, "__qualname__") else type(player)
    called = str(getattr(own, "__qualname__", "function")).replace("<locals>.", "").replace("<lambda>", "lambda")
    return f"{PYTHON}{getattr(own, '__module__', '') or 'main'}.{called}"[:_LONGEST]
