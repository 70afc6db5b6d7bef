"""Reading workshops: which there are, the versions of their code, their gates, the whole trail."""

import click

from moot.cli import options, prose, tables
from moot.cli.matters.reaching import reached
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.wording import counted, fenced, moment
from moot.cli.workshop.states import STATES
from moot.client import new_id
from moot.client.workshop_shapes import CodeVersion, CodeVersions, Gates, VersionDiff

debate_argument = click.argument("debate_id", metavar="DEBATE")


@click.command("list", epilog=example("moot workshop list --state gate_after_proposal --format table"))
@click.option("--q", metavar="TEXT", help="Only those whose title has these words.")
@click.option("--status", type=click.Choice(["open", "closed"]), help="Only those under way, or those that are over.")
@click.option(
    "--state", type=click.Choice(STATES), metavar="STATE", help="Only in this phase, at this gate, or so ended."
)
@options.limit
@options.cursor
@options.format_
def list_workshops(format_: Format, **asked: str | int | None) -> None:
    """List the workshops there are."""
    # For no debate of its own: a house that only reads calls on nobody.
    with reached(new_id()) as client:
        show(client.debates(format="workshop", **asked), format_, prose.of_debates, tables.of_debates)


@click.command(epilog=example("moot workshop versions DEBATE --format table", "moot workshop versions DEBATE 3"))
@debate_argument
@click.argument("number", type=click.IntRange(1), required=False)
@options.format_
def versions(debate_id: str, number: int | None, format_: Format) -> None:
    """Show the versions of the code, or one with its files."""
    with reached(debate_id) as client:
        if number is None:
            show(client.versions(debate_id), format_, _told_versions, _version_table)
        else:
            show(client.version(debate_id, number), format_, _told_version, _file_table)


@click.command(epilog=example("moot workshop diff DEBATE --from 1 --to 3 --format markdown"))
@debate_argument
@click.option("--from", "from_version", type=click.IntRange(0), default=0, help="A version.  [0: what came along]")
@click.option("--to", "to_version", type=click.IntRange(1), help="A version.  [default: the latest]")
@options.format_
def diff(debate_id: str, from_version: int, to_version: int | None, format_: Format) -> None:
    """Show what changed between two versions."""
    with reached(debate_id) as client:
        show(client.version_diff(debate_id, from_version, to_version), format_, _told_diff, _diff_table)


@click.command(epilog=example("moot workshop gates DEBATE --format table"))
@debate_argument
@options.format_
def gates(debate_id: str, format_: Format) -> None:
    """Show where a workshop stops, and what was decided."""
    with reached(debate_id) as client:
        show(client.gates(debate_id), format_, _told_gates, _gate_table)


def _told_versions(found: CodeVersions) -> str:
    return "\n".join(f"- {_head(one)}" for one in found["versions"]) or "There is none yet."


def _head(one: CodeVersion) -> str:
    best = ", the best of its candidate" if one["best"] else ""
    checked = f"; checks: {_checked(one)}" if one["checks"] else ""
    return f"**Version {one['version_number']}** by {one['by']} for {one['thread']}: {_tested(one)}{checked}{best}"


def _tested(one: CodeVersion) -> str:
    return "not tested" if one["passed"] is None else f"{one['passed']} of {one['total']} passed"


def _checked(one: CodeVersion) -> str:
    found = one["checks"]
    return "" if found is None else f"{counted(found['error'], 'error')}, {counted(found['warning'], 'warning')}"


def _findings(one: CodeVersion) -> str:
    """What checks found, a line each; and what became of those that could not be run."""
    found = one["checks"] or {}
    ended = [f"- {tool['name']} {tool['outcome']}: {tool['why']}" for tool in found.get("tools", ()) if tool.get("why")]
    told = [
        f"- `{':'.join(str(each[part]) for part in ('path', 'line') if each.get(part))}` {each['severity']}: "
        f"{each['message']} ({each['tool']} {each.get('code', '')})"
        for each in found.get("findings", ())
    ]
    return "\n".join([*ended, *told])


def _version_table(found: CodeVersions) -> Table:
    rows = tuple(
        (
            str(one["version_number"]),
            one["thread"],
            one["by"],
            str(one["phase"] or ""),
            _tested(one),
            "" if one["held"] is None else f"{one['held']} of {one['attacked']}",
            "" if one["quality_score"] is None else f"{one['quality_score']:.2f}",
            _checked(one),
            "best" if one["best"] else "",
            moment(one["created_at"]),
        )
        for one in found["versions"]
    )
    columns = ("version", "candidate", "by", "phase", "tests", "withstood", "review", "checks", "", "at")
    return Table(columns, rows)


def _told_version(one: CodeVersion) -> str:
    files = [f"`{path}`\n\n{fenced(text)}" for path, text in one.get("files", {}).items()]
    return "\n\n".join(filter(None, [_head(one), _findings(one), *(files or ["Not yours to read yet."])]))


def _file_table(one: CodeVersion) -> Table:
    rows = tuple((path, str(len(text.splitlines()))) for path, text in one.get("files", {}).items())
    return Table(("file", "lines"), rows, title=f"Version {one['version_number']} by {one['by']}: {_tested(one)}")


def _told_diff(found: VersionDiff) -> str:
    return fenced(found["diff"], "diff") if found["diff"] else "Nothing changed."


def _diff_table(found: VersionDiff) -> Table:
    note = f"{found['added']} added, {found['removed']} removed"
    return Table(("",), tuple((line,) for line in found["diff"].splitlines()), note=note)


def _told_gates(found: Gates) -> str:
    told = [
        f"- after {gate['phase']}: {gate['decision']}"
        + (f" by {gate['reviewer']}" if gate["reviewer"] else f", until {moment(gate['until'])}")
        + (f". {gate['reason']}" if gate["reason"] else "")
        for gate in found["gates"]
    ]
    return "\n".join(told) or "No gate was shut."


def _gate_table(found: Gates) -> Table:
    rows = tuple(
        (
            gate["phase"],
            gate["decision"],
            gate["reviewer"] or "",
            gate["reason"] or "",
            gate["back_to"] or "",
            moment(gate["decided_at"] or gate["until"]),
        )
        for gate in found["gates"]
    )
    return Table(("after", "decision", "by", "reason", "back to", "decided or until"), rows)
