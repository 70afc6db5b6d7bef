"""`moot panel`: put a question to judges with different stances, and read what they recommend."""

from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.fetching import held_by
from moot.cli.lazy import Group, load
from moot.cli.matters import options as matter
from moot.cli.matters.following import follow
from moot.cli.matters.reaching import named, reached
from moot.cli.matters.showing import show_result, write_papers
from moot.cli.options import example
from moot.cli.texts import given_file
from moot.cli.trouble import sent
from moot.client import Client

USUAL_JUDGES = ("risk", "value", "effort")


@click.group(cls=Group, epilog=example("moot panel ask QUESTION.yaml --format yaml"))
def panel() -> None:
    """Put a question to judges with different stances."""


@panel.command(
    epilog=example(
        "moot panel ask QUESTION.yaml --seat risk=anthropic:claude-sonnet-4-5 --seat effort=human",
        "moot panel ask --question 'Offline in the first release?' --option A=Yes --option B=No --context spec.md",
    )
)
@click.argument("question_file", metavar="[QUESTION.yaml]", required=False)
@click.option("--question", metavar="TEXT", help="The question, instead of a file.")
@click.option("--option", "choices", multiple=True, metavar="A=TEXT", help="An option; give at least two.")
@click.option("--context", "context_file", metavar="PATH", help="What has to be known: a part of the specification.")
@click.option("--question-id", metavar="NAME", help="Names the question and its files.")
@matter.seats
@click.option("--threshold", metavar="SHARE", help="How many of the judges asked must agree.  [default: 2/3]")
@click.option("--max-rounds", type=click.IntRange(1, 5), help="How often they speak at most.  [default: 2]")
@click.option("--timeout", type=click.IntRange(1, 86_400), metavar="SECONDS", help="How long a judge has.  [120]")
@matter.budget
@click.option("--write-dir", type=click.Path(file_okay=False, path_type=Path), help="Write the judges' files there.")
@matter.result
@matter.no_wait
@options.request_id
def ask(
    question_file: str | None,
    question: str | None,
    choices: tuple[str, ...],
    context_file: str | None,
    question_id: str | None,
    seats: dict[str, str],
    threshold: str | None,
    max_rounds: int | None,
    timeout: int | None,
    write_dir: Path | None,
    format_: str,
    no_wait: bool,
    client_request_id: str | None,
    **limits: float | None,
) -> None:
    """Ask, wait for the judges, and show what they recommend.

    CONTESTED is a result, not an error: then choose with `moot panel choose`. Works with a running server, or in this
    process on the same database where none answers.
    """
    told = _told(question_file, question, choices, context_file)
    given = {
        "question_id": question_id,
        "consensus_threshold": threshold,
        "max_rounds": max_rounds,
        "timeout_per_judge": timeout,
    }
    told |= {name: value for name, value in given.items() if value is not None}
    told["seats"] = {**(told.get("seats") or {}), **seats}
    debate = named(client_request_id)
    asked = {**told, "debate_id": debate, "budget": matter.spending(**limits) or told.get("budget")}
    if no_wait:
        tell(sent(partial(connect().ask_panel, asked), client_request_id))
        return
    with reached(debate, held_by(cast(dict[str, Any], told["seats"]), _judges(told.get("judges")))) as client:
        receipt = client.ask_panel(asked, client_request_id=client_request_id)
        _conclude(client, receipt["debate_id"], format_, write_dir)


@panel.command(epilog=example("moot panel result DEBATE --format yaml"))
@click.argument("debate_id", metavar="DEBATE")
@click.option("--write-dir", type=click.Path(file_okay=False, path_type=Path), help="Write the judges' files there.")
@click.option("--wait", is_flag=True, help="Wait for the judges; goes on with a panel that was interrupted.")
@matter.result
@options.field
def result(debate_id: str, write_dir: Path | None, wait: bool, format_: str) -> None:
    """Show what came of a panel, or what is known so far."""
    with reached(debate_id) as client:
        _conclude(client, debate_id, format_, write_dir, wait=wait)


@panel.command(epilog=example("moot panel choose DEBATE --option B --reason 'We can undo it.'"))
@click.argument("debate_id", metavar="DEBATE")
@click.option("--option", "choice", required=True, metavar="A", help="The option that you choose.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@options.request_id
def choose(debate_id: str, choice: str, reason: str, client_request_id: str | None) -> None:
    """Choose where the judges disagree, as the asker."""
    with reached(debate_id) as client:
        tell(client.choose(debate_id, choice, reason, client_request_id=client_request_id))


def _told(
    question_file: str | None, question: str | None, choices: tuple[str, ...], context_file: str | None
) -> dict[str, Any]:
    if (question_file is None) == (question is None):
        raise click.UsageError("Give a question file, or --question with --option.", click.get_current_context())
    told: dict[str, Any]
    if question_file is not None:
        told = cast(dict[str, Any], load("moot.cli.inside.files:question")(given_file(question_file), question_file))
    else:
        told = {"question_text": question}
    if choices:
        told["options"] = list(choices)
    if context_file is not None:
        told["spec_context"] = given_file(context_file)
    return told


def _judges(told: Any) -> list[str]:
    """The seats that are called on, as far as a file says."""
    if isinstance(told, dict):
        return [str(name) for name in cast(dict[str, Any], told)]
    if isinstance(told, list):
        return [
            str(cast(dict[str, Any], judge).get("name")) for judge in cast(list[Any], told) if isinstance(judge, dict)
        ]
    return list(USUAL_JUDGES)


def _conclude(client: Client, debate: str, format_: str, write_dir: Path | None, *, wait: bool = True) -> None:
    if wait:
        follow(client, debate)
    written = {} if write_dir is None else {"written": write_papers(client, debate, write_dir, "debate-")}
    show_result(client, debate, format_, **written)
