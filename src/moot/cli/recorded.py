"""Records that a command is given: a debate by its id, or a copy of one in a file."""

from pathlib import Path
from typing import Any

import click

from moot.cli.texts import given_file
from moot.cli.verifying import records


def is_file(named: str) -> bool:
    """Whether a record is named by a file, and not by its debate."""
    return named.endswith(".jsonl") or Path(named).is_file()


def record_of(named: str, ctx: click.Context, **params: Any) -> str:
    """A record as JSON lines: from a file, a server that answers, or the database."""
    if is_file(named):
        return given_file(named, "Name a debate, or make a copy of one with: moot export ID --as jsonl --out FILE")
    given = ctx.get_parameter_source("database") is click.core.ParameterSource.COMMANDLINE
    return records(params.get("database"), named=given).lines(named)
