"""Any move of any format, what a seat is told before it, and what came of a debate."""

from functools import partial
from typing import Any, cast

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.lazy import load
from moot.cli.matters import options as matter
from moot.cli.matters.showing import show_result
from moot.cli.options import example
from moot.cli.show import show_prose
from moot.cli.texts import given_text
from moot.cli.trouble import sent
from moot.client.errors import invalid
from moot.client.shapes import BriefTold


@click.command(epilog=example("aw debate brief --debate-id ID --role risk --format markdown"))
@options.debate_id
@options.argument_role
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "markdown"]),
    default="json",
    show_default=True,
    help="JSON with the schema of each move; Markdown for people.",
)
@options.field
def brief(debate_id: str, role: str, format_: str) -> None:
    """Read what your seat is told now.

    With the form of each move that it may make: what a model in its place would read.
    """
    told = connect().brief(debate_id, role)
    if format_ == "json":
        tell(told)
    else:
        show_prose(_as_prose(told))


@click.command(epilog=example("aw debate move --debate-id ID --role risk --type RECOMMENDATION --file move.yaml"))
@options.debate_id
@options.argument_role
@click.option("--type", "type_", required=True, metavar="TYPE", help="The kind of move, as `brief` names it.")
@options.content
@click.option("--answers", metavar="ID", help="The argument whose turn it takes, where there are several.")
@options.request_id
def move(
    debate_id: str,
    role: str,
    type_: str,
    content: str | None,
    file: str | None,
    answers: str | None,
    client_request_id: str | None,
) -> None:
    """Make any move of any format.

    Its fields are given as YAML or JSON.
    """
    fields: Any = load("moot.cli.inside.files:parsed")(given_text(content, file), file or "The move")
    if not isinstance(fields, dict):
        raise invalid("A move is a mapping of names to values.", suggestion=f"Read: aw debate brief --role {role}")
    making = partial(connect().move, debate_id, role, type_, fields, answers=answers)
    tell(sent(making, client_request_id))


@click.command(epilog=example("aw debate answer --debate-id ID --role risk --file filled.yaml"))
@options.debate_id
@options.argument_role
@options.content
@options.request_id
def answer(debate_id: str, role: str, content: str | None, file: str | None, client_request_id: str | None) -> None:
    """Answer the brief of your seat.

    Its form is filled in as YAML or JSON; where the brief has several tasks, a list with a form for each.
    """
    told: Any = load("moot.cli.inside.files:parsed")(given_text(content, file), file or "The answer")
    filled = cast(list[Any], told) if isinstance(told, list) else [told]
    if not all(isinstance(form, dict) for form in filled):
        raise invalid("A form is a mapping of names to values.", suggestion=f"Read: aw debate brief --role {role}")
    tell(sent(partial(connect().answer, debate_id, role, filled), client_request_id))


@click.command(epilog=example("aw debate result --debate-id ID --format yaml"))
@options.debate_id
@matter.result
@options.field
def result(debate_id: str, format_: str) -> None:
    """Show what came of a debate, or what is known so far."""
    show_result(connect(), debate_id, format_)


@click.command(epilog=example("aw debate provenance --debate-id ID --argument-id ARGUMENT"))
@options.debate_id
@click.option("--argument-id", required=True, metavar="ID", help="The line whose origin you want to see.")
@options.field
def provenance(debate_id: str, argument_id: str) -> None:
    """Show the calls that a line came from.

    What a player was asked and what it answered, word for word.
    """
    tell(connect().provenance(debate_id, argument_id))


def _as_prose(told: BriefTold) -> str:
    tasks = [f"{task['task']}\n\nMoves: {', '.join(form['type'] for form in task['forms'])}" for task in told["tasks"]]
    return "\n\n---\n\n".join(part for part in (told["you"], told["record"], *tasks) if part.strip())
