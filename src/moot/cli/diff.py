"""`moot diff`: where two debates part."""

import json
from typing import Any

import click

from moot.cli import options
from moot.cli.lazy import load
from moot.cli.matters.reaching import reached
from moot.cli.options import Format, example
from moot.cli.place import database_option
from moot.cli.recorded import is_file, record_of
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.wording import counted, fenced
from moot.client.audit_shapes import Parting, PartingLine, PartingSide


@click.command(epilog=example("moot diff A B --format markdown", "moot diff ID copy.jsonl --json"))
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@database_option
@options.format_
@click.pass_context
def diff(ctx: click.Context, a: str, b: str, as_json: bool, database: str | None, format_: Format) -> None:
    """Show where two debates part.

    The first line that differs, with what was said there, and what came of each debate. A and B are debates, or copies
    of them in files (moot export ID --as jsonl).
    """
    if is_file(a) or is_file(b):
        texts = [record_of(each, ctx, database=database) for each in (a, b)]
        found: Parting = load("moot.cli.inside.comparing:parting")(*texts)
    else:
        with reached(a) as client:
            found = client.parting(a, b)
    show(found, "json" if as_json else format_, _in_prose, _as_table)


def _in_prose(found: Parting) -> str:
    parts = [f"# {_headline(found)}", _sides(found)]
    parts += [f"Agreed differently: **{name}**\n\n{_either(values)}" for name, values in found["agreed"].items()]
    for name, line in (("A", found["a_line"]), ("B", found["b_line"])):
        parts.append(f"**{name}**, {_line(line)}")
    if found["diff"]:
        parts.append(fenced(found["diff"], "diff"))
    return "\n\n".join(parts)


def _headline(found: Parting) -> str:
    common = counted(found["common"], "line")
    if found["same"]:
        return f"Both say the same in all {common}"
    return f"They part after line {found['common']}" if found["common"] else "They part at the first line"


def _line(line: PartingLine | None) -> str:
    if line is None:
        return "which ends there."
    by = f" ({line['by']})" if line["by"] else ""
    return f"line {line['seq']}: {line['kind']} by {line['seat'] or 'the house'}{by}"


def _either(values: list[Any]) -> str:
    told = (json.dumps(value, ensure_ascii=False) for value in values)
    return "\n".join(f"- {name}: `{each}`" for name, each in zip("AB", told, strict=True))


def _sides(found: Parting) -> str:
    rows = _rows(found)
    return "\n".join(["| | A | B |", "|---|---|---|", *(f"| {' | '.join(map(_cell, row))} |" for row in rows)])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _as_table(found: Parting) -> Table:
    note = "\n".join(f"{name}, {_line(line)}" for name, line in (("A", found["a_line"]), ("B", found["b_line"])))
    return Table(("", "A", "B"), _rows(found), title=_headline(found), note=f"{note}\n{found['diff']}".rstrip())


def _rows(found: Parting) -> tuple[tuple[str, str, str], ...]:
    a, b = found["a"], found["b"]
    shared = f"{found['stored_alike']} of {found['common']} common lines are stored alike"
    return (
        ("debate", a["debate_id"], b["debate_id"]),
        ("title", a["title"], b["title"]),
        ("lines", str(a["lines"]), str(b["lines"])),
        ("forked from", _forked(a), _forked(b)),
        ("players", _players(a), _players(b)),
        ("ending", a["ending"] or "goes on", b["ending"] or "goes on"),
        ("result", _result(a), _result(b)),
        ("tokens", _tokens(a), _tokens(b)),
        ("money", _money(a), _money(b)),
        ("shared past", shared, shared),
    )


def _forked(side: PartingSide) -> str:
    fork = side["forked"]
    return "" if fork is None else f"{fork['debate_id']} after line {fork['line']}"


def _players(side: PartingSide) -> str:
    return ", ".join(f"{seat}={player}" for seat, player in side["players"].items())


def _result(side: PartingSide) -> str:
    told = json.dumps(side["result"], ensure_ascii=False)
    return told if len(told) <= 300 else f"{told[:299]}…"


def _tokens(side: PartingSide) -> str:
    return str(side["spent"]["tokens_in"] + side["spent"]["tokens_out"])


def _money(side: PartingSide) -> str:
    money = side["spent"]["money"]
    return "not known" if money is None else f"${money:.4f}"
