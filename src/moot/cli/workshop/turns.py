"""`moot workshop turns`: who did what, in order."""

import click

from moot.cli import options
from moot.cli.matters.reaching import reached
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.workshop.reading import debate_argument
from moot.client.workshop_shapes import TurnPage, TurnTold


@click.command(epilog=example("moot workshop turns DEBATE --format table"))
@debate_argument
@options.limit
@options.cursor
@options.format_
def turns(debate_id: str, format_: Format, **asked: str | int | None) -> None:
    """Show the turns that were taken or lapsed, in order."""
    with reached(debate_id) as client:
        show(client.turns(debate_id, **asked), format_, _told_turns, _turn_table)


def _told_turns(page: TurnPage) -> str:
    told = [f"- {turn['seq']}. {_who(turn)}: {turn['kind']}{_about(turn)}" for turn in page["turns"]]
    return "\n".join([*told, *_more(page)]) or "Nobody has moved yet."


def _turn_table(page: TurnPage) -> Table:
    rows = tuple(
        (
            str(turn["seq"]),
            turn["phase"] or "",
            "" if turn["round"] is None else str(turn["round"]),
            _who(turn),
            turn["model"] or turn["provider"] or "",
            turn["kind"],
            _tested(turn),
            "" if turn["confidence"] is None else f"{turn['confidence']:.2f}",
            "" if turn["tokens"] is None else str(turn["tokens"]),
            "" if turn["response_time_ms"] is None else f"{turn['response_time_ms'] / 1000:.1f}",
        )
        for turn in page["turns"]
    )
    columns = ("line", "phase", "round", "seat", "player", "move", "tests", "sure", "tokens", "seconds")
    return Table(columns, rows, note="".join(_more(page)) or None)


def _who(turn: TurnTold) -> str:
    return turn["agent_role"] or turn["agent_id"] or "the house"


def _about(turn: TurnTold) -> str:
    tested = _tested(turn)
    where = f" in {turn['phase']}" if turn["phase"] else ""
    return f"{where}, {tested} passed" if tested else where


def _tested(turn: TurnTold) -> str:
    results = turn["test_results"]
    if results is None:
        return ""
    return f"{sum(each['outcome'] == 'passed' for each in results)} of {len(results)}"


def _more(page: TurnPage) -> list[str]:
    return [] if page["next_cursor"] is None else [f"There are more: --cursor {page['next_cursor']}"]
