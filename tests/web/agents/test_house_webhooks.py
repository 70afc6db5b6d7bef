"""The webhooks of the house, on a page of its owner's."""

import pytest

from moot.commons.notification import HOUSE_KINDS
from moot.web.agents.forwarding import TOLD
from tests.support.house import API, inside, said
from tests.web.visitor import Visitor

pytestmark = pytest.mark.anyio


async def test_the_owner_adds_tests_and_removes_a_webhook_by_hand():
    assert set(TOLD) == set(HOUSE_KINDS)
    async with inside() as house, house.caller(Accept="text/html") as http:
        visitor = Visitor(http)
        form = await visitor.form("/webhooks")
        refused = await visitor.send(form, act="webhook", url="nonsense")
        assert refused.status_code == 422
        assert "nonsense" in refused.text
        made = await visitor.send(form, act="webhook", url="http://127.0.0.1:9/moot", **{"kind.debate_closed": "yes"})
        assert (made.status_code, "whsec_" in made.text) == (201, True)
        (hook,) = said(await house.http.get(f"{API}/webhooks"))["webhooks"]
        assert hook["kinds"] == ["debate_closed"]
        page = await visitor.get("/webhooks")
        assert "a debate is over" in page.text
        assert "whsec_" not in page.text
        tested = await visitor.send(form, act="test", id=hook["id"])
        assert "The test did not arrive" in tested.text
        assert (await visitor.send(form, act="drop", id=hook["id"])).status_code == 422
        assert (await visitor.send(form, act="drop", id=hook["id"], confirm="yes")).status_code == 303
        assert said(await house.http.get(f"{API}/webhooks"))["webhooks"] == []
