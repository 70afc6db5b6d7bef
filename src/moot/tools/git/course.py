"""From the record of a workshop to the versions that become commits."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import Entry, View
from moot.formats.workshop import Seen, State
from moot.formats.workshop.state import Candidate, Version
from moot.notation import Line, read
from moot.tools.git.snapshots import Course, Snapshot

_SAID = ("why", "summary", "changes", "explanation")
"""Where the moves that bring a version say what it is."""


def course_of(lines: Sequence[Line], state: State) -> Course:
    """What a workshop has come to, from its whole record and where it stands after it."""
    entries = [read(line) for line in lines]
    # The house reads everything: what a seat may not read yet is open to whoever owns the repository.
    known = Seen(tuple(View(entry, entry.move) for entry in entries), state)
    roles = {placed.seat: placed.role for placed in state.setup.cast}
    made = ((version, one) for one in state.candidates for version in one.versions)
    snapshots = tuple(
        _snapshot(known, version, lines[version.line].hash, roles.get(version.by, ""))
        for version, _ in sorted(made, key=lambda pair: pair[0].line)
    )
    closed = entries[-1] if entries[-1].kind == "closed" else None
    won = _won(closed)
    return Course(snapshots, _best(state, closed is not None) if won is None else won, closed is not None)


def _snapshot(known: Seen, version: Version, hash: str, role: str) -> Snapshot:
    entry, files = known.entry(version.line), known.files(version.line)
    assert files is not None
    said = next((str(entry.move[field]) for field in _SAID if entry.move.get(field)), "")
    return Snapshot(version.line, hash, entry.kind, version.by, role, entry.at, version.base, said, files)


def _won(closed: Entry | None) -> int | None:
    """The line of the version that a vote decided for."""
    if closed is None or closed.move.get("ending") != "decided":
        return None
    result = cast(Mapping[str, Any], closed.move.get("result") or {})
    line = result.get("version")
    return line if isinstance(line, int) else None


def _best(state: State, over: bool) -> int | None:
    """The best version of the best candidate; while it goes on, of those that every seat may read."""
    best = ((one, one.best) for one in state.ranked)
    return next((top.line for one, top in best if top is not None and (over or _is_open(one, top))), None)


def _is_open(candidate: Candidate, version: Version) -> bool:
    return all(each.readers is None for each in candidate.lineage(version))
