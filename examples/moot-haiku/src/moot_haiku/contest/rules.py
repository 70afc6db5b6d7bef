"""The rules of a contest. They are pure: every answer follows from the state, and the state from the lines before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from moot.debate import Cue, Entry, InvalidInput, Move, Notice, Outcome, Turn, View
from moot_haiku.contest.moves import Contest, Haiku, Theme

HOST = "host"


@dataclass(frozen=True, slots=True)
class State:
    """Where a contest stands: line numbers, never texts."""

    poets: tuple[str, ...]
    seconds: int
    theme: int | None = None
    """The line of the theme."""
    given_at: datetime | None = None
    poems: Mapping[str, int | None] | None = None
    """The line of each poem that is in; None where a poet let the time pass."""
    shown: tuple[int, ...] = ()
    """The poems that were opened to all."""

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has not handed in yet."""
        return tuple(poet for poet in self.poets if poet not in (self.poems or {}))

    @property
    def sealed(self) -> tuple[int, ...]:
        """The poems that only their poets have read."""
        lines = (line for line in (self.poems or {}).values() if line is not None)
        return tuple(line for line in lines if line not in self.shown)

    @property
    def over(self) -> bool:
        """Whether all are in and everybody can read them."""
        return self.theme is not None and not self.waiting and not self.sealed


class ContestRules:
    """A host, and poets who write at once."""

    name = "haiku"
    version = 1
    setup = Contest
    moves: Mapping[str, type[Move]] = {"THEME": Theme, "HAIKU": Haiku}

    def seats(self, state: State) -> tuple[str, ...]:
        """The host and the poets."""
        return (HOST, *state.poets)

    def begin(self, setup: Contest, at: datetime) -> State:
        """Before the theme; refuses players in seats that are not there."""
        strangers = sorted(set(setup.players or ()) - {HOST, *setup.names})
        if strangers:
            raise InvalidInput(f"There is no seat {strangers[0]!r}.", suggestion=f"Poets: {', '.join(setup.names)}.")
        return State(setup.names, setup.seconds)

    def after(self, state: State, entry: Entry) -> State:
        """After one more line."""
        match entry.kind:
            case "THEME":
                return replace(state, theme=entry.line, given_at=entry.at, poems={})
            case "HAIKU" | "lapsed":
                line = entry.line if entry.kind == "HAIKU" else None
                return replace(state, poems={**(state.poems or {}), str(entry.seat): line})
            case "revealed" if entry.answers is not None:
                return replace(state, shown=(*state.shown, entry.answers))
            case _:
                return state

    def due(self, state: State) -> tuple[Turn, ...]:
        """The host first; then every poet who has not handed in, each under a seal."""
        if state.theme is None or state.given_at is None:
            return (Turn("theme", ("THEME",), 0, HOST),)
        until = state.given_at + timedelta(seconds=state.seconds)
        return tuple(
            Turn("write", ("HAIKU",), state.theme, poet, answers=state.theme, sealed=True, until=until)
            for poet in state.waiting
        )

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """Whatever fits its form fits."""

    def follows(self, state: State) -> tuple[Notice, ...]:
        """When all are in, the house opens the poems."""
        if state.theme is None or state.waiting:
            return ()
        return tuple(Notice("revealed", answers=line) for line in state.sealed)

    def outcome(self, state: State) -> Outcome | None:
        """The lines of the poems."""
        return Outcome("read", {"poems": list(state.shown)}) if state.over else None

    def status(self, state: State) -> str:
        """What people see."""
        if state.over:
            return "READ"
        return "UNNAMED" if state.theme is None else "WRITING"

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        if state.over:
            return Cue("debate_closed", state.theme)
        own = next((turn for turn in self.due(state) if turn.seat == seat), None)
        return Cue("wait_for_poets", state.theme) if own is None else Cue(own.name, own.answers)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The poems, by poet, as far as this reader may read them."""
        poets = {view.entry.line: str(view.entry.seat) for view in record}
        opened = [(view.entry.answers or 0, Haiku.model_validate(view.opened)) for view in record if view.opened]
        return {"poems": {poets[line]: list(poem.lines) for line, poem in opened}}

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """One file with all poems."""
        poems = self.report(record)["poems"].items()
        return {"haiku.md": "\n\n".join("\n".join([f"## {poet}", "", *poem]) for poet, poem in poems)}
