"""The result of a workshop as files: what won, and on one page how it came about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.debate import View
from moot.formats.workshop.report.reported import reported
from moot.notation.recital import in_a_line


def papers(record: Sequence[View]) -> dict[str, str]:
    """The files of the winner below `result/`, and `workshop.md`."""
    told = reported(record)
    result: Mapping[str, Any] = told["result"] or {}
    files: Mapping[str, str] = result.get("files") or {}
    return {"workshop.md": "\n".join(_page(told)) + "\n", **{f"result/{path}": text for path, text in files.items()}}


def _page(told: dict[str, Any]) -> Iterator[str]:
    yield f"# {in_a_line(told['title'])}"
    yield ""
    yield _ended(told)
    yield ""
    yield "| candidate | best version | tests | attacks withstood | review |"
    yield "|---|---|---|---|---|"
    for one in told["candidates"]:
        tests = "not run" if one["passed"] is None else f"{one['passed']} of {one['total']}"
        held = "" if one["held"] is None else f"{one['held']} of {one['attacked']}"
        score = "" if one["score"] is None else f"{one['score']:.2f}"
        yield f"| {one['author']} | line {one['best']} | {tests} | {held} | {score} |"
    yield ""
    yield "## Phases"
    yield ""
    for phase in told["phases"]:
        lapsed = f", {phase['lapsed']} lapsed" if phase["lapsed"] else ""
        yield f"- {phase['phase']}: {phase['turns']} turns{lapsed}"
    yield from _checks(told["checks"])
    yield from _tally(told["tally"])


def _ended(told: dict[str, Any]) -> str:
    result = told["result"]
    if result is None:
        return f"Under way: {told['phase']}."
    if told["ending"] == "decided":
        return f"Decided by {result['method']}: **{result['winner']}**, line {result['version']}."
    return f"Ended: {told['ending']}."


def _checks(checks: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not checks:
        return
    yield ""
    yield "## Checks"
    for one in checks:
        yield ""
        yield f"After {one['phase']}, {one['thread']}, line {one['version']}:"
        yield ""
        if "lapsed" in one:
            yield f"- not checked: {one['lapsed']}"
        for tool in one.get("tools", ()):
            why = f": {in_a_line(tool['why'])}" if tool.get("why") else ""
            yield f"- {in_a_line(tool['name'])}: {tool['outcome']}{why}"
        for each in one.get("findings", ()):
            place = ":".join(str(each[part]) for part in ("path", "line") if each.get(part))
            words = (place, each["severity"], each.get("code", ""), each["message"])
            yield f"  - {in_a_line(' '.join(words))}"


def _tally(tally: dict[str, Any] | None) -> Iterator[str]:
    if tally is None:
        return
    yield ""
    yield "## The vote"
    yield ""
    yield f"{tally['method']}: {tally['reason']}. {tally['voted']} of {tally['electorate']} voted."
    yield ""
    for name, amount in tally["tallies"].items():
        yield f"- {name}: {amount}"
