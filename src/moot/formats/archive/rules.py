"""The rules of an archive: what was said is written down in its order, and then it is over."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from moot.debate import Cue, Entry, Move, Notice, Outcome, Turn, View
from moot.formats.archive.moves import Graph, Said
from moot.formats.archive.report import papers, report
from moot.formats.archive.setup import Archive
from moot.formats.archive.state import State


class ArchiveRules:
    """A debate that was held elsewhere: its lines are those that its set-up announces, and no others."""

    name = "archive"
    version = 2
    setup = Archive
    moves: Mapping[str, type[Move]] = {"SAID": Said, "GRAPH": Graph}

    def seats(self, state: State) -> tuple[str, ...]:
        """Those who spoke."""
        return state.seats

    def begin(self, setup: Archive, at: datetime) -> State:
        """Nothing is written down yet."""
        return State.of(setup)

    def after(self, state: State, entry: Entry) -> State:
        """One more line, if it is one of those that were announced."""
        return state.going_on(entry.line) if entry.kind in self.moves else state

    def due(self, state: State) -> tuple[Turn, ...]:
        """Whoever spoke next."""
        return () if state.over else (Turn("say", ("SAID", "GRAPH"), state.since, state.next),)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """Whatever was said there was said."""

    def follows(self, state: State) -> tuple[Notice, ...]:
        """The house adds nothing."""
        return ()

    def outcome(self, state: State) -> Outcome | None:
        """That it was brought here, and from what; never a result of this house."""
        if not state.over:
            return None
        return Outcome("imported", {"form": state.form, "sha256": state.sha256, "lines": state.said})

    def status(self, state: State) -> str:
        """Whether all of it is there."""
        return "IMPORTED" if state.over else "IMPORTING"

    def cue(self, state: State, seat: str) -> Cue:
        """Nobody is waited for but whoever writes it down."""
        if state.over:
            return Cue("debate_closed", state.since)
        return Cue("say" if seat == state.next else "wait", state.since)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """Where it came from, and who spoke how often."""
        return report(record)

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """What was said, in one file."""
        return papers(record)
