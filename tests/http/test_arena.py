"""The arena over REST: its forms and statuses, a whole debate, and what grows around it."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from tests.http.arena import TOPIC, Agent, Town, town
from tests.http.bodies import open_body
from tests.support.house import API, bearer, refused, said

NOBODYS = "0199a3c2-7d5e-7c31-9a41-3f5d7c2b1a10"
REASON = "The opponent answered the first point, and nobody answered the second."


@pytest.fixture(scope="module")
async def place() -> AsyncIterator[Town]:
    async with town() as there:
        yield there


# One route, two forms


async def test_a_body_with_a_topic_is_proposed_in_the_arena_and_any_other_opens_an_arbitration(place: Town):
    challenger = await place.agent()
    answer = await challenger.post("debates", topic=f"  {TOPIC} ", tags=["ownership"], category="tech")
    assert answer.status_code == 201
    card = answer.json()
    assert (card["topic"], card["status"], card["mode"]) == (TOPIC, "proposed", "open")
    assert card["challenger_id"] == challenger.id
    answer = await place.house.http.post(f"{API}/debates", json=open_body())
    assert (answer.status_code, answer.json()["type"]) == (201, "MOTION")


async def test_what_is_wrong_is_told_of_the_form_that_was_meant(place: Town):
    challenger = await place.agent()
    error = refused(await challenger.post("debates", topic=7), "INVALID_INPUT", 422)
    assert "arena.topic" in error["message"]
    assert "debate_type" not in error["message"]
    error = refused(await challenger.post("debates", title="T"), "INVALID_INPUT", 422)
    assert "arbitration.debate_type" in error["message"]
    assert "topic" not in error["message"]
    both = {**open_body(), "topic": TOPIC}
    error = refused(await challenger.post("debates", **both), "INVALID_INPUT", 422)
    assert "arena.title: Extra inputs" in error["message"]
    error = refused(await challenger.post("debates", topic="Too short"), "INVALID_INPUT", 422)
    assert "20" in error["message"]


async def test_a_proposal_is_repeated_under_its_request_id_and_its_own_id(place: Town):
    challenger = await place.agent()
    asked = {"topic": TOPIC, "client_request_id": "mine", "debate_id": str(uuid4())}
    first, again = [await challenger.post("debates", **asked) for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 200)
    assert (again.json()["id"], again.json()["repeated"]) == (asked["debate_id"], True)
    refused(await challenger.post("debates", **{**asked, "topic": f"{TOPIC}, too"}), "REQUEST_ID_REUSED", 409)


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ({}, False),
        ({"status": "open"}, False),
        ({"status": "closed"}, False),
        ({"q": "machines"}, False),
        ({"format": "arbitration"}, False),
        ({"format": "arena"}, True),
        ({"format": "arena", "status": "open"}, True),
        ({"format": "arena", "q": "machines"}, True),
        ({"status": "proposed"}, True),
        ({"status": "active"}, True),
        ({"status": "judging"}, True),
        ({"status": "decided"}, True),
        ({"status": "completed"}, True),
        ({"status": "forfeited"}, True),
        ({"status": "archive"}, True),
        ({"category": "tech"}, True),
        ({"tag": "ownership"}, True),
        ({"sort": "new"}, True),
    ],
    ids=str,
)
async def test_the_lists_are_told_apart_by_what_is_asked(place: Town, query: dict[str, str], cards: bool):
    page = said(await place.house.http.get(f"{API}/debates", params=query))
    assert set(page) == {"debates", "next_cursor"}
    assert all(("topic" in debate) == cards for debate in page["debates"])


@pytest.mark.parametrize(
    "query",
    [
        {"format": "arena", "waiting_for": "opponent"},
        {"category": "tech", "state": "active"},
        {"format": "panel", "sort": "hot"},
        {"format": "arbitration", "status": "judging"},
        {"status": "won"},
        {"category": "sport"},
        {"sort": "best"},
        {"format": "arena", "limit": "201"},
        {"format": "arena", "cursor": "x" * 501},
        {"agent": "a" * 101},
    ],
    ids=str,
)
async def test_a_list_is_not_narrowed_by_what_it_does_not_know(place: Town, query: dict[str, str]):
    refused(await place.house.http.get(f"{API}/debates", params=query), "INVALID_INPUT", 422)


# A debate from its proposal to the leaderboard


async def test_a_challenge_is_debated_judged_and_ranked(place: Town):
    challenger, opponent = await place.pair()
    judges = await place.judges(2)
    card = await challenger.did("debates", topic=TOPIC, opponent_id=opponent.id, max_posts=1, statement="Hear me.")
    debate = card["id"]
    await _is_told(opponent, debate, "debate_challenge", "accept")

    accepted = await opponent.post(f"debates/{debate}/accept")
    assert (accepted.status_code, accepted.json()["status"]) == (200, "active")
    first = await challenger.post(f"debates/{debate}/posts", content="Who rents obeys.", client_request_id="1")
    assert (first.status_code, first.json()["post_number"], first.json()["turn"]) == (201, 1, "opponent")
    again = await challenger.post(f"debates/{debate}/posts", content="Who rents obeys.", client_request_id="1")
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    last = await opponent.did(f"debates/{debate}/posts", content="Who owns repairs.")
    assert (last["status"], last["turn"]) == ("judging", None)

    for winner, judge in (("opponent", judges[0]), (opponent.handle, judges[1])):
        judged = await judge.post(f"debates/{debate}/judgments", winner_id=winner, reasoning=REASON)
        assert (judged.status_code, judged.json()["winner_id"]) == (201, opponent.id)
    refused(
        await judges[0].post(f"debates/{debate}/judgments", winner_id="opponent", reasoning=REASON),
        "ALREADY_JUDGED",
        409,
    )
    place.clock.advance(hours=49)

    told = await judges[0].get(f"debates/{debate}")
    assert (told["status"], told["winner_id"], told["decided_by"]) == ("decided", opponent.id, "votes")
    assert told["tally"]["opponent"]["votes"] == 2
    assert [post["content"] for post in told["posts"]] == ["Who rents obeys.", "Who owns repairs."]
    assert told["statement"] == "Hear me."
    assert len(told["judgments"]) == 2
    board = await challenger.get("leaderboard/debates")
    assert board["rows"][0]["agent"]["id"] == opponent.id
    changes = (await challenger.get(f"agents/{opponent.handle}/changes"))["changes"]
    assert changes[0]["score"] == (await challenger.get(f"agents/{opponent.handle}"))["stats"]["debate_score"]
    given = (await challenger.get(f"agents/{judges[1].handle}/judgments"))["judgments"]
    assert [judgment["debate_id"] for judgment in given] == [debate]
    assert (await challenger.get(f"debates/{debate}/verify"))["sound"]


async def _is_told(agent: Agent, debate: str, kind: str, action: str) -> None:
    news = (await agent.get("notifications", unread="true"))["notifications"]
    assert [(each["kind"], each["debate_id"]) for each in news] == [(kind, debate)]
    card = await agent.get(f"debates/{debate}")
    assert action in {each["action"] for each in card["available_actions"]}
    await agent.did("notifications/read", ids=[news[0]["id"]])
    assert (await agent.get("notifications", unread="true"))["notifications"] == []
    assert len((await agent.get("notifications"))["notifications"]) == 1


async def test_posts_and_judgments_are_answered_alike_in_the_lane_and_on_the_long_way():
    async with town() as there, there.house.listening() as url:
        challenger, opponent = await there.pair()
        (judge,) = await there.judges(1)
        debate = await there.begun(challenger, opponent, max_posts=1)
        await _both_ways(url, challenger, f"debates/{debate}/posts", content="Who rents obeys.")
        await _both_ways(url, opponent, f"debates/{debate}/posts", content="Who owns repairs.")
        await _both_ways(url, judge, f"debates/{debate}/judgments", winner_id="opponent", reasoning=REASON)


async def _both_ways(url: str, agent: Agent, path: str, **body: str) -> None:
    """Only over a socket does a body come in one piece, as the lane takes it, and only as plain JSON."""
    async with httpx2.AsyncClient(base_url=url, headers=bearer(agent.key)) as http:
        sent = json.dumps({**body, "client_request_id": "once"}).encode()
        kinds = ("application/json", "application/json; charset=utf-8", "application/json")
        made, *again = [
            await http.post(f"{API}/{path}", content=sent, headers={"Content-Type": kind}) for kind in kinds
        ]
    assert made.status_code == 201
    for answer in again:
        assert answer.status_code == 200
        assert answer.json() == {**made.json(), "repeated": True}


async def test_what_an_action_names_is_where_it_is_done(place: Town):
    challenger, opponent = await place.pair()
    card = await challenger.did("debates", topic=TOPIC, opponent_id=opponent.handle)
    offered = {each["action"]: each for each in (await opponent.get(f"debates/{card['id']}"))["available_actions"]}
    assert {"accept", "decline"} <= set(offered)
    accept = offered["accept"]
    answer = await opponent.http.request(accept["method"], accept["path"])
    assert answer.json()["status"] == "active"


async def test_a_decline_answers_with_the_debate_and_a_body_may_be_left_out(place: Town):
    challenger, opponent = await place.pair()
    card = await challenger.did("debates", topic=TOPIC, opponent_id=opponent.handle)
    answer = await opponent.http.post(f"{API}/debates/{card['id']}/decline")
    assert (answer.status_code, answer.json()["status"], answer.json()["id"]) == (200, "declined", card["id"])


async def test_an_open_topic_is_joined_forfeited_and_withdrawn(place: Town):
    challenger, opponent = await place.pair()
    card = await challenger.did("debates", topic=TOPIC)
    refused(await challenger.post(f"debates/{card['id']}/join"), "FORBIDDEN", 403)
    assert (await opponent.did(f"debates/{card['id']}/join"))["status"] == "active"
    given = await opponent.did(f"debates/{card['id']}/forfeit", reason="You are right.")
    assert (given["status"], given["how"], given["forfeit_by"]) == ("judging", "forfeited", [opponent.id])
    place.clock.advance(hours=2)
    other = await challenger.did("debates", topic=f"{TOPIC}, really")
    assert (await challenger.did(f"debates/{other['id']}/withdraw"))["status"] == "withdrawn"


async def test_who_is_too_quick_is_told_when_to_come_back(place: Town):
    challenger = await place.agent()
    await challenger.did("debates", topic=TOPIC)
    answer = await challenger.post("debates", topic=f"{TOPIC}, really")
    error = refused(answer, "RATE_LIMITED", 429)
    assert 0 < error["retry_after"] <= 3600
    assert answer.headers["retry-after"] == str(error["retry_after"])


async def test_likes_are_given_to_topics_and_posts_and_taken_back(place: Town):
    challenger, opponent = await place.pair()
    debate = await place.begun(challenger, opponent)
    post = await challenger.did(f"debates/{debate}/posts", content="Who rents obeys.")
    fan = await place.agent()
    first, again = [await fan.did(f"debates/{debate}/likes", argument_id=post["id"]) for _ in range(2)]
    assert first == again == {"debate_id": debate, "seq": post["seq"], "likes": 1, "liked": True}
    assert said(await fan.http.post(f"{API}/debates/{debate}/likes"))["likes"] == 1
    told = await fan.get(f"debates/{debate}")
    assert (told["liked"], told["posts"][0]["liked"]) == (True, True)
    taken = await fan.http.delete(f"{API}/debates/{debate}/likes", params={"argument_id": post["id"]})
    assert said(taken)["likes"] == 0
    refused(await fan.post(f"debates/{debate}/likes", argument_id="x"), "ARGUMENT_NOT_FOUND", 404)


async def test_a_report_is_settled_by_a_moderator_and_the_debate_archived_and_restored(place: Town):
    challenger, opponent = await place.pair()
    debate = await place.judged(challenger, opponent)
    place.clock.advance(hours=49)
    witness = await place.agent()
    report = await witness.post(f"debates/{debate}/reports", reason="This is spam.")
    assert report.status_code == 201
    owner = Agent("", "owner", "", place.house.http)
    assert report.json()["id"] in {each["id"] for each in (await owner.get("reports"))["reports"]}
    settled = await owner.did(f"reports/{report.json()['id']}/settle", verdict="archive", note="It is.")
    assert settled["state"] == "archived"
    assert (await owner.get(f"debates/{debate}"))["status"] == "archived"
    assert (await owner.did(f"debates/{debate}/restore"))["status"] == "decided"
    archived = await owner.did(f"debates/{debate}/archive", reason="Spam after all.")
    assert archived["status"] == "archived"


# Accounts


async def test_an_agent_registers_changes_itself_and_leaves(place: Town):
    async with place.house.caller() as visitor:
        body = {"handle": "Socrates", "name": "Socrates", "bio": "I ask."}
        answer = await visitor.post(f"{API}/agents", json=body)
        assert answer.status_code == 201
        refused(await visitor.post(f"{API}/agents", json={"handle": "socrates"}), "HANDLE_TAKEN", 409)
        told = answer.json()
        assert (told["agent"]["handle"], told["api_key"][:5]) == ("socrates", "moot_")
        assert told["api_key"] not in (await visitor.get(f"{API}/agents/@socrates")).text
    agent = Agent(told["agent"]["id"], "socrates", told["api_key"], place.house.caller(told["api_key"]))
    changed = said(await agent.http.patch(f"{API}/agents/me", json={"bio": "I still ask."}))
    assert (changed["bio"], changed["name"]) == ("I still ask.", "Socrates")
    found = (await agent.get("agents", q="socr"))["agents"]
    assert [each["handle"] for each in found] == ["socrates"]
    wrong = await agent.http.request("DELETE", f"{API}/agents/me", json={"confirm": "plato"})
    assert "socrates" in refused(wrong, "INVALID_INPUT", 422)["suggestion"]
    gone = said(await agent.http.request("DELETE", f"{API}/agents/me", json={"confirm": "@Socrates"}))
    assert gone["deleted"] is True
    refused(await agent.http.get(f"{API}/agents/me"), "UNAUTHENTICATED", 401)


async def test_addresses_are_counted_by_where_a_registration_comes_from(place: Town):
    async with place.house.caller() as visitor:
        answers = [await visitor.post(f"{API}/agents", json={"handle": f"many-{number}"}) for number in range(6)]
    assert refused(answers[-1], "RATE_LIMITED", 429)["retry_after"] > 0
    elsewhere = httpx2.ASGITransport(place.house.app, client=("203.0.113.9", 4711))
    async with httpx2.AsyncClient(transport=elsewhere, base_url="http://127.0.0.1") as visitor:
        said(await visitor.post(f"{API}/agents", json={"handle": "from-elsewhere"}))


async def test_mutes_and_webhooks_come_and_go(place: Town):
    agent = await place.agent()
    assert (await agent.did("notifications/mutes", what="debate_turn"))["muted"] == ["debate_turn"]
    assert said(await agent.http.delete(f"{API}/notifications/mutes/debate_turn"))["muted"] == []
    made = await agent.post("webhooks", url="https://hooks.example/moot", kinds=["debate_turn"])
    assert (made.status_code, made.json()["kinds"]) == (201, ["debate_turn"])
    listed = await agent.http.get(f"{API}/webhooks")
    assert made.json()["secret"] not in listed.text
    path = f"{API}/webhooks/{made.json()['id']}"
    assert said(await agent.http.delete(path)) == {"id": made.json()["id"], "dropped": True}
    refused(await agent.http.delete(path), "NOT_FOUND", 404)


async def test_the_feed_tells_what_was_opened(place: Town):
    challenger, opponent = await place.pair()
    debate = await place.begun(challenger, opponent)
    items = (await challenger.get("feed", agent=challenger.handle))["items"]
    assert [(item["kind"], item["debate_id"]) for item in items] == [("debate_opened", debate)]


async def test_an_x_account_vouches_for_one_agent_alone(place: Town):
    first, second = await place.pair()
    told = {"xHandle": "Gorgias", "xVerificationToken": place.x.token("gorgias")}
    assert (await first.did("agents/me/verify-x", **told))["verified"] is True
    refused(await second.post("agents/me/verify-x", **told), "X_HANDLE_TAKEN", 409)
    wrong = {"xHandle": "plato", "xVerificationToken": place.x.token("gorgias")}
    refused(await second.post("agents/me/verify-x", **wrong), "X_NOT_CONFIRMED", 422)


# Series and brackets


async def test_a_series_is_proposed_taken_up_and_listed(place: Town):
    first, second = await place.pair()
    proposed = await first.post("series", topic=TOPIC, opponent_id=second.handle, best_of=3)
    assert (proposed.status_code, proposed.json()["state"]) == (201, "proposed")
    series = proposed.json()["id"]
    assert (await second.did(f"series/{series}/accept"))["state"] == "running"
    assert series in {each["id"] for each in (await first.get("series"))["series"]}
    assert (await first.get(f"series/{series}"))["games"][0]["debate_id"]
    other = await first.did("series", topic=f"{TOPIC}, really", opponent_id=second.id)
    assert (await second.did(f"series/{other['id']}/decline"))["state"] == "declined"


@pytest.mark.parametrize("best_of", [1, 2, 4, 9, "3", True], ids=repr)
async def test_a_series_is_best_of_3_5_or_7(place: Town, best_of: Any):
    agent = await place.agent()
    refused(await agent.post("series", topic=TOPIC, opponent_id="x", best_of=best_of), "INVALID_INPUT", 422)


async def test_a_bracket_is_opened_entered_and_left(place: Town):
    owner = Agent("", "owner", "", place.house.http)
    closes = place.clock() + timedelta(days=2)
    opened = await owner.post("brackets", topic=TOPIC, size=4, closes_at=closes.isoformat())
    assert (opened.status_code, opened.json()["state"]) == (201, "entering")
    bracket = opened.json()["id"]
    agent = await place.agent()
    entered = await agent.did(f"brackets/{bracket}/entries")
    assert [each["id"] for each in entered["entrants"]] == [agent.id]
    left = said(await agent.http.delete(f"{API}/brackets/{bracket}/entries"))
    assert left["entrants"] == []
    assert bracket in {each["id"] for each in (await agent.get("brackets"))["brackets"]}
    assert (await agent.get(f"brackets/{bracket}"))["size"] == 4


@pytest.mark.parametrize(
    "closes_at",
    [
        0,
        1790000000,
        "1790000000",
        "tomorrow",
        "2027-01-01",
        "2027-01-01T00:00:00",
        "9999-12-31T23:59:59-12:00",
        None,
        "",
    ],
    ids=repr,
)
async def test_a_time_says_its_offset_and_is_a_time(place: Town, closes_at: Any):
    answer = await place.house.http.post(f"{API}/brackets", json={"topic": TOPIC, "closes_at": closes_at})
    assert "closes_at" in refused(answer, "INVALID_INPUT", 422)["message"]


async def test_how_fair_the_arena_is_can_be_read(place: Town):
    told = said(await place.house.http.get(f"{API}/fairness"))
    assert {"challenger_wins", "judge_agreement", "ratings"} <= set(told)


# What does not fit


@pytest.mark.parametrize(
    "path",
    [
        "agents/no-such-agent",
        "agents/no-such-agent/changes",
        "agents/no-such-agent/judgments",
        "feed?agent=no-such-agent",
        "debates?format=arena&agent=no-such-agent",
    ],
)
async def test_an_agent_that_is_none_is_not_found(place: Town, path: str):
    refused(await place.house.http.get(f"{API}/{path}"), "AGENT_NOT_FOUND", 404)


@pytest.mark.parametrize("path", ["series/x", "brackets/x", f"series/{NOBODYS}", f"brackets/{NOBODYS}"])
async def test_a_series_or_bracket_that_is_none_is_not_found(place: Town, path: str):
    refused(await place.house.http.get(f"{API}/{path}"), "NOT_FOUND", 404)


LISTS = ("agents", "leaderboard/debates", "feed", "series", "brackets", "debates?format=arena")


@pytest.mark.parametrize("path", LISTS)
async def test_cursors_that_nobody_gave_out_are_invalid_input(place: Town, path: str):
    joint = "&" if "?" in path else "?"
    for cursor in ("0", "AAAA", "%00", "eyJhIjoxfQ", "W10", "W251bGwsbnVsbF0", "====", "%C3%A9", "A" * 500):
        refused(await place.house.http.get(f"{API}/{path}{joint}cursor={cursor}"), "INVALID_INPUT", 422)


@pytest.mark.parametrize("path", ["agents", "leaderboard/debates", "debates?format=arena&sort=new"])
async def test_pages_follow_each_other_without_a_gap(place: Town, path: str):
    await place.pair()
    joint, name = "&" if "?" in path else "?", {"a": "agents", "l": "rows", "d": "debates"}[path[0]]
    whole = said(await place.house.http.get(f"{API}/{path}{joint}limit=200"))[name]
    found: list[Any] = []
    cursor = ""
    while True:
        page = said(await place.house.http.get(f"{API}/{path}{joint}limit=1{cursor}"))
        found += page[name]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert found == whole


NAUGHTY = ["\x00", "a\x00b", "\ud800"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("agents", {"handle": "fit-handle"}, "handle"),
        ("agents", {"handle": "fit-handle"}, "name"),
        ("agents", {"handle": "fit-handle"}, "avatar"),
        ("agents", {"handle": "fit-handle"}, "bio"),
        ("debates", {"topic": TOPIC}, "topic"),
        ("debates", {"topic": TOPIC}, "statement"),
        ("debates", {"topic": TOPIC}, "opponent_id"),
        ("debates", {"topic": TOPIC}, "client_request_id"),
        ("debates", {"topic": TOPIC}, "debate_id"),
        ("debates/{id}/posts", {"content": "C"}, "content"),
        ("debates/{id}/posts", {"content": "C"}, "client_request_id"),
        ("debates/{id}/forfeit", {}, "reason"),
        ("debates/{id}/likes", {}, "argument_id"),
        ("debates/{id}/reports", {"reason": "It is spam."}, "reason"),
        ("debates/{id}/reports", {"reason": "It is spam."}, "argument_id"),
        ("agents/me/keys", {"name": "k", "scopes": ["read"]}, "name"),
        ("agents/me/verify-x", {"xHandle": "x", "xVerificationToken": "t"}, "xHandle"),
        ("agents/me/verify-x", {"xHandle": "x", "xVerificationToken": "t"}, "xVerificationToken"),
        ("notifications/mutes", {"what": "debate_turn"}, "what"),
        ("webhooks", {"url": "https://hooks.example"}, "url"),
        ("series", {"topic": TOPIC, "opponent_id": "x"}, "topic"),
        ("series", {"topic": TOPIC, "opponent_id": "x"}, "opponent_id"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
async def test_a_character_that_cannot_be_kept_is_refused_in_every_field(
    place: Town, seated: tuple[Agent, str], path: str, body: dict[str, Any], field: str
):
    agent, debate = seated
    for naughty in NAUGHTY:
        answer = await agent.post(path.format(id=debate), **{**body, field: naughty})
        assert answer.status_code in (404, 422), answer.text
        refused(answer, answer.json()["error"]["code"], answer.status_code)


@pytest.fixture(scope="module")
async def seated(place: Town) -> tuple[Agent, str]:
    challenger, opponent = await place.pair()
    return challenger, await place.begun(challenger, opponent)
