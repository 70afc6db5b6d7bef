"""`moot audit`: everything about a debate, as one page or as data."""

import json
import sys
from pathlib import Path

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.matters.reaching import reached
from moot.cli.options import example
from moot.client.errors import invalid


@click.command(epilog=example("moot audit ID --html --out audit.html", "moot audit ID --json"))
@click.argument("debate_id", metavar="ID")
@click.option("--html", "as_html", is_flag=True, help="One page that needs nothing else, to read, keep or print.")
@click.option("--json", "as_json", is_flag=True, help="Data for programs.  [default]")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write it to a file.  [default: show it]"
)
@options.field
@click.pass_context
def audit(ctx: click.Context, debate_id: str, as_html: bool, as_json: bool, out: Path | None) -> None:
    """Show everything about a debate.

    Who said what, with which model, and what it was asked: each line with its prompt, raw answer, tool calls, cost and
    hash; seats, result, and whether the record is sound. Works with a running server, or on the database where none
    answers.
    """
    if as_html and as_json:
        raise click.UsageError("Give --html or --json, not both.", ctx)
    with reached(debate_id) as client:
        if as_html:
            page = client.audit_page(debate_id)
        else:
            trail = client.whole_audit(debate_id)
            if out is None:
                tell(trail)
                return
            page = f"{json.dumps(trail, ensure_ascii=False, indent=2)}\n".encode()
    if out is None:
        sys.stdout.buffer.write(page)
        sys.stdout.buffer.flush()
        return
    _write(out, page, debate_id)
    tell({"debate_id": debate_id, "as": "html" if as_html else "json", "path": str(out), "bytes": len(page)})


def _write(out: Path, page: bytes, debate_id: str) -> None:
    try:
        out.write_bytes(page)
    except OSError as trouble:
        raise invalid(f"Cannot write {str(out)!r}: {trouble.strerror}.", debate_id=debate_id) from None
