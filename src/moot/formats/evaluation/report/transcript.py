"""The transcript: what was said, round by round, and how it was judged."""

from collections.abc import Iterator, Mapping
from typing import Any

from moot.notation.recital import in_a_line


def transcript(report: Mapping[str, Any]) -> Iterator[str]:
    """The debate as Markdown, in the order it was spoken."""
    yield f"# Debate: {in_a_line(report['title'])}"
    if not report["rounds"]:
        yield from ("", "Nothing was debated.")
    for held in report["rounds"]:
        yield from ("", f"## Round {held['round']}: {in_a_line(held['topic'])} ({held['target_category']})", "")
        yield f"- Advocate: {in_a_line(held['advocate_position'])}"
        yield f"- Challenger: {in_a_line(held['challenger_position'])}"
        yield from _speeches(held)
        yield from _verdict(held)


def _speeches(held: Mapping[str, Any]) -> Iterator[str]:
    spoken = [("Advocate", said) for said in held["advocate_arguments"]]
    spoken += [("Challenger", said) for said in held["challenger_arguments"]]
    claims = {said["line"]: said["points"] for _, said in spoken}
    for side, said in sorted(spoken, key=lambda told: told[1]["line"]):
        yield from ("", f"### {side}, line {said['line']}", "")
        yield said["content"] or "Nothing to add."
        if said["points"]:
            yield ""
        for number, point in enumerate(said["points"], 1):
            yield f"{number}. {in_a_line(point['claim'])} [{', '.join(point['evidence'])}]"
        for granted in said["concedes"]:
            claim = claims[granted["line"]][granted["point"] - 1]["claim"]
            yield from ("", f"Grants point {granted['point']} of line {granted['line']}: {in_a_line(claim)}")


def _verdict(held: Mapping[str, Any]) -> Iterator[str]:
    verdict, scored = held["arbiter_verdict"], held["scored"]
    if scored is None:
        return
    yield from ("", "### Verdict", "")
    if verdict is None:
        yield f"None ({scored['reason']})."
    else:
        winner, reasoning = verdict["winner"].capitalize(), in_a_line(verdict["reasoning"])
        yield f"**{winner}**, confidence {verdict['confidence']:g}. {reasoning}"
        yield ""
        yield from (f"- {in_a_line(point)}" for point in verdict["key_points"])
    yield from _askings(held["askings"] or ())
    yield from ("", f"Score of {held['target_category']}: {scored['before']} to {scored['after']}.")


def _askings(askings: Any) -> Iterator[str]:
    if askings:
        yield from ("", "How it was asked:", "")
    yield from (f"- {_asked(asked)} {in_a_line(asked['reasoning'])}" for asked in askings)


def _asked(asked: Mapping[str, Any]) -> str:
    if "first" in asked:
        return f"{asked['first']} first: {asked['winner']}, strength {asked['strength']}."
    marks = ", ".join(f"{name} {mark}" for name, mark in asked["marks"].items())
    return f"{asked['side']} alone: {sum(asked['marks'].values())} of 40 ({marks})."
