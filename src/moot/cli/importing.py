"""`moot import`: debates that were held elsewhere, or a whole house from its backup."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect, elsewhere, home, server_url, version_at
from moot.cli.lazy import load
from moot.cli.options import example
from moot.cli.place import database_at, database_option, without_password
from moot.cli.progress import Progress
from moot.cli.texts import given_file
from moot.cli.wording import counted
from moot.client import Refused
from moot.client.errors import invalid

_GZIP = b"\x1f\x8b"
_PDF = b"%PDF-"
LARGEST = 64 * 1024 * 1024
"""The most bytes that a file may have, as the desk says too."""


@click.command(
    "import",
    epilog=example(
        "moot import debate.jsonl",
        "moot import minutes.md chat.jsonl graph.json",
        "moot import house.tar.gz --database new.db",
    ),
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@database_option
@options.field
@click.pass_context
def import_(ctx: click.Context, files: Sequence[str], database: str | None) -> None:
    """Bring debates in, or restore a backup.

    A record of Moot (moot export ID --as jsonl, json or yaml) is checked, every hash and every move, and kept under its
    own id. What has only the words (markdown, html, pr-comment; a chat log with `messages`; an argument graph) becomes
    an archive that can be read. Each file is kept whole or not at all, and the same file again changes nothing. Goes
    through the server if one answers; otherwise, or with --database, opens the database itself.

    A backup (moot export --all) goes into an empty database; stop the server on it first.
    """
    given = ctx.get_parameter_source("database") is click.core.ParameterSource.COMMANDLINE
    backups = [file for file in files if is_backup(file)]
    if backups and len(files) > 1:
        raise click.UsageError("A backup is restored alone.", ctx)
    if backups:
        tell(_restored(Path(backups[0]), database_at(database)))
    else:
        tell({"imported": _brought(files, database, given=given)})


def is_backup(file: str) -> bool:
    """Whether a file is a folder or a packed file, as backups are."""
    path = Path(file)
    if path.is_dir():
        return True
    return path.is_file() and _begins(path, _GZIP)


def _must_be_fit(file: str) -> None:
    """Refuses a file that nobody would take, before it is read."""
    path = Path(file)
    if file == "-" or not path.is_file():
        return
    if (size := path.stat().st_size) > LARGEST:
        raise invalid(
            f"{file!r} has {size:,} bytes: at most {LARGEST:,} are brought in.",
            suggestion="Split it into several files; a whole house comes in as a backup (moot export --all).",
        )
    if _begins(path, _PDF):
        raise invalid(
            f"{file!r} is a PDF, which is for reading.",
            suggestion="Bring in another copy of it: moot export ID --as jsonl, or --as html.",
        )


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as opened:
        return opened.read(len(mark)) == mark


def _brought(files: Sequence[str], database: str | None, *, given: bool) -> list[Any]:
    for file in files:
        _must_be_fit(file)
    texts = [(given_file(file), "" if file == "-" else Path(file).name[:200]) for file in files]
    done: list[Any] = []
    try:
        if not given and (elsewhere() or version_at(server_url()) is not None):
            client = connect()
            done.extend(client.import_debate(text, name) for text, name in texts)
        else:
            load("moot.cli.inside.backing:bring")(database_at(database), home(), texts, done.append)
    except Refused as refused:
        # What came before it is kept, and must not get lost with the refusal.
        file = files[len(done)]
        raise Refused({**refused.error, "file": file, "imported": done}, refused.status) from None
    return done


def _restored(backup: Path, database: str) -> dict[str, Any]:
    with Progress("Restoring") as progress:

        def say(table: str, rows: int) -> None:
            progress.say(f"Restored {counted(rows, 'row')} of {table}")

        told = load("moot.cli.inside.backing:restore")(database, home(), backup, say)
    return {**told, "path": str(backup), "database": without_password(database)}
