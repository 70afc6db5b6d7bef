"""Players in this process: who there is, fetching weights, and one question to see whether somebody answers."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel, Field

from moot.cli.inside.refusing import told
from moot.client import Refused
from moot.debate import Ask, Brief, Entry, InvalidInput, Manner, Seated, Turn, only
from moot.engine import Answer, Call, Player, PlayerFailed, Unfit
from moot.engine.reading import read_answer
from moot.players.book import FILE
from moot.players.embedded import SHELF, embedded
from moot.players.hiring import Hiring
from moot.players.replay import ReplayPlayer
from moot.players.roster import EMBEDDED
from moot.players.sandbox import SandboxPlayer
from moot.players.script import ScriptPlayer
from moot.players.sent import players_sent
from moot.settings import Settings

T = TypeVar("T")
Progress = Callable[[int, int, str], None]


class Sides(BaseModel, frozen=True, extra="forbid"):
    """How many sides a triangle has."""

    sides: int = Field(ge=0, le=100)


QUESTION = Ask("How many sides does a triangle have?", (Sides,), name="check")
BRIEF = Brief("You answer short questions.", "", (QUESTION,), only)
CHECK = Call("check", Turn("check", ("CHECK",), since=0, seat="check"), BRIEF, QUESTION)


def listed(home: Path) -> dict[str, Any]:
    """Who can be called on here, and why not the others."""
    with told():
        hiring = _hiring(Settings(home=home))
        return {"players": [offer.told() for offer in hiring.catalogue()], "file": str(home / FILE)}


def fetch(home: Path, name: str, progress: Progress) -> dict[str, Any]:
    """The file of an embedded model, fetched if it is not there."""
    with told():
        settings = Settings(home=home)
        model = embedded(_on_the_shelf(name), settings.models)
        return {"name": model.name, "size": model.size, "path": str(_run(model.fetch(progress)))}


def _on_the_shelf(name: str) -> str:
    which = EMBEDDED.get(name, name)
    if which not in SHELF:
        raise InvalidInput(f"{name!r} cannot be fetched.", suggestion=f"These can: {', '.join(SHELF)}.")
    return which


def check(home: Path, name: str) -> dict[str, Any]:
    """What a player answers to one tiny question, and what that took."""
    with told():
        return _run(_checked(_hiring(Settings(home=home)), Seated(player=name)))


def _run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except PlayerFailed as failed:
        raise Refused({"code": "PLAYER_FAILED", "message": str(failed)}, 0) from failed


async def _checked(hiring: Hiring, seated: Seated) -> dict[str, Any]:
    player = await hiring.hire(seated)
    _must_think(player)
    try:
        answer = await player.answer(CHECK, lambda text: None)
    finally:
        await hiring.close()
    return _judged(player.manner, answer)


def _must_think(player: Player) -> None:
    if isinstance(player, ScriptPlayer | ReplayPlayer):
        raise InvalidInput(f"{player.name!r} says what was written beforehand: there is nothing to ask it.")
    if isinstance(player, SandboxPlayer):
        raise InvalidInput(f"{player.name!r} runs code and answers no questions.", suggestion="Run: moot sandbox check")


def _judged(manner: Manner, answer: Answer) -> dict[str, Any]:
    read = read_answer(answer.raw, QUESTION)
    spent = answer.spent
    seen: dict[str, Any] = {
        "by": answer.by,
        "answer": answer.raw,
        "manner": manner,
        "milliseconds": answer.facts.get("milliseconds") if spent is None else spent.milliseconds,
    }
    if spent is not None and spent.tokens_in:
        seen |= {"tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "money": spent.money}
    if isinstance(read, Unfit):
        message = f"It answered, but not in the form that was asked for: {read.fault}"
        raise Refused({"code": "PLAYER_FAILED", "message": message, **seen}, 0)
    return {"question": QUESTION.task, "right": cast(Sides, read).sides == 3, **seen}


def _hiring(settings: Settings) -> Hiring:
    return Hiring(
        settings.home,
        models=settings.models,
        environment=os.environ,
        entries=_no_record,
        threads=settings.embedded_threads,
        unconfined=settings.unconfined,
        sent=players_sent(),
    )


async def _no_record(debate: str) -> Sequence[Entry]:
    return ()
