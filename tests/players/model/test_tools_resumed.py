"""A turn with tools in a house that dies: what was answered is not asked again, what was cut off is."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from moot.engine import Call, Kit, Told, Tool, verify
from moot.players.model import Circuits, ModelPlayer
from moot.testing.wire import Asked, Gate, Reply, WireServer, slow, using
from tests.engine.called import DEBATE, GO, JURORS, Called, Speaker
from tests.engine.houses import FORMATS
from tests.players.model.calls import at

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def toolbox(call: Call) -> AsyncGenerator[Kit]:
    async def search(arguments: Mapping[str, Any]) -> Told:
        return Told("found")

    yield Kit((Tool("search", "Searches.", {"type": "object", "properties": {}}, search),))


async def test_a_turn_that_was_cut_off_in_mid_round_is_asked_again_and_one_that_was_answered_is_not():
    gate = Gate()

    def says(asked: Asked) -> Reply:
        rounds = sum(message["role"] == "tool" for message in asked.messages)
        if rounds == 0:
            return using(("search", {}))
        # The first to come back from its tools is held up, and then killed.
        return slow(Reply(values=GO), gate=gate) if len(server.asked) == 2 else Reply(values=GO)

    with WireServer(says) as server:
        load = at(server)

        async def loaded() -> Any:
            return load()

        model = ModelPlayer("risk", loaded, provider="local", circuits=Circuits(), toolbox=toolbox)
        others = {juror: Speaker(juror) for juror in JURORS}
        house = Called({**others, "risk": cast(Speaker, model)})
        seats: Any = {**{juror: juror for juror in JURORS}, "risk": {"player": "risk", "settings": {"tools": ["x"]}}}
        await house.asked(**seats)
        await house.until(lambda: len(server.asked) == 2)
        assert not [
            kept for kept in await house.ledger.calls(DEBATE) if kept.key.turn.startswith("risk") and kept.answer
        ]
        await model.close()
        gate.open()
        later = house.again()
        await later.run()
        # Two requests were cut off; the same turn took two more, and the second round of the jury two: none twice.
        assert len(server.asked) == 6
        lost, *kept = [each for each in await later.ledger.calls(DEBATE) if each.key.turn.startswith("risk")]
        assert (lost.key.attempt, lost.answer) == (-1, None), "what was cut off may have been paid for"
        uses = [cast(Any, each.answer).facts["tool_calls"] for each in kept]
        assert [[use["name"] for use in each] for each in uses] == [["search"], ["search"]]
        assert (await verify(DEBATE, later.records, FORMATS, later.ledger)).sound
        await model.close()
