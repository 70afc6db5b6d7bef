"""Where a panel stands: line numbers, ids and counts, never texts."""

from dataclasses import dataclass, replace
from datetime import datetime

from moot.debate import JsonObject, called_on
from moot.formats.panel.count import agreed, tallied
from moot.formats.panel.setup import Panel


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed, as far as the rules need it."""

    judges: tuple[str, ...]
    seconds: tuple[int, ...]
    """How long each judge has."""
    max_rounds: int
    share: tuple[int, int]
    keep_stance: bool
    document_change: bool

    @staticmethod
    def of(panel: Panel) -> "Terms":
        """The terms of a set-up."""
        called = called_on(panel.players)
        judges = tuple(judge.name for judge in panel.judges)
        return Terms(
            judges,
            tuple(panel.timeout_per_judge if name in called else panel.timeout_per_person for name in judges),
            panel.max_rounds,
            panel.share,
            panel.require_stance_maintenance,
            panel.require_change_documentation,
        )


@dataclass(frozen=True, slots=True)
class Voice:
    """What a judge did in one round."""

    line: int
    option: str | None = None
    """What it recommended; None: nothing."""
    missing: str | None = None
    """Why it recommended nothing."""
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A panel after one of its lines."""

    terms: Terms
    question: int | None = None
    options: tuple[str, ...] = ()
    rounds: tuple[tuple[Voice, ...], ...] = ()
    """The rounds that were counted."""
    voices: tuple[Voice | None, ...] = ()
    """The round under way, judge by judge; empty when there is none."""
    since: int = 0
    """The line that dealt the turns."""
    dealt_at: datetime | None = None
    counted: int | None = None
    """The line of the last count."""
    consensus: str | None = None
    chosen: str | None = None
    closed: bool = False

    @property
    def round(self) -> int:
        """The round under way, or the last one."""
        return len(self.rounds) + (1 if self.voices else 0)

    @property
    def all_in(self) -> bool:
        """Whether every judge has spoken or lapsed, and the round waits to be counted."""
        return bool(self.voices) and None not in self.voices

    @property
    def heard(self) -> tuple[Voice, ...]:
        """What is known of the round under way."""
        return tuple(voice for voice in self.voices if voice is not None)

    @property
    def contested(self) -> bool:
        """Whether the rounds are spent without consensus."""
        return bool(self.rounds) and not self.voices and self.consensus is None

    def spoke(self, besides: str) -> tuple[str, ...]:
        """The judges, besides one, who recommended something in the round before."""
        before = zip(self.terms.judges, self.rounds[-1] if self.rounds else (), strict=False)
        return tuple(name for name, voice in before if voice.option is not None and name != besides)

    def stand(self, judge: str) -> str | None:
        """What a judge last recommended in the rounds that were counted."""
        place = self.terms.judges.index(judge)
        stands = [voices[place].option for voices in self.rounds if voices[place].option is not None]
        return stands[-1] if stands else None

    def lines_of(self, judge: str) -> tuple[int, ...]:
        """Where a judge recommended something in the rounds that were counted."""
        place = self.terms.judges.index(judge)
        return tuple(voices[place].line for voices in self.rounds if voices[place].option is not None)

    def hearing(self, judge: str, voice: Voice) -> "State":
        """After a judge has spoken or lapsed."""
        place = self.terms.judges.index(judge)
        return replace(self, voices=(*self.voices[:place], voice, *self.voices[place + 1 :]))

    def count(self) -> JsonObject:
        """The round under way, counted; who said nothing is counted among those asked."""
        heard = tuple(zip(self.terms.judges, self.heard, strict=True))
        told = tallied(self.options, [(name, voice.option) for name, voice in heard])
        option = agreed(told, self.terms.share, len(self.terms.judges))
        missing = {name: voice.missing for name, voice in heard if voice.missing is not None}
        return {
            "round": self.round,
            "tally": told,
            "missing": missing,
            "consensus": option is not None,
            "option": option,
        }

    def changes(self) -> list[JsonObject]:
        """Who recommended something else than before, round by round."""
        places = range(len(self.terms.judges))
        return [
            change for number in range(1, len(self.rounds)) for place in places for change in self._at(number, place)
        ]

    def _at(self, number: int, place: int) -> list[JsonObject]:
        stands = [voices[place].option for voices in self.rounds[:number] if voices[place].option is not None]
        now = self.rounds[number][place].option
        if not stands or now is None or now == stands[-1]:
            return []
        return [{"judge": self.terms.judges[place], "round": number + 1, "from": stands[-1], "to": now}]
