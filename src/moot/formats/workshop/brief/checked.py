"""What programs found in a version: quoted with file and line, as matter to judge."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from moot.formats.workshop.seen import Seen
from moot.notation.recital import in_a_line, quoted

MOST_TOLD = 40
"""The most findings that are told of one version."""
LONGEST = 12_000


def found_in(known: Seen, author: str, line: int) -> str:
    """What was found in a version of a candidate, or else in the nearest that it was made from; empty where nothing."""
    candidate = known.state.candidate(author)
    for version in candidate.lineage(candidate.version(line)):
        if version.checked is not None:
            about = f"line {line}" if version.line == line else f"line {version.line}, which this was made from"
            words = "\n".join(_told(known.told[version.checked]))
            return f"What programs found in {about} (line {version.checked}):\n{quoted(words, LONGEST)}"
    return ""


def _told(said: Mapping[str, Any]) -> Iterator[str]:
    for tool in _rows(said, "tools"):
        why = f": {in_a_line(str(tool['why']))}" if tool.get("why") else ""
        yield f"{in_a_line(' '.join(filter(None, [tool['name'], tool.get('version')])))}: {tool['outcome']}{why}"
    findings = _rows(said, "findings")
    for each in findings[:MOST_TOLD]:
        yield in_a_line(f"{_place(each)}{each['severity']} {each.get('code', '')} ({each['tool']}): {each['message']}")
    if more := len(findings[MOST_TOLD:]) + int(said.get("left_off") or 0):
        yield f"and {more} more"
    metrics = cast(Mapping[str, float], said.get("metrics") or {})
    if metrics:
        yield in_a_line(", ".join(f"{name} {value:g}" for name, value in metrics.items()))


def _place(finding: Mapping[str, Any]) -> str:
    place = [str(finding[part]) for part in ("path", "line", "column") if finding.get(part)]
    return f"{':'.join(place)}: " if place else ""


def _rows(said: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    return cast(Sequence[Mapping[str, Any]], said.get(name) or ())
