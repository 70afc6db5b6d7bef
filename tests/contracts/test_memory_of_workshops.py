"""A real workshop is remembered as it is played, and the next one finds what it taught."""

from uuid import uuid4

import pytest

from moot.debate import Move
from moot.engine import Asked, LocalBulletin, Steward
from moot.formats.workshop import Case, Placed, Report, Task, Workshop, format
from moot.formats.workshop.moves import Attempt, Reflection
from moot.store import Store
from moot.testing import FixedClock

pytestmark = pytest.mark.anyio

LESSON = "Take the mean of both in the middle."
TESTS = (
    Case(name="one", call="median", args=([1],), expected=1),
    Case(name="two", call="median", args=([1, 2],), expected=1.5),
)
CAST = (
    Placed(seat="ann", role="implementer", does=("author",)),
    Placed(seat="box", role="executor", does=("execute",)),
    Placed(seat="ben", role="judge", does=("vote",)),
)
NO_MORE = {"dehallucination": None, "critique": False, "review": None, "optimization": None, "adversarial": None}


async def test_what_a_workshop_teaches_is_found_for_the_next(store: Store):
    steward = Steward({format.name: format}, store, LocalBulletin(), FixedClock())
    debate = str(uuid4())
    setup = Workshop.model_validate({"title": "Median", "cast": CAST, **NO_MORE})
    task = Task(content="Write median(numbers) for a list.", tests=TESTS)
    await steward.open(debate, format.name, setup, Asked("owner", task))
    first, second = (await steward.look(debate)).position.state.case_ids

    async def play(seat: str, move: Move, by: str) -> None:
        await steward.play(debate, Asked(seat, move, by=by))

    def report(outcome: str) -> Report:
        told = [{"id": first, "outcome": "passed"}, {"id": second, "outcome": outcome, "detail": "1 is not 1.5"}]
        return Report.model_validate({"outcomes": told, "backend": "bwrap"})

    attempt = Attempt(files={"solution.py": "def median(numbers):\n    return numbers[0]\n"})
    await play("ann", attempt, "model-a")
    await play("box", report("failed"), "sandbox")
    reflection = Reflection(
        root_cause="No even lists.", went_wrong="It took one.", to_change="Take both.", confidence=0.5, lesson=LESSON
    )
    await play("ann", reflection, "model-a")
    (episode,) = (await store.memory.episodes(agent="model-a", debate=debate)).items
    assert (episode.attempt, episode.passed, episode.total, episode.passed_later) == (1, 1, 2, False)
    assert [(failure.id, failure.detail) for failure in episode.failures] == [(second, "1 is not 1.5")]
    assert await store.memory.similar("The median of a list") == ()

    await play("ann", attempt, "model-a")
    await play("box", report("passed"), "sandbox")
    (fit,) = await store.memory.similar("The median of a list")
    assert (fit.lesson.text, fit.lesson.debate, fit.lesson.line) == (LESSON, debate, episode.line)
    assert fit.words == ("median", "list")
    before = (await store.memory.episodes()).items
    assert before[0].passed_later
    assert (await store.memory.rebuild()).episodes == 1
    assert (await store.memory.episodes()).items == before
