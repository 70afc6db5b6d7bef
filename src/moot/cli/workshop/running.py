"""`moot workshop run` and `show`: a task is put to a cast and followed to its result."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.fetching import held_by, usual_player
from moot.cli.matters import options as matter
from moot.cli.matters.reaching import named, reached
from moot.cli.options import example
from moot.cli.texts import given_file
from moot.cli.trouble import sent
from moot.cli.workshop import ending
from moot.cli.workshop.cases import cases_of
from moot.cli.workshop.following import follow
from moot.cli.workshop.repo import taken_along
from moot.cli.workshop.states import GATES, PHASES

HOOKS = ("proposal", "optimization", "adversarial", "convergence")
KINDS = ("function", "repo", "design", "bugfix", "security", "performance")


def checks_asked(after: list[str], run: tuple[str, ...]) -> dict[str, list[str]] | None:
    """What is said of checks; None where nothing is."""
    if not after and not run:
        return None
    hooks = {"after": after} if after not in ([], ["all"]) else {}
    return {**hooks, **({"run": list(run)} if run else {})}


def _words(context: click.Context, parameter: click.Parameter, given: str | None) -> list[str]:
    return [word.strip() for word in (given or "").split(",") if word.strip()]


@click.command(
    epilog=example(
        "moot workshop run TASK.md --tests tests.yaml --model openai:gpt-5 --write-dir out",
        "moot workshop run TASK.md --repo . --gates proposal,convergence --off adversarial",
        "moot workshop run TASK.md --cast generator,implementer,tester,executor,judge --format jsonl",
    )
)
@click.argument("task_file", metavar="TASK.md")
@click.option("--title", metavar="TEXT", help="What it is called.  [default: its first heading]")
@click.option("--repo", type=click.Path(path_type=Path), metavar="PATH", help="A git repository, or a folder of texts.")
@click.option("--only", multiple=True, metavar="PATTERN", help="Of a repository: files or folders that come along.")
@click.option("--committed-only", is_flag=True, help="Work from HEAD, though not everything is committed.")
@click.option("--keep", is_flag=True, help="Leave the worktree when it is over.")
@click.option("--no-git", is_flag=True, help="Send the text files alone; make no branch.")
@click.option("--tests", "tests_file", metavar="FILE", help="Tests that it must pass: YAML, JSON or Python.")
@click.option("--kind", "task_kind", type=click.Choice(KINDS), help="What kind of task it is.  [function, or repo]")
@click.option("--domain", metavar="NAME", help="What it is about, for the choice of a cast: web, security …")
@click.option("--module", metavar="NAME", help="What tests import.  [default: solution]")
@click.option("--size", type=click.Choice(["small", "medium", "large"]), help="Of the usual cast.  [default: small]")
@click.option("--cast", callback=_words, metavar="ROLES", help="Roles, or seat=role, with commas between.")
@click.option("--model", "player", metavar="PLAYER", help="Who holds the seats that run no code. See: moot models")
@matter.seats
@click.option("--topology", type=click.Choice(["mesh", "star", "chain", "tree"]), help="Who reads whom.  [mesh]")
@click.option("--planning", type=click.Choice(["none", "cpde", "dpde", "adaptive"]), help="Who plans.  [adaptive]")
@click.option(
    "--gates",
    callback=_words,
    metavar="PHASES",
    shell_complete=options.offering(*GATES),
    help="After which phases you are asked, with commas between.",
)
@click.option(
    "--checks",
    callback=_words,
    metavar="PHASES",
    shell_complete=options.offering("all", *HOOKS),
    help="After which phases programs check the code, or all. See: moot checks list",
)
@click.option("--check", multiple=True, metavar="NAME", help="A check, or a kind of checks; may be repeated.  [auto]")
@click.option("--off", multiple=True, type=click.Choice(PHASES), help="A phase that is left out; may be repeated.")
@click.option("--no-lessons", is_flag=True, help="Tell it nothing of earlier workshops.")
@click.option("--timeout", "timeout_per_turn", type=click.IntRange(1, 86_400), help="Seconds for a turn.  [600]")
@matter.budget
@ending.write_dir
@ending.format_
@matter.no_wait
@options.request_id
@click.pass_context
def run(
    ctx: click.Context,
    task_file: str,
    repo: Path | None,
    only: tuple[str, ...],
    committed_only: bool,
    keep: bool,
    no_git: bool,
    tests_file: str | None,
    seats: dict[str, str],
    player: str | None,
    no_lessons: bool,
    write_dir: Path | None,
    format_: str,
    no_wait: bool,
    client_request_id: str | None,
    **told: Any,
) -> None:
    """Put a task to a cast, and follow it to its result.

    On a git repository it works from the commit you are at, in a worktree and on a branch of its own: see docs/git.md.
    Works with a running server, or in this process on the same database where none answers. At a terminal you are
    asked what the workshop wants to know of you. Exit code 0 if a vote was held, 1 if it ended without one, 4 if it
    waits for you and you are not at a terminal.
    """
    debate = named(client_request_id)
    budget = matter.spending(**{name: told.pop(name) for name in matter.BUDGET})
    told["checks"] = checks_asked(told["checks"], told.pop("check"))
    told["task_kind"] = told["task_kind"] or (None if repo is None else "repo")
    asked = {
        **{name: given for name, given in told.items() if given not in (None, [], ())},
        "task": given_file(task_file),
        **({} if repo is None else taken_along(repo, not no_git, only=only, committed_only=committed_only, keep=keep)),
        "tests": None if tests_file is None else cases_of(tests_file),
        "player": player,
        "seats": seats or None,
        "lessons": False if no_lessons else None,
        "budget": budget,
        "debate_id": debate,
    }
    if no_wait:
        tell(sent(partial(connect().open_workshop, asked), client_request_id))
        return
    with reached(debate, [player or usual_player(), *held_by(seats, ())]) as client:
        opened = client.open_workshop(asked, client_request_id=client_request_id)["debate_id"]
        follow(client, opened, lines=format_ == "jsonl")
        ctx.exit(ending.conclude(client, opened, format_, write_dir, waited=True, branch="repo" in asked))


@click.command(
    "show", epilog=example("moot workshop show DEBATE --format markdown", "moot workshop show DEBATE --wait")
)
@click.argument("debate_id", metavar="DEBATE")
@click.option("--wait", is_flag=True, help="Follow it to its result; goes on with one that was interrupted.")
@ending.write_dir
@ending.format_
@options.field
@click.pass_context
def show_workshop(ctx: click.Context, debate_id: str, wait: bool, write_dir: Path | None, format_: str) -> None:
    """Show what came of a workshop, or what is known so far."""
    with reached(debate_id) as client:
        if wait:
            follow(client, debate_id, lines=format_ == "jsonl")
        ctx.exit(ending.conclude(client, debate_id, format_, write_dir, waited=wait))
