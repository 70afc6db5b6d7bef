"""Where a workshop stands: names, line numbers and counts, never texts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from moot.debate import Stamp, Turn, called_on
from moot.formats.workshop.aptitude import Job
from moot.formats.workshop.planning import Stance
from moot.formats.workshop.setup import Phase, Workshop

FAILURES = 2
"""Whoever fails so often is out."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A turn that was dealt, or is to be dealt when those before it have spoken."""

    seat: str
    name: str
    kinds: tuple[str, ...]
    answers: int
    thread: str | None = None
    """Whose candidate it is about."""
    round: int | None = None
    sealed: bool = False
    readers: tuple[str, ...] | None = None
    later: tuple[str, ...] = ()
    """Those who speak at the same time: they read it when all of them have spoken."""
    on: int | None = None
    """The version that it works on."""
    ids: tuple[str, ...] = ()
    """For a run: the tests that its report must tell of, in order."""
    job: Job | None = None
    """What it is done as: if its holder falls out, another with the same job takes it."""
    seconds: int | None = None
    """How long it may take; None: as long as its holder has."""
    since: int = -1
    at: datetime | None = None

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What makes it this deal and no other."""
        return (self.seat, self.name, self.answers, self.since)

    def turn(self, phase: Phase, setup: Workshop) -> Turn:
        """The turn as the house knows it."""
        assert self.at is not None
        seconds = self.seconds
        if seconds is None:
            called = self.seat in called_on(setup.players)
            seconds = setup.timeout_per_turn if called else setup.timeout_per_person
        return Turn(
            self.name,
            self.kinds,
            self.since,
            self.seat,
            self.answers,
            sealed=self.sealed,
            readers=self.readers,
            until=self.at + timedelta(seconds=seconds),
            grace=self.name == "gate",
            again=True,
            stamp=Stamp(phase, self.round, self.thread),
        )


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a candidate, and how it was tested."""

    line: int
    thread: str
    by: str
    """The seat that made it."""
    base: int | None
    """The version it was made from; None: from what the task gave."""
    sizes: tuple[tuple[str, int], ...]
    """Its files, each with how many lines it has."""
    readers: tuple[str, ...] | None = None
    passed: int | None = None
    """How many tests of the suite it passed; None: they were not run."""
    total: int = 0
    held: int | None = None
    """How many attacks it withstood; None: it was not attacked."""
    attacked: int = 0
    failing: tuple[str, ...] = ()
    """The ids of tests and attacks that it did not pass."""
    checked: int | None = None
    """The line of what programs found in it."""

    @property
    def sound(self) -> bool:
        """Whether it passed all that was run."""
        return self.passed is not None and not self.failing

    @property
    def measure(self) -> tuple[int, int, int]:
        """By this the best is kept: what was tested before what was not, and of equals the later."""
        return (-1 if self.passed is None else self.passed, self.held or 0, self.line)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What one author puts before the others."""

    author: str
    versions: tuple[Version, ...] = ()
    proposed: int | None = None
    """The line of its proposal."""
    scores: tuple[int, ...] = ()
    """Of its reviews, in percent."""
    compared: int = 0
    """How many tests and attacks it passed when all candidates ran the same."""

    @property
    def best(self) -> Version | None:
        """The best tested version; the last where none was."""
        return max(self.versions, key=lambda version: version.measure, default=None)

    def version(self, line: int) -> Version:
        """The version of this line."""
        return next(version for version in self.versions if version.line == line)

    def lineage(self, version: Version) -> tuple[Version, ...]:
        """A version, and those that it was made from, back to the first."""
        made = (version,)
        while (base := made[-1].base) is not None:
            made = (*made, self.version(base))
        return made

    def best_for(self, seat: str) -> Version | None:
        """The best of those that this seat reads."""
        read = (each for each in self.versions if each.readers is None or seat in (each.by, *each.readers))
        return max(read, key=lambda version: version.measure, default=None)

    def with_version(self, version: Version) -> "Candidate":
        """With a version added, or replaced."""
        kept = tuple(known for known in self.versions if known.line != version.line)
        return replace(self, versions=(*kept, version))


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests of one line."""

    line: int
    count: int
    sound: tuple[int, ...] | None = None
    """Which of them count, from 1; None: they were not tried yet."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(case_id(self.line, number) for number in range(1, self.count + 1))

    @property
    def counting(self) -> tuple[str, ...]:
        """Those that count."""
        return tuple(case_id(self.line, number) for number in self.sound or ())


@dataclass(frozen=True, slots=True)
class Attacks:
    """Attacks of one line on a candidate."""

    line: int
    thread: str
    by: str
    count: int
    on: int
    """The version that was attacked."""
    readers: tuple[str, ...] | None = None
    broke: tuple[str, ...] = ()
    """Those that were run and were not withstood."""
    held: tuple[str, ...] = ()
    """Those that were run and were withstood."""
    prints: tuple[int, ...] = ()
    """Fingerprints, so that the same is not tried again."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(case_id(self.line, number) for number in range(1, self.count + 1))


