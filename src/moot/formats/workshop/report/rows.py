"""A workshop as tables: the session, its turns, and the versions of its code, with the columns people look for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from moot.debate import Entry
from moot.formats.workshop.findings import graded
from moot.formats.workshop.seen import Seen
from moot.formats.workshop.state import Candidate, Version, mean
from moot.notation.diff import Diff, diff

HOUSE = frozenset({"opened", "phase_began", "seat_out", "revealed", "gate_opened", "tallied", "closed"})
"""What the house says is no turn."""


_STATUS = {"rejected": "cancelled", "gate_timed_out": "cancelled", "cancelled": "cancelled", "failed": "failed"}


def session(known: Seen) -> dict[str, Any]:
    """The session as one row."""
    opened, last = known.record[0].entry, known.record[-1].entry
    closed = last if last.kind == "closed" else None
    result = cast(Mapping[str, Any], (closed.move.get("result") if closed else None) or {})
    return {
        "topic": known.setup.title,
        "status": _status(known, closed),
        "topology_type": "graph_mesh" if known.setup.topology == "mesh" else known.setup.topology,
        "coordination_protocol": (known.state.style or known.setup.planning).upper(),
        "config": known.setup.model_dump(mode="json", exclude_none=True, exclude={"title", "lessons"}),
        "initiated_by": known.record[known.state.task].entry.by if known.state.task is not None else None,
        "created_at": opened.at,
        "updated_at": last.noted,
        "completed_at": closed.at if closed else None,
        "total_rounds": len(known.state.held),
        "final_consensus_score": None if "support" not in result else float(Fraction(str(result["support"]))),
        "outcome": None if closed is None else {"ending": closed.move.get("ending"), **result},
    }


def turns(known: Seen) -> list[dict[str, Any]]:
    """Every turn that was taken or lapsed, as this reader may read it."""
    roles = {placed.seat: placed.role for placed in known.setup.cast}
    return [_turn(known, entry, roles) for entry in known.entries if entry.kind not in HOUSE]


def versions(known: Seen, *, whole: bool = True) -> list[dict[str, Any]]:
    """Every version of the code in the order it was made; `whole` with its text, where this reader may read it."""
    found = sorted(
        ((version, candidate) for candidate in known.state.candidates for version in candidate.versions),
        key=lambda pair: pair[0].line,
    )
    return [_version(known, number, *pair, whole=whole) for number, pair in enumerate(found, start=1)]


@dataclass(frozen=True, slots=True)
class Changed:
    """What changed between two versions: a unified diff, and how many lines came and went."""

    unified: str
    added: int
    removed: int


def changed(known: Seen, one: int | None, other: int) -> Changed | None:
    """What changed from one version to another; from None, since the task was set. None: not yours to read."""
    before = dict(known.given) if one is None else known.files(one)
    after = known.files(other)
    if before is None or after is None:
        return None
    paths = (path for path in sorted({*before, *after}) if before.get(path) != after.get(path))
    found = [_compared(path, before.get(path), after.get(path)) for path in paths]
    return Changed("".join(each.unified for each in found), *_sums(found))


def _compared(path: str, old: str | None, new: str | None) -> Diff:
    named = (f"a/{path}" if old is not None else "/dev/null", f"b/{path}" if new is not None else "/dev/null")
    return diff(old or "", new or "", *named)


def _sums(found: Sequence[Diff]) -> tuple[int, int]:
    return sum(each.added for each in found), sum(each.removed for each in found)


def _status(known: Seen, closed: Entry | None) -> str:
    if closed is not None:
        return _STATUS.get(str(closed.move.get("ending")), "completed")
    if known.state.gate is not None:
        return "paused"
    return "pending" if known.state.phase is None else "running"


def _turn(known: Seen, entry: Entry, roles: Mapping[str, str]) -> dict[str, Any]:
    said = known.told.get(entry.line)
    told = said or {}
    return {
        "line": entry.line,
        "round": entry.stamp.round,
        "phase": entry.stamp.phase,
        "agent_id": entry.seat,
        "agent_role": roles.get(entry.seat or "", entry.seat),
        "kind": entry.kind,
        "thread": entry.stamp.thread,
        "answers": entry.answers,
        "by": entry.by,
        "content": said,
        "hidden": said is None,
        "confidence": told.get("confidence"),
        "test_results": told.get("outcomes") if entry.kind == "REPORT" else None,
        "reflections": told if entry.kind == "REFLECTION" else None,
        "created_at": entry.at,
        "response_time_ms": None if entry.spent is None else entry.spent.milliseconds,
        "tokens": None if entry.spent is None else entry.spent.tokens_in + entry.spent.tokens_out,
        "money": None if entry.spent is None else entry.spent.money,
    }


def _version(known: Seen, number: int, version: Version, candidate: Candidate, *, whole: bool) -> dict[str, Any]:
    entry, files = known.entry(version.line), known.files(version.line)
    best = candidate.best
    since = changed(known, version.base, version.line) if whole else None
    return {
        "version_number": number,
        "line": version.line,
        "turn": entry.kind,
        "thread": version.thread,
        "by": version.by,
        "phase": entry.stamp.phase,
        "language": known.setup.language,
        "files": files if whole else None,
        "hidden": files is None,
        "base": version.base,
        "quality_score": _score(candidate) if best is not None and best.line == version.line else None,
        "test_pass_rate": _rate(version.passed, version.total),
        "passed": version.passed,
        "total": version.total,
        "held": version.held,
        "attacked": version.attacked,
        "failing": list(version.failing),
        "best": best is not None and best.line == version.line,
        "diff_from_previous": None if since is None else since.unified,
        "metrics": _metrics(files),
        "checks": _checks(known, version),
        "created_at": entry.at,
    }


def _checks(known: Seen, version: Version) -> dict[str, Any] | None:
    """What programs found in it, and how many findings there are of each grade; None where nobody looked."""
    said = None if version.checked is None else known.told.get(version.checked)
    if said is None:
        return None
    graded_as = graded(cast(Sequence[Mapping[str, Any]], said["findings"]))
    return {"line": version.checked, "phase": known.entry(version.checked or 0).stamp.phase, **graded_as, **said}


def _score(candidate: Candidate) -> float | None:
    found = mean(candidate.scores)
    return None if found is None else found / 10_000


def _rate(passed: int | None, total: int) -> float | None:
    return None if passed is None or not total else round(passed / total, 6)


def _metrics(files: Mapping[str, str] | None) -> dict[str, Any] | None:
    """What can be counted without running anything."""
    if files is None:
        return None
    texts = list(files.values())
    lines = [line for text in texts for line in text.splitlines()]
    return {
        "files": len(texts),
        "lines": len(lines),
        "blank": sum(not line.strip() for line in lines),
        "longest_line": max((len(line) for line in lines), default=0),
    }


def matrix(known: Seen) -> dict[str, dict[str, str]]:
    """How each test and attack came out on each version: by the line of the version, then by the id of the test."""
    found: dict[str, dict[str, str]] = {}
    for entry in known.of_kind("REPORT"):
        line = _ran(known, entry)
        if line is not None:
            outcomes = cast(Sequence[Mapping[str, Any]], known.told[entry.line]["outcomes"])
            found.setdefault(str(line), {}).update({str(each["id"]): str(each["outcome"]) for each in outcomes})
    return found


def _ran(known: Seen, entry: Entry) -> int | None:
    """The version that a report is about; None where tests were tried."""
    if entry.turn == "try":
        return None
    if entry.turn == "siege":
        return next((made.on for made in known.state.attacks if made.line == entry.answers), None)
    return entry.answers
