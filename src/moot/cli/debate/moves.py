"""What is said in a debate: a command for each kind of argument."""

from functools import partial

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.matters import options as matter
from moot.cli.options import example
from moot.cli.texts import given_text, optional_text
from moot.cli.trouble import sent


@click.command(
    epilog=example(
        "aw debate create --debate-id ID --title 'Cache plan' --debate-type coding_plan_debate --file plan.md"
    )
)
@options.debate_id
@click.option("--title", required=True, metavar="TEXT", help="What the debate is about, in a few words.")
@click.option(
    "--debate-type",
    required=True,
    metavar="TYPE",
    shell_complete=options.offering(*options.DEBATE_TYPES),
    help="coding_plan_debate, general_debate, or another that this server has.",
)
@options.content
@click.option("--max-rounds", type=click.IntRange(1, 10_000), help="After so many rounds the next ruling must close.")
@matter.seats
@matter.budget
@options.request_id
def create(
    debate_id: str,
    title: str,
    debate_type: str,
    content: str | None,
    file: str | None,
    max_rounds: int | None,
    seats: dict[str, str],
    client_request_id: str | None,
    **limits: float | None,
) -> None:
    """Open a debate with its motion, as the proposer."""
    text = given_text(content, file)
    opening = partial(
        connect().create_debate,
        debate_id,
        title,
        debate_type,
        text,
        max_rounds=max_rounds,
        seats=seats or None,
        budget=matter.spending(**limits),
    )
    tell(sent(opening, client_request_id))


@click.command(
    epilog=example(
        "aw debate submit --debate-id ID --role opponent --target-id ARGUMENT --content 'Step 2 loses data.'"
    )
)
@options.debate_id
@options.argument_role
@options.target_id
@options.content
@options.request_id
def submit(
    debate_id: str,
    role: str,
    target_id: str,
    content: str | None,
    file: str | None,
    client_request_id: str | None,
) -> None:
    """Submit a claim about an earlier argument."""
    text = given_text(content, file)
    tell(sent(partial(connect().submit, debate_id, role, target_id, text), client_request_id))


@click.command(
    epilog=example(
        "aw debate appeal --debate-id ID --target-id ARGUMENT --content 'Which?' --option A=Redis --option B=SQLite"
    )
)
@options.debate_id
@options.target_id
@options.content
@click.option(
    "--option",
    "choices",
    multiple=True,
    metavar="A=TEXT",
    help="A way out; give as many as there are. `Another way` is always added as the last.",
)
@options.request_id
def appeal(
    debate_id: str,
    target_id: str,
    content: str | None,
    file: str | None,
    choices: tuple[str, ...],
    client_request_id: str | None,
) -> None:
    """Ask the arbitrator to decide a point, as the proposer."""
    text = given_text(content, file)
    tell(sent(partial(connect().appeal, debate_id, target_id, text, choices), client_request_id))


@click.command(
    "request-completion",
    epilog=example("aw debate request-completion --debate-id ID --target-id ARGUMENT --file summary.md"),
)
@options.debate_id
@options.target_id
@options.content
@options.request_id
def request_completion(
    debate_id: str, target_id: str, content: str | None, file: str | None, client_request_id: str | None
) -> None:
    """Ask to end the debate, as the proposer.

    The text says what was agreed.
    """
    text = given_text(content, file)
    tell(sent(partial(connect().request_completion, debate_id, target_id, text), client_request_id))


@click.command(epilog=example("aw debate ruling --debate-id ID --option A --content 'Redis: it is there already.'"))
@options.debate_id
@options.content
@click.option("--option", metavar="A", help="The option of the appeal that you choose.")
@click.option("--close", is_flag=True, help="End the debate with this ruling.")
@options.request_id
def ruling(
    debate_id: str,
    content: str | None,
    file: str | None,
    option: str | None,
    close: bool,
    client_request_id: str | None,
) -> None:
    """Decide what waits for you, as the arbitrator."""
    text = given_text(content, file)
    tell(sent(partial(connect().rule, debate_id, text, option=option, close=close), client_request_id))


@click.command(epilog=example("aw debate intervention --debate-id ID --content 'Stop: the scope has changed.'"))
@options.debate_id
@options.content
@options.request_id
def intervention(debate_id: str, content: str | None, file: str | None, client_request_id: str | None) -> None:
    """Stop the debate until you rule, as the arbitrator.

    A text is optional; standard input is read only with --file -.
    """
    text = optional_text(content, file)
    tell(sent(partial(connect().intervene, debate_id, text), client_request_id))
