"""Showing the results of a run."""

import json
from typing import Any

import click

from moot.cli.envelope import chosen_field, tell, tell_line
from moot.cli.lazy import load
from moot.cli.show import show_prose


def show_results(found: dict[str, Any], format_: str) -> None:
    """Shows them in the form that was asked for."""
    match "json" if chosen_field() is not None else format_:
        case "bare":
            click.echo(json.dumps(found, ensure_ascii=False))
        case "jsonl":
            tell_line({"event": "result", "data": {name: told for name, told in found.items() if name != "rows"}})
        case "markdown":
            show_prose(load("moot.bench:report")(found, None))
        case _:
            tell(found)
