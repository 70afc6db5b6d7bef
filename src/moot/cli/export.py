"""`moot export`: a copy of a debate to keep, or a backup of the whole house."""

import sys
from pathlib import Path

import click

from moot.cli.envelope import tell
from moot.cli.environment import home
from moot.cli.lazy import load
from moot.cli.matters.reaching import reached
from moot.cli.options import example
from moot.cli.place import database_at, database_option, without_password
from moot.cli.progress import Progress
from moot.cli.wording import counted
from moot.client.errors import invalid

KINDS = ("markdown", "html", "pdf", "json", "jsonl", "yaml", "openai", "aif", "pr-comment")


@click.command(
    epilog=example(
        "moot export ID --as markdown --out debate.md",
        "moot export ID --as pdf --out debate.pdf",
        "moot export --all --out house.tar.gz",
    )
)
@click.argument("debate_id", metavar="ID", required=False)
@click.option(
    "--as",
    "as_",
    type=click.Choice(KINDS),
    default="markdown",
    show_default=True,
    help="What to write; jsonl is the record itself, line by line with its hashes.",
)
@click.option("--all", "every", is_flag=True, help="Everything the house knows: a backup, for `moot import`.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write it, instead of standard output; a backup needs one."
)
@database_option
@click.pass_context
def export(
    ctx: click.Context, debate_id: str | None, as_: str, every: bool, out: Path | None, database: str | None
) -> None:
    """Take a copy of a debate, or a backup of everything.

    A copy comes from the server if one answers, else from the database. A backup (--all --out FOLDER or FILE.tar.gz)
    is read from the database itself, as it is at one moment; a server may run meanwhile. It holds secrets (the house's
    own, of webhooks, digests of keys) and is for your eyes alone: its files can be read by their owner only.
    """
    if every == (debate_id is not None):
        raise click.UsageError("Name a debate, or give --all.", ctx)
    if debate_id is None:
        _back_up(ctx, out, database)
    else:
        _copy(debate_id, as_, out)


def _copy(debate_id: str, as_: str, out: Path | None) -> None:
    with reached(debate_id) as client:
        copy = client.export(debate_id, "html" if as_ == "pdf" else as_)
    if as_ == "pdf":
        copy = load("moot.cli.inside.printing:printed")(copy)
    if out is None:
        sys.stdout.buffer.write(copy)
        sys.stdout.buffer.flush()
        return
    try:
        out.write_bytes(copy)
    except OSError as trouble:
        raise invalid(f"Cannot write {str(out)!r}: {trouble.strerror}.") from None
    tell({"debate_id": debate_id, "as": as_, "path": str(out), "bytes": len(copy)})


def _back_up(ctx: click.Context, out: Path | None, given: str | None) -> None:
    if out is None:
        raise click.UsageError("A backup needs --out FOLDER or --out FILE.tar.gz.", ctx)
    database = database_at(given)
    if "://" not in database and not Path(database).exists():
        raise invalid(f"There is no database {database!r}.", suggestion="Name it with --database.")
    with Progress("Reading") as progress:

        def say(table: str, rows: int) -> None:
            progress.say(f"Read {counted(rows, 'row')} of {table}")

        told = load("moot.cli.inside.backing:back_up")(database, home(), out, say)
    tell({**told, "path": str(out), "database": without_password(database)})
