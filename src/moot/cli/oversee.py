"""`moot oversee`: how the house runs, for its owner."""

import click

from moot.cli import options
from moot.cli.environment import connect
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.wording import counted, first_line, moment
from moot.client.operations_shapes import Operations, ReplicaTold


@click.command(epilog=example("moot oversee --format markdown", "moot oversee --field vitals.late"))
@options.format_
def oversee(format_: Format) -> None:
    """Show what waits, what it costs, what is slow and what fails."""
    show(connect().operations(), format_, _told, _table)


def _told(told: Operations) -> str:
    troubles = "\n".join(f"- **{each['what']}** {each['advice']}" for each in told["troubles"])
    vitals = "\n".join(f"- {name}: {value}" for name, value in _vitals(told))
    late = (f"- late: {each['title']} (`{each['debate_id']}`), {moment(each['deadline'])}" for each in told["late"])
    failed = (
        f"- {each['player']}: {each['reason']}, {counted(each['times'], 'time')}; {first_line(each['detail'], 200)}"
        for each in told["failures"]
    )
    slow = (
        f"- {each['model']}: half within {each['median_ms']} ms, 95 % within {each['p95_ms']} ms"
        for each in told["models"]
    )
    parts = (troubles or "All is well.", vitals, "\n".join(late), "\n".join(failed), "\n".join(slow))
    return "\n\n".join([f"# Operations, {moment(told['at'])}", *filter(None, parts)])


def _table(told: Operations) -> Table:
    note = "\n".join(f"{each['what']} {each['advice']}" for each in told["troubles"]) or "All is well."
    return Table(("what", "how much"), tuple(_vitals(told)), note=note)


def _vitals(told: Operations) -> list[tuple[str, str]]:
    vitals, disk = told["vitals"], told["disk"]
    spent, lost = sum(hour["money"] for hour in told["hours"]), sum(hour["lost"] for hour in told["hours"])
    lost_money = sum(hour["lost_money"] for hour in told["hours"])
    rows = [
        ("debates open", str(vitals["open"])),
        ("debates ended", str(vitals["ended"])),
        ("debates with a player due", str(vitals["called"])),
        ("calls out", str(vitals["asked"])),
        ("due within an hour", str(vitals["due"])),
        ("late", str(vitals["late"])),
        ("letters to webhooks", str(vitals["outbox"])),
        ("cost of 24 hours, where known", f"${spent:.4f}"),
        ("calls cut off in 24 hours", f"{lost}, which may have cost ${lost_money:.4f}" if lost else "0"),
        ("database", f"{vitals['database_bytes'] / 2**20:.1f} MiB"),
    ]
    if (queue := vitals.get("queue")) is not None:
        rows.append(("in line to be looked at", f"{queue['waiting']} ({queue['late']} late), {queue['held']} held"))
    if (processes := vitals.get("processes")) is not None:
        rows.append(("processes", f"{processes['here']} here, {processes['silent']} silent"))
    if (replica := told.get("replica")) is not None:
        rows.append(("replica", _replica(replica)))
    return rows if disk is None else [*rows, ("free on disk", f"{disk['free_bytes'] / 2**30:.1f} GiB")]


def _replica(told: ReplicaTold) -> str:
    if not told["in_use"]:
        return f"not in use: {told['trouble']}"
    behind = told["behind_seconds"]
    return "in use" if behind is None else f"in use, {behind:.1f} s behind"
