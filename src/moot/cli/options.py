"""Options that commands share, and the example that ends each help."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import click
from click.shell_completion import CompletionItem

from moot.cli.envelope import choose_field

F = TypeVar("F", bound=Callable[..., Any])
Format = Literal["json", "markdown", "table"]

ROLES = ("proposer", "opponent", "arbitrator")
STATES = (
    "AWAITING_OPPONENT",
    "AWAITING_PROPOSER",
    "AWAITING_ARBITRATOR",
    "INTERVENTION_PENDING",
    "CLOSED",
)
DEBATE_TYPES = ("coding_plan_debate", "general_debate")


def example(*commands: str) -> str:
    """How a help ends."""
    return "\b\n" + "\n".join(["Example:", *(f"  {command}" for command in commands)])


def offering(*words: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Completes to these words; others are for the server to judge, since formats bring their own."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]

    return complete


debate_id = click.option("--debate-id", required=True, metavar="ID", help="The debate.")
argument_role = click.option(
    "--role", required=True, metavar="ROLE", shell_complete=offering(*ROLES), help="Your role in the debate."
)
reading_role = click.option(
    "--role", metavar="ROLE", shell_complete=offering(*ROLES), help="Read as this role: it is told what to do now."
)
target_id = click.option("--target-id", required=True, metavar="ID", help="The argument that this is about.")
limit = click.option("--limit", type=click.IntRange(1, 200), help="How many at most.  [default: 50]")
cursor = click.option("--cursor", metavar="CURSOR", help="The next page: `next_cursor` of the page before.")
field = click.option(
    "--field",
    metavar="NAME",
    expose_value=False,
    callback=choose_field,
    help="Print this field of the data alone, as in `debate.state` or `arguments.-1.id`.",
)


def request_id(function: F) -> F:
    """Adds what every write takes beside its text."""
    own = click.option(
        "--client-request-id",
        metavar="ID",
        help="Your own id for this request: sent again, it yields the first result again. Made if you give none.",
    )
    return own(field(function))


def format_(function: F) -> F:
    """Adds what every reading takes."""
    return _format("json")(field(function))


def format_for_people(function: F) -> F:
    """Adds the same to what people mostly read; --json is short for programs."""
    short = click.option("--json", "format_", flag_value="json", help="The same as --format json.")
    return short(_format("table")(field(function)))


def _format(usual: Format) -> Callable[[F], F]:
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["json", "markdown", "table"]),
        default=usual,
        show_default=True,
        help="JSON for programs; Markdown or a table for people.",
    )


def content(function: F) -> F:
    """Adds the two options by which a text is given; the third way is standard input."""
    file = click.option("--file", metavar="PATH", help="A file with the text, in UTF-8; - is standard input.")
    text = click.option("--content", metavar="TEXT", help="The text, in Markdown.")
    return text(file(function))
