"""`moot evaluate`: put an idea to an assessor, a red team, an advocate, a challenger and an arbiter."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.fetching import held_by
from moot.cli.lazy import load
from moot.cli.matters import options as matter
from moot.cli.matters.following import follow
from moot.cli.matters.reaching import named, reached
from moot.cli.matters.showing import show_result, write_papers
from moot.cli.options import example
from moot.cli.texts import given_file
from moot.cli.trouble import sent

DEBATERS = ("advocate", "challenger", "arbiter")


@click.command(
    epilog=example(
        "moot evaluate IDEA.md --debate",
        "moot evaluate IDEA.md --debate --scores scores.yaml --seat arbiter=openai:gpt-5 --format markdown",
    )
)
@click.argument("idea_file", metavar="IDEA.md")
@click.option("--debate", is_flag=True, help="Argue the rounds after the assessment, so that scores move.")
@click.option("--title", metavar="TEXT", help="What it is called.  [default: its first heading]")
@click.option("--scores", "scores_file", metavar="FILE", help="Scores and evidence, instead of an assessor's.")
@click.option("--challenges", "challenges_file", metavar="FILE", help="Challenges, instead of a red team's.")
@click.option("--rounds", "rounds_file", metavar="FILE", help="Which rounds are argued, about which category.")
@matter.seats
@click.option("--timeout", type=click.IntRange(1, 86_400), metavar="SECONDS", help="How long a seat has.  [300]")
@matter.budget
@click.option("--write-dir", type=click.Path(file_okay=False, path_type=Path), help="Where `analysis/` is written.")
@click.option("--no-write", is_flag=True, help="Write no files.")
@matter.result
@matter.no_wait
@options.request_id
def evaluate(
    idea_file: str,
    debate: bool,
    title: str | None,
    scores_file: str | None,
    challenges_file: str | None,
    rounds_file: str | None,
    seats: dict[str, str],
    timeout: int | None,
    write_dir: Path | None,
    no_write: bool,
    format_: str,
    no_wait: bool,
    client_request_id: str | None,
    **limits: float | None,
) -> None:
    """Put an idea to the test, and see its scores move.

    What comes of it is also written to `analysis/` beside the idea. Works with a running server, or in this process on
    the same database where none answers.
    """
    name = named(client_request_id)
    told: dict[str, Any] = {
        "idea": given_file(idea_file),
        "debate": debate,
        "title": title,
        "scores": _parsed(scores_file),
        "challenges": _listed(challenges_file, "challenges"),
        "rounds": _listed(rounds_file, "rounds"),
        "seats": seats or None,
        "timeout_per_turn": timeout,
        "budget": matter.spending(**limits),
        "debate_id": name,
    }
    if no_wait:
        tell(sent(partial(connect().evaluate, told), client_request_id))
        return
    with reached(name, held_by(seats, _needed(told))) as client:
        receipt = client.evaluate(told, client_request_id=client_request_id)
        follow(client, receipt["debate_id"])
        folder = write_dir or Path(idea_file).parent
        written = [] if no_write else write_papers(client, receipt["debate_id"], folder)
        show_result(client, receipt["debate_id"], format_, written=written)


def _needed(told: dict[str, Any]) -> list[str]:
    """The seats that are called on: nobody is asked for what was given."""
    assessors = [seat for seat, given in (("assessor", "scores"), ("red_team", "challenges")) if told[given] is None]
    return [*assessors, *(DEBATERS if told["debate"] else ())]


def _parsed(path: str | None) -> Any:
    return None if path is None else load("moot.cli.inside.files:parsed")(given_file(path), path)


def _listed(path: str | None, name: str) -> Any:
    """A list, also where it stands under its name."""
    told = _parsed(path)
    return told.get(name, told) if isinstance(told, dict) else told  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
