"""Choosing among several answers to one task: by what most of them say, or by the tests that came with them."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from moot.bench.extraction import program_in
from moot.bench.scoring import Examiner
from moot.bench.task import Passes, Task
from moot.formats.roundtable import alike, plurality
from moot.voting import Ballot, count

MOST_TESTS = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer, and the tests that its author wrote for it."""

    answer: str
    tests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The answer that was chosen, and by what."""

    answer: str
    by: str


def elected(versions: Sequence[str], approved: Mapping[str, AbstractSet[str]]) -> str:
    """The version that most tests approve of, of equals the first; `approved` has the versions that pass each test."""
    ballots = tuple(
        Ballot(test, (), tuple(version for version in versions if version in passing))
        for test, passing in approved.items()
    )
    return count("approval", versions, ballots, tie_break=("first",)).winner or versions[0]


async def chosen(task: Task, candidates: Sequence[Candidate], examiner: Examiner) -> Chosen:
    """The answer of several: what most say; for code the program that passes most of all their tests, or the first."""
    if len(candidates) == 1:
        return Chosen(candidates[0].answer, "only")
    if not isinstance(task.check, Passes):
        place, votes = plurality([alike(each.answer, task.wanted) for each in candidates])
        return Chosen(candidates[place].answer, f"plurality, {votes} of {len(candidates)}")
    tests = tuple(dict.fromkeys(test for each in candidates for test in each.tests))[:MOST_TESTS]
    if not tests:
        return Chosen(candidates[0].answer, "first, without tests of their own")
    approved: dict[str, set[str]] = {str(number): set() for number in range(len(tests))}
    cases = list(zip(approved, tests, strict=True))
    for place, each in enumerate(candidates):
        program = task.check.head + program_in(each.answer)
        outcomes, _ = await examiner.tried(program, cases, task.check.seconds)
        for one in outcomes:
            if one.outcome == "passed":
                approved[one.id].add(str(place))
    winner = elected([str(place) for place in range(len(candidates))], approved)
    votes = sum(winner in passing for passing in approved.values())
    return Chosen(candidates[int(winner)].answer, f"own tests, {votes} of {len(tests)}")
