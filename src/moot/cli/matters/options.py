"""Options that every matter takes: who sits where, what may be spent, and what is shown."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

BUDGET = ("tokens", "money", "calls", "seconds")


def seats(function: F) -> F:
    """Adds --seat."""
    return click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="SEAT=PLAYER",
        callback=_named,
        help="Who holds a seat: human, embedded, a model as its provider names it, or a name of your players file. "
        "See: moot models",
    )(function)


def budget(function: F) -> F:
    """Adds what may be spent."""
    kinds: tuple[tuple[str, click.FloatRange | click.IntRange, str], ...] = (
        ("seconds", click.FloatRange(0), "How long it may take, in seconds."),
        ("calls", click.IntRange(0), "How many calls the players may make."),
        ("money", click.FloatRange(0), "How many US dollars they may spend."),
        ("tokens", click.IntRange(0), "How many tokens they may use."),
    )
    for name, kind, text in kinds:
        function = click.option(f"--max-{name}", name, type=kind, help=text)(function)
    return function


def result(function: F) -> F:
    """Adds the form in which the result is shown."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["json", "yaml", "markdown"]),
        default="json",
        show_default=True,
        help="JSON or YAML for programs; Markdown for people.",
    )(function)


no_wait = click.option("--no-wait", is_flag=True, help="Open it and return at once; needs a running server.")


def spending(**limits: float | None) -> dict[str, float] | None:
    """The budget that was given."""
    given = {name: limit for name, limit in limits.items() if name in BUDGET and limit is not None}
    return given or None


def _named(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    seats: dict[str, str] = {}
    for each in given:
        seat, equals, player = each.partition("=")
        if not (equals and seat.strip() and player.strip()):
            raise click.BadParameter(f"{each!r} is not SEAT=PLAYER, as in risk=embedded.", context, parameter)
        seats[seat.strip()] = player.strip()
    return seats
