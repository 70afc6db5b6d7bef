"""Where a round table stands: line numbers and short digests of answers, never texts."""

from dataclasses import dataclass, replace
from datetime import datetime

from moot.debate import JsonObject, called_on
from moot.formats.roundtable.alike import plurality
from moot.formats.roundtable.moves import Wanted
from moot.formats.roundtable.setup import RoundTable


@dataclass(frozen=True, slots=True)
class Voice:
    """What a speaker did in one round."""

    line: int
    said: str | None = None
    """The digest of its answer; None: it gave none."""
    missing: str | None = None
    """Why it gave none."""
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A round table after one of its lines."""

    speakers: tuple[str, ...]
    seconds: tuple[int, ...]
    """How long each speaker has."""
    max_rounds: int
    question: int | None = None
    wanted: Wanted = "text"
    options: tuple[str, ...] = ()
    tests: bool = False
    rounds: tuple[tuple[Voice, ...], ...] = ()
    """The rounds that were counted."""
    voices: tuple[Voice | None, ...] = ()
    """The round under way, speaker by speaker; empty when there is none."""
    since: int = 0
    """The line that dealt the turns."""
    dealt_at: datetime | None = None

    @staticmethod
    def of(setup: RoundTable) -> "State":
        """The state before the question."""
        called = called_on(setup.players)
        seconds = (setup.timeout_per_turn if name in called else setup.timeout_per_person for name in setup.names)
        return State(setup.names, tuple(seconds), setup.max_rounds)

    @property
    def round(self) -> int:
        """The round under way, or the last one."""
        return len(self.rounds) + (1 if self.voices else 0)

    @property
    def all_in(self) -> bool:
        """Whether everybody has answered or lapsed, and the round waits to be counted."""
        return bool(self.voices) and None not in self.voices

    @property
    def heard(self) -> tuple[Voice, ...]:
        """What is known of the round under way."""
        return tuple(voice for voice in self.voices if voice is not None)

    @property
    def over(self) -> bool:
        """Whether no round will follow."""
        return bool(self.rounds) and not self.voices

    def hearing(self, speaker: str, voice: Voice) -> "State":
        """After a speaker has answered or lapsed."""
        place = self.speakers.index(speaker)
        return replace(self, voices=(*self.voices[:place], voice, *self.voices[place + 1 :]))

    def stands(self) -> tuple[Voice | None, ...]:
        """The last answer of each speaker in the rounds that were counted; None where it never gave one."""
        given = ([voices[place] for voices in self.rounds if voices[place].said] for place in range(len(self.speakers)))
        return tuple(voices[-1] if voices else None for voices in given)

    def answers(self) -> tuple[Voice, ...]:
        """The answers that count, in the order of the speakers."""
        return tuple(voice for voice in self.stands() if voice is not None)

    def counting(self, line: int, at: datetime) -> "State":
        """After the round under way was counted: the next one, unless it was the last or all say the same."""
        counted = replace(self, rounds=(*self.rounds, self.heard), voices=(), since=line)
        same = len(counted.answers()) == len(self.speakers) and len({voice.said for voice in counted.answers()}) == 1
        if same or len(counted.rounds) == self.max_rounds:
            return counted
        return replace(counted, voices=(None,) * len(self.speakers), dealt_at=at)

    def result(self) -> JsonObject:
        """What it came to: the line of the answer that most gave last."""
        answers = self.answers()
        missing = {name: str(voice.missing) for name, voice in self._missing()}
        told: JsonObject = {"rounds": len(self.rounds), "of": len(self.speakers), "missing": missing}
        if not answers:
            return told
        place, votes = plurality([str(voice.said) for voice in answers])
        return {**told, "line": answers[place].line, "votes": votes, "lines": [voice.line for voice in answers]}

    def _missing(self) -> list[tuple[str, Voice]]:
        last = zip(self.speakers, self.rounds[-1], self.stands(), strict=True)
        return [(name, voice) for name, voice, stand in last if stand is None]