@dataclass(frozen=True, slots=True)
class Vote:
    """What a voter did."""

    voter: str
    line: int
    ranking: tuple[str, ...] = ()
    approves: tuple[str, ...] = ()
    confidence: int = 0
    """In percent."""
    missing: str | None = None
    """Why there is no ballot: it abstained, or failed."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A line that is to be opened to those who could not read it."""

    line: int
    readers: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class State:
    """Where a workshop stands."""

    setup: Workshop
    task: int | None = None
    sizes: tuple[tuple[str, int], ...] = ()
    """The files that the task gave, each with how many lines it has."""
    words: int = 0
    """How long the task is, in characters."""
    phase: Phase | None = None
    began: int = 0
    """The line where the phase began."""
    at: datetime | None = None
    held: tuple[Phase, ...] = ()
    """The phases that were held, in the order they began."""
    deals: tuple[Deal, ...] = ()
    queue: tuple[tuple[Deal, ...], ...] = ()
    """Groups that speak one after the other."""
    openings: tuple[Opening, ...] = ()
    limited: tuple[int, ...] = ()
    """Proposals and versions that not everybody reads."""
    candidates: tuple[Candidate, ...] = ()
    suites: tuple[Suite, ...] = ()
    attacks: tuple[Attacks, ...] = ()
    asked: int = 0
    """How many questions the last line with questions asked."""
    style: str | None = None
    """How it is planned: cpde or dpde."""
    shut: tuple[Opening, ...] = ()
    """Lines that those who speak at the same time do not read of each other yet."""
    stances: tuple[Stance, ...] = ()
    """What authors said to each other's plans in this round."""
    failures: tuple[tuple[str, int], ...] = ()
    out: tuple[str, ...] = ()
    gate: int | None = None
    """The line of the gate that is shut."""
    gated: bool = False
    """Whether the gate after this phase was opened."""
    hooked: bool = False
    """Whether the checks after this phase were dealt."""
    rejections: int = 0
    back_to: Phase | None = None
    votes: tuple[Vote, ...] = ()
    tallied: int | None = None
    shown: bool = False
    """Whether the ballots were turned over."""
    ending: str | None = None

    @property
    def live(self) -> tuple[str, ...]:
        """The seats of the cast that are not out."""
        return tuple(placed.seat for placed in self.setup.cast if placed.seat not in self.out)

    def doing(self, job: Job) -> tuple[str, ...]:
        """The seats that do a job, in the order of the cast."""
        return tuple(placed.seat for placed in self.setup.cast if job in placed.does and placed.seat not in self.out)

    def candidate(self, author: str) -> Candidate:
        """What this author has made so far."""
        return next((known for known in self.candidates if known.author == author), Candidate(author))

    @property
    def standing(self) -> tuple[Candidate, ...]:
        """The candidates that were proposed and have a version."""
        return tuple(one for one in self.candidates if one.proposed is not None and one.best is not None)

    @property
    def ranked(self) -> tuple[Candidate, ...]:
        """The same, the best first: by tests, then by reviews, then in the order of the cast."""
        return tuple(sorted(self.standing, key=_rank))

    @property
    def case_ids(self) -> tuple[str, ...]:
        """The tests that count."""
        return tuple(id for suite in self.suites for id in suite.counting)

    def patched_by(self, line: int) -> str | None:
        """The seat that made the version of a line."""
        found = (version for candidate in self.candidates for version in candidate.versions)
        return next((version.by for version in found if version.line == line), None)

    def attacks_on(self, thread: str) -> tuple[Attacks, ...]:
        """The attacks on a candidate, in order."""
        return tuple(each for each in self.attacks if each.thread == thread)

    def keeping(self, candidate: Candidate) -> "State":
        """With a candidate as it now is; in the order of the cast."""
        others = [known for known in self.candidates if known.author != candidate.author]
        order = [placed.seat for placed in self.setup.cast]
        both = sorted((*others, candidate), key=lambda one: order.index(one.author))
        return replace(self, candidates=tuple(both))

    def with_version(self, version: Version) -> "State":
        """With a version of a candidate."""
        return self.keeping(self.candidate(version.thread).with_version(version))

    def dealing(self, deals: Iterable[Deal], line: int, at: datetime) -> "State":
        """With these turns dealt at a line."""
        dealt = tuple(replace(deal, since=line, at=at) for deal in deals)
        return replace(self, deals=(*self.deals, *dealt))

    def without(self, deal: Deal) -> "State":
        """With a turn taken."""
        return replace(self, deals=tuple(other for other in self.deals if other.key != deal.key))

    def failed(self, seat: str) -> "State":
        """With one more failure of a seat."""
        known = dict(self.failures)
        known[seat] = known.get(seat, 0) + 1
        return replace(self, failures=tuple(sorted(known.items())))

    @property
    def falling(self) -> str | None:
        """A seat that failed too often and was not put out yet."""
        return next((seat for seat, count in self.failures if count >= FAILURES and seat not in self.out), None)

    @property
    def idle(self) -> bool:
        """Whether nobody is to speak in this phase any more."""
        return not self.deals and not self.queue and not self.openings and self.falling is None

    @property
    def closed(self) -> bool:
        """Whether it has come to an end."""
        return self.ending is not None


def case_id(line: int, number: int) -> str:
    """The name of a test: the line that it stands in, and its place there."""
    return f"{line}.{number}"


def mean(scores: Iterable[int]) -> int | None:
    """The mean of whole percents, in hundredths of a percent; None where there are none."""
    known = tuple(scores)
    return sum(known) * 100 // len(known) if known else None


def _rank(candidate: Candidate) -> tuple[int, int, int]:
    assert candidate.best is not None
    passed, held, _ = candidate.best.measure
    return (-passed, -held, -(mean(candidate.scores) or 0))
