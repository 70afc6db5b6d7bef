"""What a provider can do to a panel, seen from outside: what the record says, and how often it was asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from moot.testing.wire import Reply, WireServer, cut_off, empty, failing, garbled, rate_limited, refusing, shortened
from tests.support.house import ServerProcess
from tests.support.players import JUDGES, Matter, calls, one_by_one, recommending, seats, served

pytestmark = pytest.mark.journey

__all__ = ["served"]


@dataclass(frozen=True)
class Fault:
    """What the endpoint does, and what comes of it."""

    replies: Sequence[Reply]
    asked: int
    """How often it was asked, with every try."""
    reason: str | None = None
    """Why the judge lapsed; None: it spoke in the end."""
    says: str = ""


SPOKE = recommending("A")
MENDED = {
    "429, as long as it asks": Fault([rate_limited(1), SPOKE], 2),
    "500, three times": Fault([failing(500)] * 3 + [SPOKE], 4),
    "cut off in the middle": Fault([cut_off(), SPOKE], 2),
    "not even JSON, once": Fault([garbled(), SPOKE], 2),
    "refused, once": Fault([refusing(), SPOKE], 2),
    "nothing, once": Fault([empty(), SPOKE], 2),
    "out of tokens, once": Fault([shortened(), SPOKE], 2),
}
LOST = {
    "429, for too long": Fault([rate_limited(600)], 1, "failed", "asks to be left alone for 600 s"),
    "500, for ever": Fault([failing(500)] * 9, 4, "failed", "HTTP status 500 (tried 4 times)"),
    "no such model": Fault([failing(404, "No such model.")], 1, "failed", "is not known there (HTTP 404)"),
    "not even JSON": Fault([garbled()] * 9, 4, "failed", "(tried 4 times)"),
    "refused": Fault([refusing("I will not judge.")] * 9, 2, "unfit answers", "one JSON object"),
    "nothing": Fault([empty()] * 9, 2, "unfit answers", "one JSON object"),
    "out of tokens": Fault([shortened()] * 9, 2, "unfit answers", "one JSON object"),
    "wrong JSON": Fault([Reply(content='{"recommendation": "Z"}')] * 9, 2, "unfit answers", "recommendation:"),
}


async def panel_with(served: ServerProcess, fault: Fault, wire: WireServer) -> tuple[dict[str, Any], list[Any], Any]:
    """A panel whose effort judge meets this; the two others agree."""
    async with served.client() as owner:
        panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES))
        assert await panel.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
        spoke = next((n["seq"] for n in await panel.arguments() if n["role"] == "effort"), None)
        assert spoke is not None
        assert await panel.sound()
        return await panel.result(), await panel.lapses(), await panel.provenance(spoke)


def scripted(fault: Fault) -> WireServer:
    agreeing = {judge: one_by_one(SPOKE) for judge in ("risk", "value")}
    return WireServer({**agreeing, "effort": list(fault.replies)})


@pytest.mark.parametrize("fault", MENDED.values(), ids=MENDED)
async def test_what_passes_is_waited_for_or_asked_again(served: ServerProcess, fault: Fault):
    with scripted(fault) as wire:
        found, lapses, origin = await panel_with(served, fault, wire)
        assert (lapses, found["notes"]) == ([], [])
        assert found["distribution"] == {"A": ["risk", "value", "effort"]}
        assert calls(wire)["effort"] == fault.asked
        # Each try is told of: as a try of one call, or as a call whose answer was sent back.
        assert sum(call["facts"]["tries"] for call in origin["calls"]) == fault.asked
        assert origin["sound"] is True
        if fault.replies[0].status == 429:
            assert origin["calls"][0]["spent"]["milliseconds"] >= 1000


@pytest.mark.parametrize("fault", LOST.values(), ids=LOST)
async def test_what_does_not_pass_costs_the_judge_its_voice_and_nobody_else(served: ServerProcess, fault: Fault):
    with scripted(fault) as wire:
        found, lapses, _ = await panel_with(served, fault, wire)
        ((who, reason, detail),) = lapses
        assert (who, reason) == ("effort", fault.reason)
        assert fault.says in detail
        assert found["distribution"] == {"A": ["risk", "value"]}
        assert len(found["notes"]) == 1
        assert calls(wire) == {"effort": fault.asked, "risk": 1, "value": 1}


PRICED = """
[players.priced]
model = "openai:priced"
base_url = "{url}"
price = {{ input = 1000.0, output = 1000.0 }}
settings = {{ max_tokens = 200 }}
"""


@pytest.mark.parametrize("budget", [{"tokens": 100}, {"money": 0.01}, {"seconds": 0}, {"calls": 0}])
async def test_a_budget_that_does_not_suffice_is_not_begun(served: ServerProcess, budget: dict[str, float]):
    with WireServer({"priced": [SPOKE] * 9}) as wire:
        (served.folder / "players.toml").write_text(PRICED.format(url=wire.url))
        found, reasons = await spending(served, budget, "priced")
        assert (found["outcome"], reasons) == ("CONTESTED", ["no budget"] * 6)
        assert "had no budget left" in found["notes"][0]
        assert calls(wire) == {}


async def test_what_no_price_is_known_of_is_too_much_for_any_budget_of_money(served: ServerProcess):
    with WireServer() as wire:
        _, reasons = await spending(served, {"money": 1_000_000}, f"openai:unpriced@{wire.url}")
        assert reasons == ["no budget"] * 6
        assert calls(wire) == {}


async def test_a_budget_of_two_calls_is_two_calls(served: ServerProcess):
    with WireServer({"priced": [SPOKE] * 9}) as wire:
        (served.folder / "players.toml").write_text(PRICED.format(url=wire.url))
        found, reasons = await spending(served, {"calls": 2}, "priced")
        assert (found["recommended_option"], reasons) == ("A", ["no budget"])
        assert calls(wire) == {"priced": 2}


async def spending(served: ServerProcess, budget: dict[str, float], player: str) -> tuple[dict[str, Any], list[str]]:
    """A panel with a budget, whose judges are all this player: its result, and why judges lapsed."""
    async with served.client() as owner:
        panel = await Matter.asked(served, owner, seats=dict.fromkeys(JUDGES, player), budget=budget)
        await panel.until("CONSENSUS", "CONTESTED")
        return await panel.result(), [reason for _, reason, _ in await panel.lapses()]
