"""docs/scale.md: its measured parts and its charts are written from the newest results, and never by hand."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.load.chart import Series, chart
from benchmarks.load.estimate import estimated
from benchmarks.load.kept import Result, latest
from benchmarks.load.spread import Spread, Step
from benchmarks.processes import ROOT

PAGE = ROOT / "docs" / "scale.md"
PICTURES = ROOT / "docs" / "pictures" / "load"
Results = Mapping[str, Result]
_PART = re.compile(r"(<!-- measured: ([a-z ]+) -->\n).*?(<!-- end -->)", re.S)
_SHARES = ("p50", "p95", "p99", "most")


def write_page() -> list[Path]:
    """Writes the measured parts of the page anew, and the charts; the files that it wrote."""
    sqlite, postgresql = latest("sqlite"), latest("postgresql")
    pictures = charts(sqlite)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, drawn in pictures.items():
        (PICTURES / f"{name}.svg").write_text(drawn)
    PAGE.write_text(page_of(PAGE.read_text(), sqlite, postgresql))
    return [PAGE, *(PICTURES / f"{name}.svg" for name in pictures)]


def page_of(text: str, sqlite: Results, postgresql: Results) -> str:
    """The page with its measured parts as these results have them."""
    parts = {name: _scenario(name, sqlite) for name in SHOWN}
    parts |= {f"{name} on postgresql": _scenario(name, postgresql, "postgresql") for name in SHOWN}
    parts["estimate"] = estimated(sqlite.get("live"), postgresql.get("live"))
    return _PART.sub(lambda found: f"{found[1]}{parts[found[2]]}\n{found[3]}", text)


def charts(results: Results) -> dict[str, str]:
    """A chart for each scenario that was measured."""
    return {name: _drawn(name, result) for name, result in results.items() if name in SHOWN}


def _scenario(name: str, results: Results, database: str = "sqlite") -> str:
    if name not in results:
        option = "" if database == "sqlite" else f" --database {database}"
        return f"*Not measured yet: `python -m benchmarks.load {name}{option}`.*"
    result = results[name]
    picture = f"\n![{_TITLES[name]}](pictures/load/{name}.svg)\n" if database == "sqlite" else ""
    return f"{SHOWN[name](result)}{picture}\n*{result.origin}. Floor: {result.measured.floor_is}.*"


def _drawn(name: str, result: Result) -> str:
    steps = result.measured.steps
    if len(steps) == 1:
        return chart(_TITLES[name], ["half", "95 %", "99 %", "all"], _percentiles(steps[0]))
    ticks = [f"{step.at:g}" for step in _by_load(steps)]
    return chart(_TITLES[name], ticks, _over_load(_by_load(steps)))


def _by_load(steps: tuple[Step, ...]) -> list[Step]:
    """The steps whose models think equally long, by how much load they were."""
    thinks = steps[-1].costs.get("thinks_s")
    return sorted((step for step in steps if step.costs.get("thinks_s") == thinks), key=lambda step: step.at)


def _percentiles(step: Step) -> list[Series]:
    ours = [Series(name, _values(spread)) for name, spread in step.ours.items()]
    return [*ours, *(Series(f"floor: {name}", _values(spread), True) for name, spread in step.floor.items())]


def _over_load(steps: list[Step]) -> list[Series]:
    names = [name for name in steps[0].ours if name != "debate"]
    lines = [Series(f"{name}, 99 %", tuple(step.ours[name].p99 for step in steps)) for name in names]
    if len(names) == 1:
        lines += [Series(f"{name}, half", tuple(step.ours[name].p50 for step in steps)) for name in names]
    floor = names[0]
    return [*lines, Series(f"floor: {floor}, 99 %", tuple(step.floor[floor].p99 for step in steps), True)]


def _values(spread: Spread) -> tuple[float, ...]:
    return tuple(getattr(spread, share) for share in _SHARES)


def _live(result: Result) -> str:
    rows = [
        "| load | models think | stage: half | 95 % | 99 % | floor 99 % | ratio | unfinished | calls/s | CPU a call "
        "| cores busy | memory a live debate |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for step in result.measured.steps:
        cost, stage = step.costs, step.ours["stage"]
        rows.append(
            f"| {step.what} | {cost['thinks_s']:g} s | {_ms(stage.p50)} | {_ms(stage.p95)} | {_ms(stage.p99)} "
            f"| {_ms(step.floor['stage'].p99)} | {step.ratio('stage'):.2f} | {cost['unfinished']:.0f} "
            f"| {cost['calls_per_s']:.0f} | {cost['cpu_ms_per_call']:.2f} ms | {cost['cores_busy']:.2f} "
            f"| {_kilobytes(cost['kb_per_live_debate'])} |"
        )
    return "\n".join(rows) + "\n"


def _kilobytes(value: float) -> str:
    """A step that lives in memory which one before it had taken says nothing of it."""
    return f"{value:.0f} KB" if value else "–"


def _crowd(what: str, each: str) -> Callable[[Result], str]:
    def told(result: Result) -> str:
        (step,) = result.measured.steps
        cost = step.costs
        cpu = next(name for name in cost if name.startswith("cpu_ms_per_"))
        memory = next(name for name in cost if name.startswith("kb_per_"))
        rows = [_HEAD, *(_row(f"{step.what}, {name}", step, name) for name in step.ours)]
        return "\n".join(rows) + (
            f"\n\n{cost['moves_per_s']:g} moves a second. Each {what} costs {cost[cpu]:.3f} ms of CPU "
            f"(floor: {cost[f'floor_{cpu}']:.3f}), each {each} {cost[memory]:.0f} KB of memory "
            f"(floor: {cost[f'floor_{memory}']:.0f}). Missing: {cost['missing']:.0f} of {cost[_counted(cost)]:.0f}.\n"
        )

    return told


def _counted(cost: Mapping[str, float]) -> str:
    return "wakes" if "wakes" in cost else "messages"


def _deadlines(result: Result) -> str:
    (step,) = result.measured.steps
    cost = step.costs
    return "\n".join([_HEAD, _row(f"{step.what} pending, {cost['due_per_s']:g} a second come", step, "late")]) + (
        f"\n\nWith all of them pending and nothing to do the house uses {cost['idle_percent_of_a_core']:.2f} % of a "
        f"core (the bare heap {cost['floor_idle_percent_of_a_core']:.2f} %). "
        f"A lapse costs {cost['cpu_ms_per_lapse']:.2f} ms of CPU; the process holds {cost['mb_of_the_house']:.0f} MB.\n"
    )


def _mixed(result: Result) -> str:
    rows = [_HEAD]
    for step in result.measured.steps:
        busy = f"{step.costs['cores_busy']:.2f} cores busy"
        rows += [_row(f"{step.what} ({busy}): {name}", step, name) for name in step.ours]
    debates = result.measured.facts["debates"]
    return f"In a house with {debates:,.0f} debates.\n\n" + "\n".join(rows) + "\n"


_HEAD = "| what | half | 95 % | 99 % | longest | floor 99 % | ratio |\n|---|---:|---:|---:|---:|---:|---:|"


def _row(what: str, step: Step, name: str) -> str:
    spread = step.ours[name]
    floor = step.floor.get(name) or next(iter(step.floor.values()))
    times = " | ".join(map(_ms, (*_values(spread), floor.p99)))
    return f"| {what} | {times} | {step.ratio(name):.2f} |"


def _ms(value: float) -> str:
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.2g} ms"


SHOWN: Mapping[str, Callable[[Result], str]] = {
    "live": _live,
    "waiters": _crowd("wake", "waiter"),
    "watchers": _crowd("message", "watcher"),
    "deadlines": _deadlines,
    "mixed": _mixed,
}
_TITLES = {
    "live": "Live debates: a stage, by debates opened a second",
    "waiters": "Long polls: from a move to each wake",
    "watchers": "WebSockets: from a move to each watcher",
    "deadlines": "Deadlines: how late a lapse is written",
    "mixed": "Reads beside moves, by requests a second",
}
