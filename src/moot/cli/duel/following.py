"""Following a duel in the terminal: who speaks, for how long, and when the arbitrator is asked."""

import sys
import time
from collections.abc import Mapping
from threading import Event as Bell
from threading import Thread
from types import TracebackType
from typing import Any, Self

import click

from moot.cli.matters.following import said
from moot.cli.progress import Progress
from moot.client import Client

ARBITRATOR = "arbitrator"


def follow(client: Client, debate: str, page: str) -> None:
    """Returns when the debate is closed."""
    players = client.context(debate, argument_limit=0)["players"]
    with _Ticking() as ticking:
        for event in client.watch(debate, lost=ticking.say):
            data = event["data"]
            match event["event"]:
                case "new_argument":
                    _told(ticking, data)
                    _failed(ticking, data, page)
                case "initial_state" | "state_changed":
                    _stands(ticking, data.get("debate") or data, players, page)
                    for argument in data.get("arguments", [])[-1:]:
                        _failed(ticking, argument, page)
                case _:
                    pass


def _told(ticking: "_Ticking", argument: dict[str, Any]) -> None:
    words = said(argument)
    if words is not None:
        spent: dict[str, Any] = argument.get("spent") or {}
        took = spent.get("milliseconds")
        ticking.lasting(f"  {words}{f' ({took / 1000:.0f} s)' if took else ''}")


def _failed(ticking: "_Ticking", argument: Mapping[str, Any], page: str) -> None:
    """A player who should rule and could not is not called on again: without a person it would wait for ever."""
    if argument["type"] == "lapsed" and argument["role"] == ARBITRATOR:
        ticking.lasting(f"  The arbitrator could not rule, and you may: {page} (Ctrl-C stops it; nothing is lost)")
        ticking.begin(f"{ARBITRATOR} (you)")


def _stands(ticking: "_Ticking", debate: Mapping[str, Any], players: Mapping[str, str], page: str) -> None:
    waiting: list[str] = debate.get("waiting_for") or []
    if debate.get("closed_at") or not waiting:
        return
    if waiting == [ARBITRATOR] and ARBITRATOR not in players:
        ticking.lasting(f"  The arbitrator is asked, and that is you: {page}")
    ticking.begin(", ".join(f"{seat} ({players[seat]})" if seat in players else seat for seat in waiting))


class _Ticking:
    """A line that says who has the floor and for how long; only on a terminal, where it can be written over."""

    def __init__(self) -> None:
        self._progress = Progress()
        self._whose = ""
        self._since = time.monotonic()
        self._over = Bell()
        self._thread = Thread(target=self._tick, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        self._progress.clear()

    def begin(self, whose: str) -> None:
        """Somebody else has the floor."""
        self._whose, self._since = whose, time.monotonic()

    def say(self, text: str) -> None:
        """Something on the line that is soon written over."""
        self._progress.say(f"  {text}")

    def lasting(self, text: str) -> None:
        """A line that stays."""
        self._progress.clear()
        click.echo(text, err=True)

    def _tick(self) -> None:
        while not self._over.wait(1):
            if self._whose:
                self.say(f"{self._whose} has the floor: {time.monotonic() - self._since:.0f} s")
