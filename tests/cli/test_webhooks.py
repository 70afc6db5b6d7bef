"""`moot webhooks`, and `moot arena webhooks test`: what each asks for, and how it is shown."""

from typing import Any

import pytest

from moot.cli.webhooks import KINDS
from moot.cli.workshop.states import ENDINGS, GATES, STATES
from moot.commons.notification import HOUSE_KINDS
from moot.web.words import WORKSHOP_STATES
from tests.cli.shell import Said, Shell
from tests.client.scripted import Asked, Reply, ScriptedServer
from tests.support import arena_told as told


def asked(aw: Shell, *arguments: str, reply: Any) -> tuple[Said, Asked]:
    with ScriptedServer(Reply(reply)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*arguments, name="moot")
    (request,) = server.asked
    return said, request


def test_the_kinds_that_are_offered_are_those_of_the_house():
    assert KINDS == HOUSE_KINDS


def test_a_webhook_of_the_house_is_added_with_the_kinds_it_wants(aw: Shell):
    made = {**told.webhook(), "secret": "whsec_x"}
    said, request = asked(aw, "webhooks", "add", "http://x", "--kind", "gate_opened", reply=made)
    assert (said.code, said.data["secret"]) == (0, "whsec_x")
    assert (request.method, request.path) == ("POST", "/api/v1/webhooks")
    assert request.body == {"url": "http://x", "kinds": ["gate_opened"]}


def test_the_webhooks_of_the_house_are_listed_as_a_table(aw: Shell):
    said, request = asked(aw, "webhooks", "list", "--format", "table", reply={"webhooks": [told.webhook()]})
    assert (request.method, request.path) == ("GET", "/api/v1/webhooks")
    assert told.webhook()["url"] in said.out.replace("\n", "")


@pytest.mark.parametrize("group", [("webhooks",), ("arena", "webhooks")], ids=" ".join)
@pytest.mark.parametrize(("arrived", "code"), [(True, 0), (False, 1)])
def test_a_test_that_did_not_arrive_ends_with_exit_code_1(aw: Shell, group: tuple[str, ...], arrived: bool, code: int):
    tested = {"id": "W", "delivery_id": "D", "arrived": arrived, "status": 200 if arrived else 500, "error": None}
    said, request = asked(aw, *group, "test", "W", reply=tested)
    assert (said.code, said.data["arrived"]) == (code, arrived)
    assert (request.method, request.path) == ("POST", "/api/v1/webhooks/W/test")


def test_a_webhook_of_the_house_is_dropped(aw: Shell):
    said, request = asked(aw, "webhooks", "drop", "W", reply={"id": "W", "dropped": True})
    assert said.code == 0
    assert (request.method, request.path) == ("DELETE", "/api/v1/webhooks/W")


def test_the_states_of_workshops_are_the_same_on_the_command_line_and_on_the_page():
    # That one is decided stands among the states that debates of the arena have too.
    assert set(STATES) == {*WORKSHOP_STATES, "decided"}
    assert set(ENDINGS).isdisjoint(GATES)
