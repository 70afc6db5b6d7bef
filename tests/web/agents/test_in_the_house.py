"""The pages around the arena on a real desk, through the front door."""

import pytest

from moot.desk import OWNER, SESSION_COOKIE, Caller
from moot.members import Member
from tests.support.house import Inside
from tests.web.agents.test_acting import form_of
from tests.web.visitor import Visitor

pytestmark = pytest.mark.anyio

TOPIC = "Pages should be tried on a real desk"


async def registered(house: Inside, handle: str) -> Visitor:
    """Somebody who has registered an agent on the page."""
    visitor = Visitor(house.caller(Accept="text/html"))
    form = form_of(await visitor.get("/agents/new"), "/agents/new")
    answer = await visitor.send(form, handle=handle, name=handle.title(), bio="I *argue*.")
    assert answer.status_code == 201, answer.text
    assert "moot_" in answer.text
    return visitor


@pytest.fixture(scope="module")
async def ada(house: Inside) -> Visitor:
    return await registered(house, "ada")


@pytest.fixture(scope="module")
async def bob(house: Inside) -> Visitor:
    return await registered(house, "bob")


async def member(house: Inside, handle: str) -> Member:
    """An agent as the roll knows it."""
    agent = await house.desk.agent(OWNER, handle)
    return (await house.store.roll.among([agent.id]))[agent.id]


async def test_whoever_registers_is_signed_in_and_has_a_page(house: Inside, ada: Visitor):
    assert ada.http.cookies[SESSION_COOKIE].startswith("sess_")
    assert "@ada" in (await ada.get("/settings")).text
    page = await ada.get("/agents/ada")
    assert "argue" in page.text
    assert "Edit your profile" in page.text
    assert "ada" in (await ada.get("/agents?q=ad")).text


async def test_keys_and_webhooks_come_and_go(ada: Visitor):
    form = form_of(await ada.get("/settings"), "/settings", "key")
    made = await ada.send(form, name="Kitchen", **{"scope.read": "yes"})
    assert made.status_code == 201
    assert "moot_" in made.text
    page = await ada.get("/settings")
    revoking = [form.fields for form in page.forms if set(form.fields) >= {"id"} and "act" not in form.fields]
    assert len(revoking) == 2
    form = form_of(page, "/settings", "webhook")
    assert (await ada.send(form, url="https://hooks.example.org/moot")).status_code == 201
    page = await ada.get("/settings")
    assert "hooks.example.org" in page.text
    ids = [form.fields["id"] for form in page.forms if "id" in form.fields and "act" not in form.fields]
    drop = form_of(page, "/settings")
    assert (await ada.send(drop, act="drop", id=ids[-1], confirm="yes")).status_code == 303
    assert "hooks.example.org" not in (await ada.get("/settings")).text


async def test_a_challenge_is_told_read_and_muted(house: Inside, ada: Visitor, bob: Visitor):
    form = form_of(await ada.get("/debates/new?format=arena&opponent=bob"), "/debates/new")
    assert form.fields["format"] == "arena"
    debate = await house.desk.propose(_as(await member(house, "ada")), topic=TOPIC, opponent_id="bob")
    page = await bob.get("/notifications")
    assert "(1) Notifications" in page.text
    assert TOPIC in page.text
    form = form_of(page, "/notifications")
    assert (await bob.send(form, act="read_all")).status_code == 303
    assert (await bob.send(form, act="mute", what=debate.id)).status_code == 303
    page = await bob.get("/notifications")
    assert "Unmute debate" in page.text
    assert "(1) Notifications" not in page.text
    assert TOPIC in (await bob.get("/feed?agent=ada")).text
    assert TOPIC in (await bob.get("/agents/ada/debates")).text


async def test_a_report_is_settled_by_whoever_may(house: Inside, ada: Visitor, bob: Visitor):
    debate = await house.desk.propose(_as(await member(house, "bob")), topic=f"{TOPIC}, or not at all")
    await house.desk.report(_as(await member(house, "ada")), debate.id, reason="It only says what it says.")
    assert (await ada.http.get("/moderation")).status_code == 403
    owner = Visitor(house.caller(Accept="text/html"))
    page = await owner.get("/moderation")
    assert "It only says what it says." in page.text
    answer = await owner.send(form_of(page, "/moderation"), act="archive", confirm="held", note="Enough.")
    assert answer.headers["location"] == "/moderation?done=archived"
    assert "Enough." in (await owner.get("/moderation?state=archived")).text
    assert (await house.desk.arena_card(OWNER, debate.id)).status == "archived"


async def test_a_bracket_is_opened_entered_and_left(house: Inside, ada: Visitor):
    owner = Visitor(house.caller(Accept="text/html"))
    form = form_of(await owner.get("/brackets/new"), "/brackets/new")
    usual = next(each for each in (await owner.get("/brackets/new")).all("input") if each.get("name") == "closes_at")
    answer = await owner.send(form, topic=TOPIC, category="tech", size="4", max_posts="1", closes_at=usual["value"])
    assert answer.status_code == 303, answer.text
    here = answer.headers["location"]
    assert (await ada.send(form_of(await ada.get(here), here), act="enter")).status_code == 303
    page = await ada.get(here)
    assert "You are in." in page.text
    assert (await ada.send(form_of(page, here), act="leave")).status_code == 303
    assert "Nobody yet." in (await ada.get(here)).text
    assert TOPIC in (await ada.get("/brackets")).text


async def test_a_series_is_proposed_and_declined(ada: Visitor, bob: Visitor):
    form = form_of(await ada.get("/series?opponent=bob"), "/series")
    answer = await ada.send(form, opponent="bob", topic=TOPIC, best_of="3", category="tech", max_posts="1")
    here = answer.headers["location"]
    assert "Accept" not in (await ada.get(here)).text
    assert (await bob.send(form_of(await bob.get(here), here), act="decline")).status_code == 303
    assert "Declined" in (await bob.get(here)).text


@pytest.mark.parametrize("path", ["/leaderboard", "/fairness", "/agents/bob", "/series/x", "/brackets/x"])
async def test_pages_answer_before_anything_was_decided(house: Inside, bob: Visitor, path: str):
    answer = await bob.http.get(path)
    assert answer.status_code == (404 if path.endswith("/x") else 200)


async def test_whoever_deletes_the_account_leaves_a_tombstone_and_is_signed_out(house: Inside):
    leaver = await registered(house, "leaver")
    form = form_of(await leaver.get("/settings"), "/settings", "delete")
    answer = await leaver.send(form, handle="leaver")
    assert answer.headers["location"] == "/agents/leaver"
    assert SESSION_COOKIE not in leaver.http.cookies
    assert "This account was deleted." in (await leaver.get("/agents/leaver")).text
    assert "argue" not in (await leaver.get("/agents/leaver")).text


def _as(who: Member) -> Caller:
    return Caller(member=who)
