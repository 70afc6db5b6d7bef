"""`moot oversee`: how the house runs, for its owner."""

import click

from moot.cli import options
from moot.cli.environment import connect
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.wording import counted, first_line, moment
from moot.client.operations_shapes import Operations


@click.command(epilog=example("moot oversee --format markdown", "moot oversee --field vitals.late"))
@options.format_
def oversee(format_: Format) -> None:
    """Show what waits, what it costs, what is slow and what fails."""
    show(connect().operations(), format_, _told, _table)


def _told(told: Operations) -> str:
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
    parts = (vitals, "\n".join(late), "\n".join(failed), "\n".join(slow))
    return "\n\n".join([f"# Operations, {moment(told['at'])}", *filter(None, parts)])


def _table(told: Operations) -> Table:
    worst = told["failures"][0] if told["failures"] else None
    note = (
        None if worst is None else f"Failed most: {worst['player']} ({worst['reason']}). All of it: --format markdown"
    )
    return Table(("what", "how much"), tuple(_vitals(told)), note=note)


def _vitals(told: Operations) -> list[tuple[str, str]]:
    vitals, disk = told["vitals"], told["disk"]
    spent = sum(hour["money"] for hour in told["hours"])
    rows = [
        ("debates open", str(vitals["open"])),
        ("debates ended", str(vitals["ended"])),
        ("debates with a player due", str(vitals["called"])),
        ("calls out", str(vitals["asked"])),
        ("due within an hour", str(vitals["due"])),
        ("late", str(vitals["late"])),
        ("letters to webhooks", str(vitals["outbox"])),
        ("cost of 24 hours, where known", f"${spent:.4f}"),
        ("database", f"{vitals['database_bytes'] / 2**20:.1f} MiB"),
    ]
    return rows if disk is None else [*rows, ("free on disk", f"{disk['free_bytes'] / 2**30:.1f} GiB")]
