"""`moot rerun`: a debate run again from one of its lines, with other players."""

from collections.abc import Mapping
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.matters import options as matter
from moot.cli.matters.following import said
from moot.cli.matters.reaching import named, reached
from moot.cli.options import example
from moot.client import Client
from moot.client.audit_shapes import Forked

HUMAN = "human"


@click.command(
    epilog=example(
        "moot rerun ID --from 4 --model openai:gpt-5 --watch",
        "moot rerun ID --from 4 --model judge=anthropic:claude-sonnet-4-5 --model critic=human",
    )
)
@click.argument("debate_id", metavar="ID")
@click.option(
    "--from", "line", type=click.IntRange(1), required=True, metavar="LINE", help="The last line that both share."
)
@click.option(
    "--model",
    "models",
    multiple=True,
    required=True,
    metavar="PLAYER|SEAT=PLAYER",
    help="Who plays instead: in every seat that a model held, or in one; may be repeated. See: moot models",
)
@click.option("--watch", is_flag=True, help="Show what is said, to the end or until a person must move.")
@matter.budget
@options.request_id
def rerun(
    debate_id: str, line: int, models: tuple[str, ...], watch: bool, client_request_id: str | None, **limits: Any
) -> None:
    """Run a debate again from one of its lines, with other players.

    The new debate shares the past up to that line, with what the house wrote right after it; nobody is asked again for
    what was said there. The old debate stays as it is: moot diff shows where the two part. Without a server that
    answers, the players are called on only while you --watch.
    """
    player, seats = _players(models)
    fork = named(client_request_id)
    with reached(fork, [*([player] if player else []), *seats.values()]) as client:
        forked = client.rerun(
            debate_id,
            line,
            player=player,
            seats=seats or None,
            budget=matter.spending(**limits),
            fork_id=fork,
            client_request_id=client_request_id,
        )
        if watch:
            _follow(client, forked)
        stands = client.context(fork, argument_limit=0)["debate"]
        tell({**forked, "state": stands["state"], "waiting_for": stands["waiting_for"], "seq": stands["seq"]})


def _players(models: tuple[str, ...]) -> tuple[str | None, dict[str, str]]:
    """Who plays everywhere, and who in which seat; an address of a model may have a = of its own."""
    everywhere: str | None = None
    seats: dict[str, str] = {}
    for each in models:
        seat, equals, player = each.partition("=")
        if equals and ":" not in seat and seat.strip() and player.strip():
            seats[seat.strip()] = player.strip()
        elif everywhere is None:
            everywhere = each
        else:
            raise click.UsageError("Name one player for all seats; for others say SEAT=PLAYER.")
    return everywhere, seats


def _follow(client: Client, forked: Forked) -> None:
    """Shows what is said, until it is over or nobody is called on any more."""
    called = {seat for seat, player in forked["players"].items() if player != HUMAN}
    for event in client.watch(forked["debate_id"], forked["forked"]["line"]):
        if event["event"] == "new_argument" and (told := said(event["data"])) is not None:
            click.echo(told, err=True)
        # Watchers are told of another state, and not of another turn in the same.
        debate: Mapping[str, Any] = client.context(forked["debate_id"], argument_limit=0)["debate"]
        if debate["closed_at"] is not None or not called & set(debate["waiting_for"]):
            return
