"""The part of docs/scale.md that is computed and not measured: what more machines would carry."""

from benchmarks.load.kept import Result
from benchmarks.load.model import AT_ONCE, SPARE, THINKS, Carried, Costs, Fleet, on_postgresql, on_sqlite, shards

_MANY = (1, 10, 1000)
_HEAD = (
    "| machines | calls/s by CPU of the house | by CPU of PostgreSQL | by its commits | carried | live debates "
    "| memory for them | connections to PostgreSQL | breaks first | databases to use all machines |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---|---:|"
)


def estimated(sqlite: Result | None, postgresql: Result | None) -> str:
    """The table, with its inputs above it; what was not measured is not estimated."""
    if sqlite is None:
        return "*Not measured yet, so nothing can be computed: `python -m benchmarks.load live`.*"
    costs = costs_of(sqlite)
    cores = int(sqlite.machine["cores"])
    told = [
        f"Assumed: models think for {THINKS:g} s, a debate has {AT_ONCE} calls out at a time, a core is used to "
        f"{SPARE:.0%}, a machine has {cores} cores.",
        f"Measured on SQLite ({sqlite.origin}): a call costs {costs.house_ms:.2f} ms of CPU, a live debate "
        f"{costs.kb_per_debate:.0f} KB.",
        _one(on_sqlite(costs)),
    ]
    if postgresql is None:
        told.append("*PostgreSQL is not measured yet: `python -m benchmarks.load live --database postgresql`.*")
        return "\n\n".join(told) + "\n"
    return "\n\n".join([*told, *_on_postgresql(postgresql, cores)]) + "\n"


def costs_of(live: Result) -> Costs:
    """What the scenario says of a call: the step with most calls a second has the least of everything else in it."""
    facts = live.measured.facts
    busiest = max(live.measured.steps, key=lambda step: step.costs["calls_per_s"]).costs
    crowded = max(live.measured.steps, key=lambda step: step.costs["live_at_most"]).costs
    return Costs(
        house_ms=busiest["cpu_ms_per_call"],
        kb_per_debate=crowded["kb_per_live_debate"],
        database_ms=busiest["database_cpu_ms_per_call"] or None,
        commits=busiest.get("commits_per_call"),
        commits_per_s=facts.get("floor_commits_per_s"),
        hear_ms=facts.get("hear_ms"),
        connections=facts.get("connections_per_process"),
    )


def _one(carried: Carried) -> str:
    return (
        f"So one process on SQLite carries about {carried.calls_per_s:,.0f} calls a second: {carried.live:,.0f} live "
        f"debates in {_memory(carried)}. What breaks first is the {carried.first}."
    )


def _memory(carried: Carried) -> str:
    size = carried.gigabytes
    return f"{size:,.1f} GB" if size >= 1 else f"{1000 * size:.0f} MB"


def _on_postgresql(live: Result, cores: int) -> list[str]:
    costs = costs_of(live)
    inputs = (
        f"Measured on PostgreSQL ({live.origin}): a call costs {costs.house_ms:.2f} ms of CPU in the house and "
        f"{costs.database_ms:.2f} ms in PostgreSQL, and {costs.commits:.1f} commits; a bare client gets "
        f"{costs.commits_per_s:,.0f} commits a second, each with a NOTIFY; hearing of one costs a process "
        f"{costs.hear_ms:.3f} ms; a process holds {costs.connections:.0f} connections."
    )
    rows = [_row(costs, Fleet(machines, cores)) for machines in _MANY]
    return [inputs, "\n".join([_HEAD, *rows])]


def _row(costs: Costs, fleet: Fleet) -> str:
    carried = on_postgresql(costs, fleet)
    bounds = " | ".join(f"{bound:,.0f}" for bound in carried.bounds.values())
    connections = fleet.processes * (costs.connections or 0)
    return (
        f"| {fleet.machines:,} | {bounds} | {carried.calls_per_s:,.0f} | {carried.live:,.0f} "
        f"| {_memory(carried)} | {connections:,.0f} | {carried.first} | {shards(costs, fleet):,} |"
    )
