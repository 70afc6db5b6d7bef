"""Fetching the embedded model before the house opens, with progress on a terminal and without one."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import click

from moot.cli.environment import given
from moot.cli.lazy import load
from moot.cli.progress import Progress
from moot.client import Refused

USUAL, SMALL = "embedded", "small"
_TENTHS = 10


def prepare(home: Path, players: Iterable[str]) -> None:
    """Fetches the embedded models that are named and not here yet."""
    for name in sorted(set(players)):
        kind, _, which = name.partition(":")
        if kind == USUAL:
            _fetched(home, which or "default")


def prepare_usual(home: Path) -> bool:
    """Whether the player that is usual here is at hand; the embedded model is fetched if it is not.

    Where the usual one cannot be had, the small one takes its place.
    """
    usual = usual_player()
    if usual.partition(":")[0] != USUAL or _fetched(home, usual.partition(":")[2] or "default"):
        return True
    if usual == USUAL and _fetched(home, SMALL):
        click.echo("The small model takes its place. Its judgement is at the level of chance.", err=True)
        os.environ["MOOT_PLAYER"] = f"{USUAL}:{SMALL}"
        return True
    click.echo("Moot opens without it: seats can be held by other players (moot models).", err=True)
    return False


def usual_player() -> str:
    """Who is called on where nobody was named."""
    return given("MOOT_PLAYER", "player") or USUAL


def held_by(seats: Mapping[str, Any], needed: Iterable[str]) -> list[str]:
    """The players that are called on: those who are named, and the usual one for a needed seat that is not."""
    named = [_named(player) for player in seats.values()]
    return [*named, *(usual_player() for seat in needed if seat not in seats)]


def _named(player: Any) -> str:
    return str(cast(dict[str, Any], player).get("player", "")) if isinstance(player, dict) else str(player)


def _fetched(home: Path, which: str) -> bool:
    try:
        load("moot.cli.inside.players:fetch")(home, which, _Shown())
    except Refused as refused:
        click.echo(f"The {which} embedded model could not be had: {refused.error['message']}", err=True)
        return False
    return True


class _Shown:
    """Says how far a download is: on one line of a terminal, or a line for each tenth."""

    def __init__(self) -> None:
        self._progress = Progress()
        self._told = 0

    def __call__(self, done: int, total: int, what: str = "") -> None:
        text = f"Fetching the embedded model: {done / 1e6:,.0f} of {total / 1e6:,.0f} MB{what and f' ({what})'}"
        self._progress.say(text)
        tenth = done * _TENTHS // max(1, total)
        if not sys.stderr.isatty() and tenth > self._told:
            self._told = tenth
            click.echo(text, err=True)
        if done >= total:
            self._progress.clear()
