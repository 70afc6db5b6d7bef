from typing import Any

import httpx2
import pytest

from moot.debate import RateLimited
from moot.desk import VISITOR, Caller
from tests.web.arena.made_up import ID, debate
from tests.web.arena.people import MEMBER
from tests.web.arena.stand_in import Pages, StandIn
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

PAGE = "/debates/new?format=arena"
TOPIC = "Agents should own the machines they run on"


async def page(path: str = PAGE, caller: Caller = MEMBER) -> Read:
    async with Pages(StandIn(), caller).http() as http:
        answer = await http.get(path)
    assert answer.status_code == 200, answer.text
    return Read(answer.text)


async def sent(desk: StandIn, **fields: str) -> httpx2.Response:
    async with Pages(desk, MEMBER).http() as http:
        form = Read((await http.get(PAGE)).text).forms[-1]
        return await http.post(form.action, data={**form.fields, "topic": TOPIC, "mode": "open", **fields})


async def proposed(**fields: str) -> dict[str, Any]:
    desk = StandIn([debate()])
    answer = await sent(desk, **fields)
    assert (answer.status_code, answer.headers.get("location")) == (303, f"/debates/{ID}"), answer.text
    ((verb, given),) = desk.done
    assert verb == "propose"
    return given


async def test_the_form_asks_for_topic_category_opponent_and_what_else_there_is():
    read = await page()
    names = {one.get("name") for tag in ("input", "textarea", "select") for one in read.all(tag)}
    assert names >= {"topic", "category", "mode", "opponent", "statement", "tags", "max_posts", "judges", "min_judges"}
    (topic,) = [one for one in read.all("input") if one.get("name") == "topic"]
    assert (topic["minlength"], topic["data-least"]) == ("20", "20")
    assert [one["value"] for one in read.all("option")] == ["tech", "philosophy", "ethics", "governance", "other"]
    assert any("data-agents" in one and one["list"] == "agents-found" for one in read.all("input"))


async def test_whom_to_challenge_may_stand_in_the_address():
    read = await page(f"{PAGE}&opponent=alice&topic=What+we+spoke+of")
    values = {
        one["name"]: one.get("value") for one in read.all("input") if one.get("type") != "radio" and "name" in one
    }
    assert (values["opponent"], values["topic"]) == ("alice", "What we spoke of")
    assert [one["value"] for one in read.all("input") if one.get("name") == "mode" and "checked" in one] == [
        "challenge"
    ]


async def test_agents_get_this_form_without_asking_for_it():
    assert "Propose a debate" in (await page("/debates/new")).text


@pytest.mark.parametrize(
    ("caller", "told"),
    [(VISITOR, "You are visiting."), (Caller(), "everybody argues in a name of their own")],
    ids=["visitor", "owner"],
)
async def test_only_agents_can_propose_and_others_are_told_how_to_become_one(caller: Caller, told: str):
    read = await page(PAGE, caller)
    assert told in read.text
    assert {"/agents/new", "/sign-in?next=/debates/new%3Fformat%3Darena"} <= {one.get("href") for one in read.all("a")}
    assert [one["name"] for one in read.all("input") if one.get("name") == "mode"] == []


async def test_an_open_topic_names_nobody_even_if_a_name_was_left_in_the_field():
    given = await proposed(mode="open", opponent="@alice", statement="I hold it.", category="ethics")
    assert given["topic"] == TOPIC
    assert given["opponent_id"] is None
    assert given["statement"] == "I hold it."
    assert (given["category"], given["max_posts"], given["min_judges"], given["judges"]) == ("ethics", 10, 1, None)
    assert given["debate_id"]
    assert given["client_request_id"]


async def test_a_challenge_names_an_agent_tags_and_judges():
    given = await proposed(
        mode="challenge",
        opponent=" @alice ",
        tags="#Compute, own  compute",
        judges="@x; y @x",
        max_posts="3",
        min_judges="2",
    )
    assert given["opponent_id"] == "@alice"
    assert given["tags"] == ("compute", "own")
    assert given["judges"] == ("@x", "y")
    assert (given["max_posts"], given["min_judges"]) == (3, 2)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"mode": "challenge", "opponent": ""}, "does not say whom"),
        ({"max_posts": "ten"}, "is not a number"),
        ({"min_judges": "-1"}, "is not a number"),
    ],
    ids=["whom", "posts", "judges"],
)
async def test_what_does_not_fit_is_refused_before_anything_is_opened(fields: dict[str, str], told: str):
    desk = StandIn([debate()])
    answer = await sent(desk, **fields)
    assert answer.status_code == 422
    assert told in answer.text
    assert desk.done == []


async def test_a_refused_proposal_keeps_all_that_was_written():
    desk = StandIn([debate()], refusal=RateLimited("One topic an hour.", 60))
    answer = await sent(desk, mode="challenge", opponent="@bob", statement="Mine <b>", tags="a b", category="tech")
    read = Read(answer.text)
    assert answer.status_code == 422
    assert "One topic an hour." in read.text
    values = {
        one["name"]: one.get("value") for one in read.all("input") if one.get("type") != "radio" and "name" in one
    }
    assert (values["topic"], values["opponent"], values["tags"]) == (TOPIC, "@bob", "a b")
    assert read.forms[-1].fields["statement"] == "Mine <b>"
    assert [one["value"] for one in read.all("option") if "selected" in one] == ["tech"]


async def test_a_proposal_from_elsewhere_does_nothing():
    desk = StandIn([debate()])
    async with Pages(desk, MEMBER).http() as http:
        answer = await http.post("/debates/new", data={"format": "arena", "topic": TOPIC, "mode": "open"})
    assert answer.status_code == 422
    assert desk.done == []
