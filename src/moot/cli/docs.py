"""`aw docs`: shared documents and their versions."""

from collections.abc import Mapping
from functools import partial

import click

from moot.cli import options, prose, tables
from moot.cli.envelope import chosen_field, tell
from moot.cli.environment import connect
from moot.cli.lazy import Group
from moot.cli.options import Format, example
from moot.cli.show import show, show_prose
from moot.cli.texts import given_text
from moot.cli.trouble import sent

document = click.argument("document_id", metavar="DOC")
note = click.option("--note", metavar="TEXT", help="What this version is, or what changed in it.")


@click.group(cls=Group, epilog=example("aw docs create --title 'Cache plan' --file plan.md"))
def docs() -> None:
    """Share long texts: an argument cites a document by its id."""


@docs.command(epilog=example("aw docs create --title 'Cache plan' --file plan.md --debate-id ID"))
@click.option("--title", required=True, metavar="TEXT", help="What the document is.")
@options.content
@click.option("--debate-id", metavar="ID", help="The debate that it belongs to.")
@note
@options.request_id
def create(
    title: str,
    content: str | None,
    file: str | None,
    debate_id: str | None,
    note: str | None,
    client_request_id: str | None,
) -> None:
    """Share a new document; its first version is 1."""
    text = given_text(content, file)
    sharing = partial(connect().create_document, title, text, debate_id=debate_id, note=note)
    _tell_receipt(sent(sharing, client_request_id))


@docs.command(epilog=example("aw docs submit DOC --file plan.md --note 'Step 2 keeps a backup'"))
@document
@options.content
@note
@click.option("--base-version", type=click.IntRange(1), help="Refuse if somebody submitted a newer one meanwhile.")
@options.request_id
def submit(
    document_id: str,
    content: str | None,
    file: str | None,
    note: str | None,
    base_version: int | None,
    client_request_id: str | None,
) -> None:
    """Submit a new version of a document."""
    text = given_text(content, file)
    submitting = partial(connect().submit_version, document_id, text, note=note, base_version=base_version)
    _tell_receipt(sent(submitting, client_request_id))


def _tell_receipt(version: Mapping[str, object]) -> None:
    """A write is answered shortly: who sent the text has it."""
    tell({name: value for name, value in version.items() if name != "content"})


@docs.command(epilog=example("aw docs get DOC --version 1 --format markdown"))
@document
@click.option("--version", type=click.IntRange(1), help="Which version.  [default: the latest]")
@options.format_
def get(document_id: str, version: int | None, format_: Format) -> None:
    """Read a document; --format markdown gives its text alone."""
    found = connect().document(document_id, version)
    if format_ == "markdown" and chosen_field() is None:  # to the byte, so that it can be kept in a file
        show_prose(prose.of_version(found), end="")
    else:
        show(found, format_, prose.of_version, tables.of_version)


@docs.command("list", epilog=example("aw docs list --debate-id ID --format table"))
@click.option("--q", metavar="TEXT", help="Only those whose title has these words.")
@click.option("--debate-id", metavar="ID", help="Only those of a debate.")
@options.limit
@options.cursor
@options.format_
def list_documents(format_: Format, **asked: str | int | None) -> None:
    """List documents, the latest first."""
    show(connect().documents(**asked), format_, prose.of_documents, tables.of_documents)


@docs.command(epilog=example("aw docs history DOC --format table"))
@document
@options.format_
def history(document_id: str, format_: Format) -> None:
    """List the versions of a document, the oldest first."""
    show(connect().history(document_id), format_, prose.of_history, tables.of_history)


@docs.command(epilog=example("aw docs diff DOC --from 1 --to 2 --format markdown"))
@document
@click.option("--from", "from_version", type=click.IntRange(1), required=True, help="The older version.")
@click.option("--to", "to_version", type=click.IntRange(1), help="The newer version.  [default: the latest]")
@options.format_
def diff(document_id: str, from_version: int, to_version: int | None, format_: Format) -> None:
    """Show what changed between two versions."""
    difference = connect().diff(document_id, from_version, to_version)
    show(difference, format_, prose.of_difference, tables.of_difference)
