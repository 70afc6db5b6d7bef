"""Panels brought to where a test begins."""

from typing import Any

from moot.debate import Brief, Entry, Json, Turn, View, views
from moot.formats.panel import format as panel
from moot.testing import Transcript

JUDGES = ("risk", "value", "effort")
OPTIONS = (
    "A=No offline mode",
    "B=Full offline mode: everything works without a network",
    "C=Limited offline mode: reading works",
)


class Sitting(Transcript):
    """A panel that is being played."""

    def lapse(self, seat: str, reason: str) -> Entry:
        """Lets the turn of a seat lapse, as the house does when its player failed."""
        before = len(self.entries)
        self._tabled = self._tabled.lapsing(self.turn(seat), self.clock(), reason)
        return self.entries[before]

    def turn(self, seat: str) -> Turn:
        """The turn that a seat has."""
        return next(turn for turn in self.position.due() if turn.seat == seat)

    def recommend(self, judge: str, option: str, **words: Json) -> Entry:
        """A judge recommends an option."""
        return self.say(judge, "RECOMMENDATION", **recommendation(option, **words))

    def respond(self, judge: str, option: str, against: str, by: tuple[str, int] | None = None, **words: Json) -> Entry:
        """A judge responds, and says by whom it was convinced."""
        return self.say(judge, "RESPONSE", **response(option, against, by, **words))

    def seen_by(self, reader: str | None = None) -> list[View]:
        """The record as a reader sees it."""
        return views(self.entries, reader)

    def brief(self, seat: str) -> Brief:
        """What a seat is told now."""
        return panel.brief(self.position.state, self.turn(seat), self.seen_by(seat), "plain")

    def report(self, reader: str | None = None) -> dict[str, Any]:
        """The report for a reader."""
        return panel.report(self.seen_by(reader))

    def count(self) -> dict[str, Any]:
        """What the house counted last."""
        return dict(next(entry.move for entry in reversed(self.entries) if entry.kind == "counted"))


def opened(**setup: Json) -> Sitting:
    """A panel with its set-up and nothing asked."""
    return Sitting(panel, panel.setup.model_validate({"title": "Offline", "question_id": "offline", **setup}))


def asked(**setup: Json) -> Sitting:
    """A question of three options that waits for its judges."""
    debate = opened(**setup)
    debate.say("asker", "QUESTION", question="Does it work offline?", options=list(OPTIONS), context="Field workers.")
    return debate


def split(**setup: Json) -> Sitting:
    """Every judge of the default panel recommended something else; lines 2, 3 and 4."""
    debate = asked(**setup)
    for judge, option in zip(JUDGES, "ABC", strict=True):
        debate.recommend(judge, option)
    return debate


def contested(**setup: Json) -> Sitting:
    """Two rounds brought no consensus."""
    debate = split(**setup)
    debate.respond("risk", "A", against="value")
    debate.respond("value", "B", against="effort")
    debate.respond("effort", "C", against="value")
    return debate


def recommendation(option: str, **words: Json) -> dict[str, Any]:
    """A recommendation in the shape of the record."""
    assessed: Json = [{"option": one, "assessment": f"{one} has its points."} for one in "ABC"]
    told = {"summary": f"{option} is right", "for_stance": "It fits.", "reasoning": "Sync bugs come late."}
    return {"recommendation": option, "assessments": assessed, **told, **words}


def response(option: str, against: str, by: tuple[str, int] | None = None, **words: Json) -> dict[str, Any]:
    """A response in the shape of the record."""
    challenge: Json = {"judge": against, "point": "It is right.", "counter": "It is not."}
    told = {"summary": f"{option} it is", "for_stance": "It fits.", "reasoning": "As before."}
    convinced: Json = None if by is None else {"judge": by[0], "line": by[1], "reason": "Sync bugs come late."}
    return {"recommendation": option, "challenges": [challenge], "convinced_by": convinced, **told, **words}
