import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from moot.debate import Manner, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.engine.witness import calling, served_by
from moot.formats.arbitration import Intervention, Ruling
from moot.tellers import Names
from moot.tellers.counts import CALL_TIME, CALLS, COST, ENDED, LINES, OPENED, TOKENS
from tests.engine.houses import DEBATE, House, moved

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def unnamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No names are known yet, whatever other tests have called on in this process."""
    monkeypatch.setattr("moot.engine.witness.MODELS", Names())


@dataclass(frozen=True)
class Somebody:
    name: str
    lanes: Mapping[str, int] = field(default_factory=dict[str, int])
    manner: Manner = "paired"

    def reserve(self, call: Call) -> Spent | None:
        return None

    async def answer(self, call: Call, draft: Draft) -> Answer:
        return Answer("{}", self.name)


@pytest.mark.parametrize(
    ("player", "known_as"),
    [
        (Somebody("script:plan"), ("script", "plan")),
        (Somebody("embedded"), ("embedded", "")),
        (Somebody("replay:00000000-0000-0000-0000-000000000000"), ("replay", "")),
        (Somebody("judge", {"provider:openai": 8, "model:openai:gpt-5": 8}), ("openai", "gpt-5")),
        (Somebody("near", {"provider:127.0.0.1:80": 8, "model:127.0.0.1:80:m:1": 8}), ("127.0.0.1:80", "m:1")),
        (Somebody("alone", {"provider:openai": 8}), ("openai", "")),
    ],
)
def test_a_player_is_counted_by_who_answers_for_it(player: Somebody, known_as: tuple[str, str]):
    assert served_by(player) == known_as


def test_a_call_is_counted_with_what_it_cost_and_told(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO, "moot.calls"), calling(Somebody("witnessed:dear")) as told:
        told.spent = Spent(10, 5, 0.25)
    who = ("witnessed", "dear")
    assert (CALLS.of(*who, "answered"), CALL_TIME.count(*who), COST.of(*who)) == (1, 1, 0.25)
    assert (TOKENS.of(*who, "in"), TOKENS.of(*who, "out")) == (10, 5)
    (record,) = caplog.records
    assert record.getMessage() == "a call ended: answered"


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [(PlayerFailed("no", "no budget"), "no budget"), (ValueError(), "broke"), (KeyboardInterrupt(), "cut off")],
)
def test_a_call_that_fails_is_counted_by_how_it_ended(fault: BaseException, outcome: str):
    who = ("witnessed", type(fault).__name__)
    with pytest.raises(type(fault)), calling(Somebody(":".join(who))):
        raise fault
    assert (CALLS.of(*who, outcome), COST.of(*who)) == (1, 0)


def test_a_price_that_nobody_knows_is_not_counted():
    with calling(Somebody("witnessed:unpriced")) as told:
        told.spent = Spent(10, 5, None)
    assert ("witnessed", "unpriced") not in [tuple(dict(each.labels).values()) for each in COST.samples()]


async def test_growth_is_counted_and_told_with_its_debate_and_line(caplog: pytest.LogCaptureFixture):
    house = House()
    before = counted()
    with caplog.at_level(logging.INFO, "moot.record"):
        await house.opened()
        await house.steward.play(DEBATE, moved("arbitrator", Intervention()))
        await house.steward.play(DEBATE, moved("arbitrator", Ruling(content="No.", close=True)))
    assert [now - then for now, then in zip(counted(), before, strict=True)] == [3, 2, 1, 1]
    assert caplog.messages == ["grew by opened, MOTION", "grew by INTERVENTION", "grew by RULING, closed"]
    assert [vars(record)["line"] for record in caplog.records] == [1, 2, 4]
    assert {vars(record)["debate"] for record in caplog.records} == {DEBATE}


def counted() -> list[float]:
    """Moves, lines of the house, debates opened and debates ended."""
    lines = [LINES.of("arbitration", by) for by in ("move", "house")]
    return [*lines, OPENED.of("arbitration"), ENDED.of("arbitration")]
