"""`moot export`: a copy of a debate to keep."""

import sys
from pathlib import Path

import click

from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.options import example
from moot.client.errors import invalid


@click.command(epilog=example("moot export ID --as markdown --out debate.md"))
@click.argument("debate_id", metavar="ID")
@click.option(
    "--as",
    "as_",
    type=click.Choice(["markdown", "html", "json", "jsonl"]),
    default="markdown",
    show_default=True,
    help="What to write; jsonl is the record itself, line by line with its hashes.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to write it, instead of standard output."
)
def export(debate_id: str, as_: str, out: Path | None) -> None:
    """Take a copy of a debate."""
    copy = connect().export(debate_id, as_)
    if out is None:
        sys.stdout.buffer.write(copy)
        sys.stdout.buffer.flush()
        return
    try:
        out.write_bytes(copy)
    except OSError as trouble:
        raise invalid(f"Cannot write {str(out)!r}: {trouble.strerror}.") from None
    tell({"debate_id": debate_id, "as": as_, "path": str(out), "bytes": len(copy)})
