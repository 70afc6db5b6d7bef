"""Players that other packages send: a function, or somebody who is a player already."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from moot.debate import Manner, Spent
from moot.delegates import PLAYERS, Received, received
from moot.engine import Answer, Call, Draft, Player, PlayerFailed
from moot.players.book import Book, fit_name
from moot.players.catalogue import Offer
from moot.players.obstacles import Obstacle
from moot.players.python import Answering, PythonPlayer

_PLAYER = ("manner", "lanes", "reserve", "answer")
_KIND = "package"


@dataclass(frozen=True, slots=True)
class Delegated:
    """A player of a package, under the name that it was sent by."""

    name: str
    player: Player

    @property
    def manner(self) -> Manner:
        """How it judges best."""
        return self.player.manner

    @property
    def lanes(self) -> Mapping[str, int]:
        """What it shares with others."""
        return self.player.lanes

    def reserve(self, call: Call) -> Spent | None:
        """The most that an answer may cost."""
        return self.player.reserve(call)

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """What it answers; one that would end the house with itself only lets its turn lapse."""
        try:
            return await self.player.answer(call, draft)
        except SystemExit as left:
            raise PlayerFailed(f"{self.name} raised SystemExit.") from left


def players_sent() -> Received[Player]:
    """The players of other packages, by name."""
    return received(PLAYERS, _a_player)


def sent_as(name: str, sent: Received[Player], book: Book) -> Player | None:
    """The player of this name that a package sends; a refusal where it could not be let in, or the file has it too."""
    if name in book.players or name in book.faults:
        if (obstacle := _clash(name, sent, book)) is not None:
            raise obstacle.refusal(name)
        return None
    if (away := sent.kept_out(name)) is not None:
        raise away.refusal()
    return sent.there.get(name)


def offers_of(sent: Received[Player], book: Book) -> Iterator[Offer]:
    """Whom packages send, and why some of them cannot be called on."""
    for name, player in sent.there.items():
        yield Offer(name, _KIND, sent.sources[name], player.manner, _clash(name, sent, book))
    for away in sent.away:
        yield Offer(away.name, _KIND, away.source, None, Obstacle(away.why, f"Mend or uninstall {away.source}."))


def _clash(name: str, sent: Received[Player], book: Book) -> Obstacle | None:
    if name not in sent.there or (name not in book.players and name not in book.faults):
        return None
    why = f"it is in {book.path}, and {sent.sources[name]} offers a player of this name too"
    return Obstacle(why, f"Rename [players.{name}] in {book.path}, or uninstall {sent.sources[name]}.")


def _a_player(name: str, given: Any) -> Player:
    fit_name(name)
    if isinstance(given, type):
        raise ValueError("it is a class: offer an object made of it")
    if all(hasattr(given, part) for part in _PLAYER):
        return Delegated(name, given)
    if callable(given):
        return PythonPlayer(name, cast(Answering, given))
    raise ValueError("it is no player: it must be a function that takes a question, or have `answer` and the rest")
