"""`moot verify`: whether records are as they were written."""

import json
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.options import example
from moot.cli.place import database_option
from moot.cli.progress import Progress
from moot.cli.verifying import Records, records
from moot.cli.wording import counted
from moot.client import Refused
from moot.client.shapes import Soundness


@click.command(epilog=example("moot verify ID --expect HASH", "moot verify --all"))
@click.argument("debate_id", metavar="ID", required=False)
@click.option("--expect", metavar="HASH", help="A hash of this debate that you noted: it must still be in the record.")
@click.option("--all", "every", is_flag=True, help="Verify every debate.")
@database_option
@options.field
@click.pass_context
def verify(ctx: click.Context, debate_id: str | None, expect: str | None, every: bool, database: str | None) -> None:
    """Check that records are as they were written.

    Goes through the server if one answers; otherwise, or with --database, opens the database itself. Exit code 1 if a
    record is not sound.
    """
    if every == (debate_id is not None) or (every and expect is not None):
        raise click.UsageError("Name a debate (and the hash to expect in it), or give --all.", ctx)
    named = ctx.get_parameter_source("database") is click.core.ParameterSource.COMMANDLINE
    place = records(database, named=named)
    if debate_id is None:
        _verify_all(place)
    else:
        _verify_one(place, debate_id, expect)


def _verify_one(place: Records, debate_id: str, expect: str | None) -> None:
    found: list[Soundness] = []
    place.verify([debate_id], found.append)
    told: dict[str, Any] = {**found[0], "read_from": place.name}
    if told["sound"] and expect is not None:
        told["expected"] = expect.strip().lower()
        told["expected_line"] = _line_of(place, told)
    if not told["sound"] or (expect is not None and told["expected_line"] is None):
        raise _unsound(_fault(told), told)
    tell(told)


def _fault(told: dict[str, Any]) -> str:
    if not told["sound"]:
        return f"Line {told['fault_line']} of debate {told['debate_id']}: {told['fault']}."
    return f"Debate {told['debate_id']} chains, but the hash {told['expected']} is not in it: it was rewritten."


def _line_of(place: Records, told: dict[str, Any]) -> int | None:
    """The line that has the expected hash; a debate that went on since it was noted has it further up."""
    if told["expected"] == told["hash"]:
        return told["lines"] - 1
    for written in place.lines(told["debate_id"]).split("\n")[:-1]:
        line: dict[str, Any] = json.loads(written)
        if line.get("hash") == told["expected"]:
            return line["line"]
    return None


def _verify_all(place: Records) -> None:
    checked = 0
    unsound: list[Soundness] = []
    with Progress("Verifying") as progress:

        def found(soundness: Soundness) -> None:
            nonlocal checked
            checked += 1
            progress.say(f"Verified {counted(checked, 'debate')}")
            if not soundness["sound"]:
                unsound.append(soundness)

        place.verify(None, found)
    told = {"checked": checked, "sound": checked - len(unsound), "read_from": place.name}
    if unsound:
        raise _unsound(
            f"{len(unsound)} of {counted(checked, 'debate')} are not as they were written.",
            {**told, "unsound": unsound},
        )
    tell(told)


def _unsound(message: str, fields: dict[str, Any]) -> Refused:
    return Refused({"code": "UNSOUND", "message": message, **fields}, 0)
