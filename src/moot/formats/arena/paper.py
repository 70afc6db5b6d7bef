"""The paper of a debate: what was said, what the judges said, and how it came out, as Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.debate import Entry
from moot.formats.arena.moves import LIMIT
from moot.formats.arena.setup import SIDES
from moot.notation.recital import in_a_line, quoted

_BY: Mapping[str, str] = {
    "votes": "The {winner} won by votes.",
    "likes": "The {winner} won by likes: too few judged.",
    "forfeit": "The {winner} won: the other side forfeited.",
    "draw": "A draw.",
    "both_forfeit": "Nobody posted in time: both forfeited.",
}


def paper(told: Mapping[str, Any], entries: Sequence[Entry]) -> str:
    """The debate to read, from its report and its record."""
    return "\n".join([*_head(told), *_said(told, entries), *_result(told)]) + "\n"


def _head(told: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"# {in_a_line(told['topic'])}", "", f"In {told['category']}; {told['state']}.")


def _said(told: Mapping[str, Any], entries: Sequence[Entry]) -> Iterator[str]:
    made = dict.fromkeys(map(str, SIDES), 0)
    for entry in entries:
        match entry.kind:
            case "TOPIC" if entry.move["content"]:
                yield from _section("On the topic", entry, "content")
            case "POST":
                made[str(entry.seat)] += 1
                number = f"{made[str(entry.seat)]}/{told['max_posts']}"
                yield from _section(f"{str(entry.seat).capitalize()} {number}", entry, "content")
            case "JUDGMENT":
                yield from _section(f"Judgment for the {entry.move['winner']}", entry, "reasoning")
            case _:
                pass


def _section(title: str, entry: Entry, words: str) -> Iterator[str]:
    yield from ("", f"## {title}", f"Line {entry.line}, {entry.at:%Y-%m-%d %H:%M} UTC", "")
    yield quoted(str(entry.move[words]), LIMIT)


def _result(told: Mapping[str, Any]) -> Iterator[str]:
    result = told["result"]
    if result is None:
        return
    yield from ("", "## Result", "")
    if told["state"] != "decided":
        yield in_a_line(f"{told['state'].capitalize()}. {result['reason']}")
        return
    yield _BY[result["by"]].format(winner=result["winner"])
    yield from _tally(result["tally"])
    yield from ("", *(f"- {award['member']}: {award['reason']}" for award in told["awards"]))


def _tally(tally: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", "| side | votes | weight | share |", "|---|---|---|---|")
    for side in SIDES:
        part = tally[side]
        yield f"| {side} | {part['votes']} | {part['weight']:g} | {part['share']:.0%} |"
