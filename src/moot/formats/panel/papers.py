"""The papers of a panel: a file for each move of a judge, and one for the result."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from moot.debate import View
from moot.formats.panel.report import reported
from moot.formats.panel.seen import Seen, Spoken, seen
from moot.formats.panel.telling import asked, parts, quoted


def papers(record: Sequence[View]) -> dict[str, str]:
    """The files by name, round after round, the result last; only what this reader may see."""
    known = seen(record)
    rounds = range(1, known.panel.max_rounds + 1)
    moves = [one for number in rounds for one in known.in_round(number) if one.said is not None]
    return {
        **{_name(known, one): _text(_move(known, one)) for one in moves},
        f"debate-{known.panel.question_id}-result.md": _text(_result(known)),
    }


def _name(known: Seen, one: Spoken) -> str:
    later = "" if one.round == 1 else f"-r{one.round}"
    return f"debate-{known.panel.question_id}-{one.judge}{later}.md"


def _text(blocks: Iterator[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def _move(known: Seen, one: Spoken) -> Iterator[str]:
    assert one.said is not None
    judge = next(judge for judge in known.panel.judges if judge.name == one.judge)
    yield f"# The {one.judge} judge, round {one.round}"
    yield f"- question: {known.panel.question_id}\n- recommends: **{one.said.recommendation}**\n- line: {one.line}"
    yield quoted(f"Stance: {judge.stance}. Aim: {judge.optimise}.")
    for heading, words in parts(one.said):
        yield f"## {heading}"
        yield quoted(words)


def _result(known: Seen) -> Iterator[str]:
    told = reported(known)
    yield f"# Result: {known.panel.question_id}"
    yield "\n".join(_facts(told))
    yield told["message"]
    if known.question is not None:
        yield from _blocks(asked(known.question))
    yield from _findings(told)


def _facts(told: dict[str, Any]) -> Iterator[str]:
    names = ("state", "outcome", "recommended_option", "confidence", "rounds")
    yield from (f"- {name}: {told[name]}" for name in names if told[name] is not None)
    yield from (f"- {option}: {', '.join(judges)}" for option, judges in told["distribution"].items())


def _findings(told: dict[str, Any]) -> Iterator[str]:
    yield from _blocks((_whose(name), words) for name, words in told["perspectives"].items())
    for change in told["change_log"]:
        yield f"## Round {change['round']}: the {change['judge']} judge changed from {change['from']} to {change['to']}"
        yield quoted(change["reason"] or "No reason was given.")
    if told["choice"] is not None:
        yield f"## The asker chose {told['choice']['option']}"
        yield quoted(told["choice"]["reason"] or "No reason was given.")
    if told["user_prompt"] is not None:
        yield from _blocks([("To be chosen", told["user_prompt"])])
    yield from _measured(told)


def _measured(told: dict[str, Any]) -> Iterator[str]:
    if told["notes"]:
        yield "## Notes"
        yield "\n".join(f"- {note}" for note in told["notes"])
    figure = told["sycophancy"]
    yield "## Changes of mind"
    yield (
        f"{figure['share']} went towards the majority without a new reason ({figure['towards_majority']} towards the "
        f"majority, {figure['without_new_reason']} without a new reason)."
        if figure["changes"]
        else "No judge changed its recommendation."
    )


def _whose(name: str) -> str:
    return f"The {name.removesuffix('_favors')} judge"


def _blocks(told: Iterable[tuple[str, str]]) -> Iterator[str]:
    for heading, words in told:
        yield f"## {heading}"
        yield quoted(words)
