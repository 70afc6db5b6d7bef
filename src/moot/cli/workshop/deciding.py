"""`moot workshop approve`, `reject` and `stop`: what the owner of a task decides."""

from collections.abc import Callable

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.matters.reaching import reached
from moot.cli.options import example
from moot.cli.workshop import ending
from moot.cli.workshop.board import OWNER
from moot.cli.workshop.following import follow
from moot.client import Client
from moot.client.shapes import Receipt

wait_option = click.option("--wait", is_flag=True, help="Follow the workshop on to its result.")


@click.command(epilog=example("moot workshop approve DEBATE --reason 'Good enough.' --wait"))
@click.argument("debate_id", metavar="DEBATE")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@wait_option
@options.request_id
@click.pass_context
def approve(ctx: click.Context, debate_id: str, reason: str, wait: bool, client_request_id: str | None) -> None:
    """Open the gate at which a workshop waits."""

    def decided(client: Client) -> Receipt:
        return client.approve(debate_id, reason, client_request_id=client_request_id)

    ctx.exit(_decide(debate_id, decided, wait))


@click.command(
    epilog=example(
        "moot workshop reject DEBATE --reason 'It must not block.' --back-to proposal",
        "moot workshop reject DEBATE --reason 'We do not need it any more.'",
    )
)
@click.argument("debate_id", metavar="DEBATE")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@click.option("--back-to", metavar="PHASE", help="The phase that it goes back to.  [default: it ends]")
@wait_option
@options.request_id
@click.pass_context
def reject(
    ctx: click.Context, debate_id: str, reason: str, back_to: str | None, wait: bool, client_request_id: str | None
) -> None:
    """Keep the gate shut: the workshop ends, or goes back."""

    def decided(client: Client) -> Receipt:
        return client.reject(debate_id, reason, back_to, client_request_id=client_request_id)

    ctx.exit(_decide(debate_id, decided, wait))


@click.command(epilog=example("moot workshop stop DEBATE --reason 'The task was wrong.'"))
@click.argument("debate_id", metavar="DEBATE")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@options.request_id
def stop(debate_id: str, reason: str, client_request_id: str | None) -> None:
    """Call a workshop off: it ends as cancelled, with what there is."""
    with reached(debate_id) as client:
        tell(client.move(debate_id, OWNER, "STOP", {"reason": reason}, client_request_id=client_request_id))


def _decide(debate: str, decided: Callable[[Client], Receipt], wait: bool) -> int:
    with reached(debate) as client:
        receipt = decided(client)
        if wait:
            follow(client, debate)
            return ending.conclude(client, debate, "json", None, waited=True)
        tell(receipt)
        return 0
