"""An exchange: a round of an evaluation as its page shows it, advocate on one side and challenger on the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moot.desk.replies import Argument, Context

_TIP = 220
_MOST_TIPS = 160
"""So many chips show their text; a page with more stays light and only links to it."""


@dataclass(frozen=True, slots=True)
class Source:
    """Something that can be cited: an item of evidence, or a challenge."""

    id: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """All that can be cited, by name."""

    sources: Mapping[str, Source]

    @staticmethod
    def of(result: Mapping[str, Any]) -> "Cited":
        """What a result lists."""
        shown = _citations(result) <= _MOST_TIPS
        items = [(one["id"], f"evidence-{one['id']}", one["text"]) for one in result["evidence"]]
        raised = [(one["id"], f"challenge-{one['id']}", one["claim"]) for one in result["challenges"]]
        found = ((name, anchor, _short(text) if shown else "") for name, anchor, text in (*items, *raised))
        return Cited({name: Source(name, anchor, text) for name, anchor, text in found})

    def get(self, name: str) -> Source:
        """One of them; a name that nothing has cannot be linked."""
        return self.sources.get(name, Source(name, "", ""))


@dataclass(frozen=True, slots=True)
class Point:
    """A point, and by whom it was granted, if it was."""

    number: int
    claim: str
    evidence: Sequence[str]
    granted_by: str | None


@dataclass(frozen=True, slots=True)
class Speech:
    """One speech, or the lapse in its place."""

    line: int
    seat: str
    kind: str
    argument: Argument | None
    content: str = ""
    points: tuple[Point, ...] = ()
    grants: tuple[tuple[int, str], ...] = ()
    """The points of the other side that it grants: the line, and the claim."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One round."""

    number: int
    topic: str
    category: str
    positions: Mapping[str, str]
    line: int | None
    """Where it began."""
    speeches: tuple[Speech, ...]
    verdict: Mapping[str, Any] | None
    askings: Sequence[Mapping[str, Any]]
    verdict_line: Argument | None
    scored: Mapping[str, Any] | None
    scored_line: int | None
    due: tuple[str, ...]

    @property
    def is_paired(self) -> bool:
        """Whether the arbiter was asked with the sides in both orders."""
        return bool(self.askings) and "first" in self.askings[0]


def exchanges(context: Context, setup: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[Exchange]:
    """The rounds that have begun."""
    for told in result["rounds"]:
        yield _exchange(context, setup, told)


def _exchange(context: Context, setup: Mapping[str, Any], told: Mapping[str, Any]) -> Exchange:
    number: int = told["round"]
    lines = [one for one in context.arguments if one.round == number]
    kinds = {one.type: one for one in reversed(lines)}
    category = next(one["name"] for one in setup["categories"] if one["id"] == told["target_category"])
    scored, verdict = kinds.get("scored"), kinds.get("VERDICT")
    found = None if verdict is None else verdict.move or {}
    going_on = scored is None and context.debate.closed_at is None
    return Exchange(
        number=number,
        topic=told["topic"],
        category=category,
        positions={"advocate": told["advocate_position"], "challenger": told["challenger_position"]},
        line=kinds["round_began"].seq if "round_began" in kinds else None,
        speeches=tuple(sorted(_speeches(told, lines), key=lambda speech: speech.line)),
        verdict=found,
        askings=(found or {}).get("askings") or (),
        verdict_line=verdict,
        scored=told["scored"],
        scored_line=scored.seq if scored is not None else None,
        due=tuple(context.debate.waiting_for) if going_on else (),
    )


def _speeches(told: Mapping[str, Any], lines: Sequence[Argument]) -> Iterator[Speech]:
    at = {one.seq: one for one in lines}
    said = [("advocate", one) for one in told["advocate_arguments"]]
    said += [("challenger", one) for one in told["challenger_arguments"]]
    claims = {(one["line"], n): point["claim"] for _, one in said for n, point in enumerate(one["points"], 1)}
    granted = {(grant["line"], grant["point"]): seat for seat, one in said for grant in one["concedes"]}
    for seat, one in said:
        grants = tuple((grant["line"], claims[grant["line"], grant["point"]]) for grant in one["concedes"])
        points = tuple(
            Point(n, point["claim"], point["evidence"], granted.get((one["line"], n)))
            for n, point in enumerate(one["points"], 1)
        )
        yield Speech(one["line"], seat, one["kind"], at.get(one["line"]), one["content"], points, grants)
    for lapse in (one for one in lines if one.type == "lapsed"):
        yield Speech(lapse.seq, lapse.role or "", "lapsed", lapse)


def _citations(result: Mapping[str, Any]) -> int:
    speeches = [
        one for held in result["rounds"] for side in ("advocate", "challenger") for one in held[f"{side}_arguments"]
    ]
    return sum(len(point["evidence"]) for one in speeches for point in one["points"])


def _short(text: str) -> str:
    return text if len(text) <= _TIP else text[: _TIP - 1].rstrip() + "…"
