"""The result of a workshop as programs read it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from moot.debate import Entry, JsonObject, View
from moot.formats.workshop.findings import graded
from moot.formats.workshop.report import rows
from moot.formats.workshop.seen import Seen, seen
from moot.formats.workshop.state import Candidate, mean


def reported(record: Sequence[View]) -> dict[str, Any]:
    """Everything that a workshop came to, or has come to so far."""
    known = seen(record)
    closed = known.record[-1].entry if known.record[-1].entry.kind == "closed" else None
    return {
        "title": known.setup.title,
        "task_kind": known.setup.task_kind,
        "topology": known.setup.topology,
        "planning": _planning(known),
        "phase": known.state.phase,
        "phases": [*_phases(known)],
        "lessons": [lesson.model_dump(mode="json") for lesson in known.setup.lessons],
        "candidates": [_candidate(one) for one in known.state.candidates],
        "tests": [*_tests(known)],
        "matrix": rows.matrix(known),
        "attacks": [*_attacks(known)],
        "checks": [*_checks(known)],
        "reflections": [*_reflections(known)],
        "tally": _tally(known),
        "votes": _votes(known),
        "gates": gates(known),
        "out": list(known.state.out),
        "ending": None if closed is None else closed.move.get("ending"),
        "result": None if closed is None else _result(known, closed),
    }


def gates(known: Seen) -> list[dict[str, Any]]:
    """Every gate that was shut: after which phase, what was decided, by whom and why."""
    return [_gate(known, entry) for entry in known.entries if entry.kind == "gate_opened"]


def _gate(known: Seen, gate: Entry) -> dict[str, Any]:
    answers = (entry for entry in known.entries if entry.answers == gate.line and entry.turn == "gate")
    answer = next(answers, None)
    decisions = {"APPROVAL": "approved", "REJECTION": "rejected", "lapsed": "timed_out"}
    told: JsonObject = {} if answer is None else known.told.get(answer.line, {})
    return {
        "line": gate.line,
        "phase": gate.move["phase"],
        "requested_at": gate.at,
        "timeout": gate.move["timeout"],
        "artifacts": gate.move["candidates"],
        "decision": "pending" if answer is None else decisions[answer.kind],
        "reviewer": None if answer is None or answer.kind == "lapsed" else answer.by or answer.seat,
        "reason": told.get("reason"),
        "back_to": told.get("back_to"),
        "decided_at": None if answer is None else answer.at,
    }


def _planning(known: Seen) -> dict[str, Any] | None:
    began = next((e for e in known.entries if e.kind == "phase_began" and e.move["phase"] == "planning"), None)
    return None if began is None else {"style": began.move["style"], "reason": began.move["reason"]}


def _phases(known: Seen) -> Iterator[dict[str, Any]]:
    """The phases that were held, each with how long it took and what it cost; measured, or absent."""
    starts = [entry for entry in known.entries if entry.kind == "phase_began"]
    for place, began in enumerate(starts):
        end = starts[place + 1].line if place + 1 < len(starts) else len(known.record)
        lines = [view.entry for view in known.record[began.line + 1 : end]]
        spent = [entry.spent for entry in lines if entry.spent is not None]
        moved = [entry for entry in lines if entry.kind not in rows.HOUSE]
        yield {
            "phase": began.move["phase"],
            "line": began.line,
            "began_at": began.at,
            "ended_at": lines[-1].at if lines and place + 1 < len(starts) else None,
            "turns": sum(entry.kind != "lapsed" for entry in moved),
            "lapsed": sum(entry.kind == "lapsed" for entry in moved),
            "tokens": sum(each.tokens_in + each.tokens_out for each in spent) if spent else None,
            "money": _sum([each.money for each in spent]),
            "milliseconds": sum(each.milliseconds for each in spent) if spent else None,
        }


def _sum(amounts: Sequence[float | None]) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known and len(known) == len(amounts) else None


def _candidate(one: Candidate) -> dict[str, Any]:
    best = one.best
    score = mean(one.scores)
    return {
        "author": one.author,
        "proposed": one.proposed,
        "best": None if best is None else best.line,
        "versions": [version.line for version in one.versions],
        "passed": None if best is None else best.passed,
        "total": None if best is None else best.total,
        "held": None if best is None else best.held,
        "attacked": None if best is None else best.attacked,
        "reviews": len(one.scores),
        "score": None if score is None else score / 10_000,
    }


def _tests(known: Seen) -> Iterator[dict[str, Any]]:
    counting = frozenset(known.state.case_ids)
    for suite in known.state.suites:
        for id in suite.ids:
            told = {key: value for key, value in known.cases[id].items() if value not in (None, [], {}, ())}
            yield {"id": id, "line": suite.line, "counts": id in counting, **told}


def _attacks(known: Seen) -> Iterator[dict[str, Any]]:
    for made in known.state.attacks:
        entry = known.entry(made.line)
        for id in made.ids:
            case = known.cases.get(id, {})
            yield {
                "id": id,
                "line": made.line,
                "round": entry.stamp.round,
                "thread": made.thread,
                "by": entry.seat,
                "name": case.get("name"),
                "on": made.on,
                "broke": id in made.broke,
            }


def _checks(known: Seen) -> Iterator[dict[str, Any]]:
    """Each version that was to be checked: what was found in it, or why nobody looked."""
    for entry in known.entries:
        if entry.turn != "check":
            continue
        about = {"line": entry.line, "phase": entry.stamp.phase, "thread": entry.stamp.thread, "version": entry.answers}
        if entry.kind == "lapsed":
            yield {**about, "lapsed": entry.move.get("reason")}
        elif (said := known.told.get(entry.line)) is not None:
            yield {**about, **graded(cast(Sequence[Mapping[str, Any]], said["findings"])), **said}


def _reflections(known: Seen) -> Iterator[dict[str, Any]]:
    for entry in known.of_kind("REFLECTION"):
        yield {"line": entry.line, "seat": entry.seat, "attempt": entry.stamp.round, **known.told[entry.line]}


def _tally(known: Seen) -> Mapping[str, Any] | None:
    line = known.state.tallied
    return None if line is None else known.told.get(line)


def _votes(known: Seen) -> list[dict[str, Any]]:
    """The ballots, once they were turned over."""
    if known.state.tallied is None:
        return []
    return [
        {
            "voter": vote.voter,
            "line": vote.line,
            "ranking": list(vote.ranking),
            "approves": list(vote.approves),
            "confidence": vote.confidence / 100 if vote.missing is None else None,
            "missing": vote.missing,
            "reason": known.told.get(vote.line, {}).get("reason"),
        }
        for vote in known.state.votes
    ]


def _result(known: Seen, closed: Entry) -> dict[str, Any]:
    told = cast(Mapping[str, Any], closed.move.get("result") or {})
    line = told.get("version")
    return {**told, "files": known.files(line) if isinstance(line, int) else None}
