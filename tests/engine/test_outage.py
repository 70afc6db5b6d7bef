"""A store that is away for a while, as the floor meets it: what was paid for is not lost with it."""

from datetime import datetime

from moot.debate import Outage
from moot.engine import Answer, CallKey, Kept
from moot.testing import MemoryLedger
from tests.engine.called import JURORS, Called, Speaker


class Away(MemoryLedger):
    """A ledger that does not answer the first few times that something is to be kept."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.left = times

    async def keep(self, key: CallKey, answer: Answer, at: datetime) -> Kept:
        if self.left:
            self.left -= 1
            raise Outage("The database restarts.")
        return await super().keep(key, answer, at)


async def test_an_answer_that_could_not_be_kept_is_kept_later_and_not_asked_for_again():
    jurors = {juror: Speaker(juror) for juror in JURORS}
    house = Called(jurors, ledger=Away(times=2))
    await house.asked()
    await house.run()
    assert [len(juror.heard) for juror in jurors.values()] == [2, 2, 2]  # there are two rounds
    assert [kind for kind, _ in await house.told()].count("ANSWER") == 2 * len(JURORS)
