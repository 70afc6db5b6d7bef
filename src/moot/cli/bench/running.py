"""`moot bench run`: a suite is put to systems, or recorded answers to it are scored."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.bench.progress import Bar
from moot.cli.bench.showing import show_results
from moot.cli.envelope import DONE, REFUSED, tell_line
from moot.cli.environment import home
from moot.cli.fetching import prepare, usual_player
from moot.cli.lazy import load
from moot.cli.options import example

SUITES = ("human_eval", "mbpp", "mmlu", "gsm8k", "truthfulqa", "swe_bench", "custom")
SYSTEMS = ("single", "vote", "debate", "workshop")
_FILE = click.Path(path_type=Path)
_GIVEN = ("data", "limit", "seed", "parallel", "repos", "measure")


def _budget(context: click.Context, parameter: click.Parameter, given: str | None) -> tuple[str, float] | None:
    """Tokens, or dollars where there is a $."""
    if given is None:
        return None
    amount, money = given.replace("$", "").replace("_", "").strip(), "$" in given
    try:
        limit = float(amount) if money else int(amount)
    except ValueError:
        limit = -1
    if not 0 <= limit < 1e15:
        raise click.BadParameter(
            f"{given!r} is neither tokens, as in 200000, nor money, as in '$2.50'.", context, parameter
        )
    return ("money" if money else "tokens"), limit


@click.command(
    "run",
    epilog=example(
        "moot bench run human_eval --data HumanEval.jsonl.gz --answers answers.jsonl --json",
        "moot bench run gsm8k --data test.jsonl --limit 50 --system single --system vote --system debate "
        "--model openai:gpt-5-mini --budget 2000000 --out gsm8k",
    ),
)
@click.argument("suite", type=click.Choice(SUITES))
@click.option("--data", type=_FILE, metavar="FILE", help="The data of the suite. See: moot bench list")
@click.option("--answers", type=_FILE, metavar="FILE", help="Score these (JSON lines: task_id, answer); ask nobody.")
@click.option("--system", "systems", multiple=True, type=click.Choice(SYSTEMS), help="May be repeated.  [single]")
@click.option("--model", "models", multiple=True, metavar="PLAYER", help="May be repeated. See: moot models")
@click.option("--limit", type=click.IntRange(1), help="How many tasks at most.  [default: all]")
@click.option("--seed", type=int, help="Draw the tasks of --limit by it, and give it to the models.")
@click.option("--budget", callback=_budget, metavar="TOKENS|$", help="What the run may use: 200000 or '$2.50'.")
@click.option("--parallel", type=click.IntRange(1, 64), default=4, show_default=True, help="How many tasks at once.")
@click.option("--out", type=_FILE, metavar="DIR", help="Where it is kept; given again, it goes on.  [bench-SUITE]")
@click.option("--seats", type=click.IntRange(2, 16), default=3, show_default=True, help="How many debate.")
@click.option(
    "--rounds", type=click.IntRange(1, 5), default=2, show_default=True, help="How often each answers at most."
)
@click.option(
    "--samples", type=click.IntRange(1, 64), default=5, show_default=True, help="For a vote without a debate."
)
@click.option("--timeout", type=click.IntRange(1, 86_400), default=600, show_default=True, help="Seconds for a turn.")
@click.option("--temperature", type=click.FloatRange(0, 2), help="For every model.  [default: its own]")
@click.option("--repos", type=_FILE, metavar="DIR", help="For swe_bench: clones named owner__name.")
@click.option("--measure", is_flag=True, help="Measure programs too, with lizard and bandit where they are installed.")
@click.option("--json", "bare", is_flag=True, help="Print the results as one JSON object, without the envelope.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "jsonl", "markdown"]),
    default="json",
    show_default=True,
    help="JSON or a line for each row for programs; Markdown for people.",
)
@options.field
@click.pass_context
def run(
    ctx: click.Context,
    suite: str,
    answers: Path | None,
    models: tuple[str, ...],
    systems: tuple[str, ...],
    out: Path | None,
    bare: bool,
    format_: str,
    **told: Any,
) -> None:
    """Put a suite to systems, or score recorded answers.

    No data is fetched: name it with --data. Every answer comes out of a debate on the record, in moot.db under --out. A
    vote may use the tokens that the debate on the same task used. An interrupted run goes on where it was. Code is run
    in the sandbox, and not at all where none holds. Exit code 1 if the run is not complete.
    """
    if answers is not None and (systems or models):
        raise click.UsageError("Recorded answers are scored without a system or a model.", ctx)
    given = {"name": suite, **{name: told.pop(name) for name in _GIVEN}}
    with Bar() as bar:
        heard = _heard(bar, lines=format_ == "jsonl")
        if answers is not None:
            found = load("moot.cli.inside.bench:scored")(answers, out, heard, bar.begin, given)
        else:
            asked = tuple(dict.fromkeys(models)) or (usual_player(),)
            prepare(home(), asked)
            folder, chosen = out or Path(f"bench-{suite}"), tuple(dict.fromkeys(systems)) or ("single",)
            found = load("moot.cli.inside.benching:run")(chosen, asked, folder, heard, bar.begin, given, **told)
    show_results(found, "bare" if bare else format_)
    ctx.exit(DONE if found["complete"] else REFUSED)


def _heard(bar: Bar, *, lines: bool) -> Callable[[Any], None]:
    def heard(row: Any) -> None:
        bar.step(row.passed)
        if lines:
            tell_line({"event": "row", "data": row.model_dump(mode="json")})
            sys.stdout.flush()

    return heard
