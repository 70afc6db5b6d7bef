"""Lines of players: who spoke, what it cost, and how the line came about."""

from typing import NamedTuple

import pytest

from moot.debate import Spent, argument_id
from moot.engine import Answer, Asked, CallKey, Claim, Steward, digest
from moot.formats.panel import Recommendation
from moot.wiring import formats, now
from tests.support.house import Inside
from tests.web import plays
from tests.web.playing import go_on, put_on
from tests.web.visitor import Visitor

pytestmark = pytest.mark.anyio

HOSTILE = "<script>alert(1)</script>"
USES = [
    {"name": "search", "arguments": {"query": HOSTILE}, "result": "helper.py:2", "ok": True, "milliseconds": 12},
    {"name": "magic", "arguments": "no json", "result": HOSTILE, "ok": False, "cut": True, "milliseconds": 0},
]
"""Tools that were used for an answer."""


class Told(NamedTuple):
    """A line that a player spoke, and its debate."""

    debate: str
    line: int


async def spoken_by_a_player(house: Inside, *, summary: str = "It costs least.") -> Told:
    """A judge whose seat a model holds has recommended, after one answer that did not fit."""
    debate = await put_on(house.http, plays.panel())
    turn = f"risk/recommend/1/{1}"
    for attempt, raw in enumerate(('{"half": ', f'{{"summary": "{HOSTILE}"}}')):
        key = CallKey(debate, turn, 0, attempt)
        await house.store.ledger.claim(Claim(key, "here", now(), None), lambda holder: False)
        answer = Answer(
            raw,
            "toy-model-1",
            {"system": f"You are the risk judge. {HOSTILE}"},
            Spent(900, 80, 0.0042, 1500),
            {"tool_calls": USES},
        )
        await house.store.ledger.keep(key, answer, now())
    calls = await house.store.ledger.calls(debate, turn)
    move = Recommendation.model_validate(plays.recommends("risk", "B", summary=summary).move)
    spent = Spent(1800, 160, 0.0084, 3000)
    asked = Asked("risk", move, by="toy-model-1", spent=spent, provenance=digest(calls))
    played = await Steward(formats(), house.store, house.bulletin, now).play(debate, asked)
    return Told(debate, played.entry.line)


@pytest.mark.parametrize("view", ["", "?view=record"])
async def test_a_line_says_who_spoke_and_what_it_cost(house: Inside, visitor: Visitor, view: str):
    told = await spoken_by_a_player(house)
    await go_on(house.http, told.debate, plays.recommends("value", "A"), plays.recommends("effort", "C"))
    text = (await visitor.get(f"/debates/{told.debate}{view}")).text
    for words in ("toy-model-1", "1,800 → 160 tokens", "$0.0084", "3.0 s", "How this came about"):
        assert words in text


async def test_what_was_asked_and_answered_folds_out_and_stays_text(house: Inside, visitor: Visitor):
    told = await spoken_by_a_player(house)
    await go_on(house.http, told.debate, plays.recommends("value", "A"), plays.recommends("effort", "C"))
    page = await visitor.get(f"/debates/{told.debate}")
    (asked,) = {part["hx-get"] for part in page.all("div") if "/origins/" in part.get("hx-get", "")}
    answer = await visitor.http.get(asked, headers={"HX-Request": "true"})
    assert "attempt 2" in answer.text
    assert "You are the risk judge." in answer.text
    for words in ("Used 2 tools", "helper.py:2", "no json", "could not · cut"):
        assert words in answer.text
    assert HOSTILE not in answer.text
    assert "&lt;script&gt;" in answer.text
    whole = await visitor.get(asked)
    assert f"How line {told.line} came about" in whole.text


async def test_how_a_sealed_line_came_about_is_as_secret_as_the_line(house: Inside, visitor: Visitor):
    told = await spoken_by_a_player(house)
    page = await visitor.get(f"/debates/{told.debate}")
    assert "How this came about" not in page.text
    answer = await visitor.http.get(f"/debates/{told.debate}/origins/{told.line}")
    assert answer.status_code == 404


async def test_a_line_that_nobody_was_called_on_for_says_so(house: Inside, visitor: Visitor):
    debate = await put_on(house.http, plays.panel())
    assert argument_id(debate, 1)
    page = await visitor.get(f"/debates/{debate}/origins/1")
    assert "No call was made for this line" in page.text
