"""The result of a round table, as programs read it and as a paper."""

from collections.abc import Iterator, Sequence
from typing import Any

from moot.debate import View
from moot.formats.roundtable.seen import Given, Seen, seen
from moot.notation.recital import quoted


def report(record: Sequence[View]) -> dict[str, Any]:
    """The answer, or what is known of it so far; never more than this reader may see."""
    known = seen(record)
    result: dict[str, Any] = {} if known.closing is None else dict(known.closing["result"])
    chosen = _at(known, result.get("line"))
    return {
        "answer": None if chosen is None else chosen.reply.answer,
        "line": result.get("line"),
        "votes": result.get("votes"),
        "of": result.get("of"),
        "rounds": result.get("rounds"),
        "missing": result.get("missing", {}),
        "final": result.get("lines", []),
        "answers": [_told(one) for one in known.given],
        "ending": None if known.closing is None else known.closing["ending"],
    }


def papers(record: Sequence[View]) -> dict[str, str]:
    """One file: the question, the answer, and every answer that was given."""
    return {"answer.md": "\n".join(_lines(seen(record), report(record)))}


def _lines(known: Seen, told: dict[str, Any]) -> Iterator[str]:
    yield "# Answer\n"
    yield quoted(told["answer"], len(told["answer"])) if told["answer"] else "There is none."
    if told["votes"]:
        yield f"\nGiven by {told['votes']} of {told['of']} after round {told['rounds']} (line {told['line']})."
    if known.question is not None:
        yield f"\n## Question\n\n{quoted(known.question.question, len(known.question.question))}"
    for one in known.given:
        words = "\n".join(filter(None, (one.reply.reasoning, one.reply.answer)))
        yield f"\n## Line {one.line}: {one.seat}, round {one.round}\n\n{quoted(words, len(words))}"


def _at(known: Seen, line: int | None) -> Given | None:
    return next((one for one in known.given if one.line == line), None)


def _told(one: Given) -> dict[str, Any]:
    told: dict[str, Any] = {"line": one.line, "seat": one.seat, "round": one.round, "answer": one.reply.answer}
    return {**told, "tests": list(one.reply.tests)} if one.reply.tests else told
