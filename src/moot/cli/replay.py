"""`moot replay`: a record played again, by nobody, and held against what was written."""

import time
from datetime import datetime, timedelta
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.harmless import harmless
from moot.cli.lazy import load
from moot.cli.options import example
from moot.cli.place import database_option
from moot.cli.recorded import is_file, record_of
from moot.client import Refused

LONGEST = timedelta(seconds=5)
"""The most that is waited between two lines, whatever the speed."""


@click.command(epilog=example("moot replay ID", "moot replay debate.jsonl --watch --speed 20"))
@click.argument("record", metavar="ID|FILE.jsonl")
@click.option("--watch", is_flag=True, help="Show it line by line, as it happened.")
@click.option(
    "--speed",
    type=click.FloatRange(0),
    default=10.0,
    show_default=True,
    help="With --watch: how many times as fast as it was; 0 waits for nothing. No pause is longer than 5 s.",
)
@database_option
@options.field
@click.pass_context
def replay(ctx: click.Context, record: str, watch: bool, speed: float, database: str | None) -> None:
    """Play a debate again from its record.

    It must come out the same, byte for byte. No model is called: what was decided is decided again by the rules, and
    each line is written anew. Takes an exported file too (moot export ID --as jsonl). Exit code 1 if a line comes out
    otherwise, and in what.
    """
    text = record_of(record, ctx, database=database)
    shown = _Shown(speed).show if watch else None
    told: dict[str, Any] = load("moot.cli.inside.rehearsing:rehearse")(text, shown)
    told["read_from"] = record if is_file(record) else "record"
    if not told["equal"]:
        where = f"Line {told['fault_line']} of debate {told['debate_id']}"
        raise Refused({"code": "NOT_EQUAL", "message": f"{where}: {told['fault']}.", **told}, 0)
    tell(told)


class _Shown:
    """Lines as they come, with the pauses that there were."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._last: datetime | None = None

    def show(self, at: datetime, told: str) -> None:
        """Shows one more line, after a while."""
        if self._last is not None and self._speed:
            pause = min((at - self._last) / self._speed, LONGEST)
            time.sleep(max(0.0, pause.total_seconds()))
        self._last = at
        click.echo(harmless(told), err=True)
