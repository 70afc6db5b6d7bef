"""What a run asks of its systems, and when it waits: systems that are played here."""

from pathlib import Path
from typing import cast

import pytest

from moot.bench import Exact, Order, Row, RowFile, Run, System, Systems, Task
from moot.bench.sitting import Unheld

pytestmark = pytest.mark.anyio

TASK = Task("t", "?", Exact("yes"))


class Played:
    """Systems that answer at once; the debate cannot be held as long as nobody can be reached."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int | None]] = []
        self.reached = False

    async def row(self, task: Task, system: System, model: str, allowance: int | None) -> Row:
        """An answer, or that nobody was reached."""
        self.asked.append((system, allowance))
        if system == "debate" and not self.reached:
            raise Unheld("nobody could be reached")
        return Row(task_id=task.id, system=system, model=model, answer="yes", passed=True, tokens=700)


async def test_a_vote_waits_for_the_debate_whose_tokens_it_may_use(tmp_path: Path):
    order = Order(tasks=("t",), of=1, systems=("single", "vote", "debate"), models=("m",))
    played, file = Played(), RowFile(tmp_path / "rows.jsonl")

    async def go() -> Run:
        run = Run(cast(Systems, played), [TASK], order, file, lambda row: None)
        await run.go(1)
        return run

    first = await go()
    assert played.asked == [("debate", None), ("single", None)], "a vote was held with tokens that no debate had used"
    assert (len(first.unheld), first.stopped) == (1, None)
    played.reached = True
    await go()
    assert played.asked[2:] == [("debate", None), ("vote", 700)]
    assert {row.system for row in file.read()} == {"single", "vote", "debate"}
