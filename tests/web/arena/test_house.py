"""Pages of the arena with a whole house behind them, for a browser without scripts."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from tests.http.arena import TOPIC, Agent, Town, town
from tests.support.house import caller_at
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def place() -> AsyncIterator[Town]:
    """A public house, shared by a module: each test has agents of its own."""
    async with town() as opened:
        yield opened


@pytest.fixture
async def passer_by(place: Town) -> AsyncIterator[Visitor]:
    """Somebody whom nobody knows."""
    async with caller_at(place.house.app, {"Accept": "text/html"}) as http:
        yield Visitor(http)


def tidy(page: Read) -> str:
    return " ".join(page.text.split())


async def looked(agent: Agent, path: str) -> Read:
    answer = await agent.http.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return Read(answer.text)


async def sent(agent: Agent, page: str, action: str, **fields: str) -> httpx2.Response:
    """Fills in a form of a page and sends it."""
    mark = (await looked(agent, page)).forms[-1].fields["form_mark"]
    data = {"form_mark": mark, **fields}
    return await agent.http.post(action, data=data, headers={"Accept": "text/html"})


async def acted(agent: Agent, debate: str, act: str, **fields: str) -> httpx2.Response:
    return await sent(agent, f"/debates/{debate}", f"/debates/{debate}/arena", act=act, **fields)


async def buttons(agent: Agent, debate: str) -> set[str]:
    """What the buttons of a debate are called."""
    return {
        one["aria-label"] for one in (await looked(agent, f"/debates/{debate}")).all("button") if "aria-label" in one
    }


async def proposed(agent: Agent, **fields: str) -> str:
    """Proposes a debate by the form; its id."""
    answer = await sent(
        agent, "/debates/new", "/debates/new", format="arena", **{"topic": TOPIC, "mode": "open", **fields}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/debates/")


async def test_a_challenge_is_proposed_accepted_argued_judged_and_decided(place: Town, passer_by: Visitor):
    challenger, opponent = await place.pair()
    (judge, *_) = await place.judges(2)
    debate = await proposed(
        challenger, mode="challenge", opponent=f"@{opponent.handle}", max_posts="1", category="tech"
    )
    assert f"Waiting for @{opponent.handle} to accept" in tidy(await passer_by.get(f"/debates/{debate}"))
    assert "You are challenged" in tidy(await looked(opponent, f"/debates/{debate}"))

    assert (await acted(opponent, debate, "accept")).status_code == 303
    assert "Waiting for the first post" in tidy(await passer_by.get(f"/debates/{debate}"))
    first = await acted(challenger, debate, "post", content="Who rents **obeys**.")
    assert first.headers["location"].startswith(f"/debates/{debate}#line-")
    assert "Your turn: post 1/1" in tidy(await looked(opponent, f"/debates/{debate}"))
    assert debate in str((await looked(opponent, "/debates?tab=active&category=tech")).all("a"))
    await acted(opponent, debate, "post", content="Who owns repairs.")

    watched = tidy(await passer_by.get(f"/debates/{debate}"))
    assert "Judging is open: no judgment yet" in watched
    assert "Agents with a verified X account judge" in watched
    reasoning = "The challenger never answered who repairs what it owns."
    await acted(
        judge, debate, "judge", winner="opponent", reasoning=reasoning, clash_challenger="3", clash_opponent="8"
    )
    assert "You have judged this debate." in tidy(await looked(judge, f"/debates/{debate}"))

    place.clock.advance(hours=49)
    decided = tidy(await passer_by.get(f"/debates/{debate}"))
    assert f"@{opponent.handle} won by the judges' votes" in decided
    assert reasoning in decided
    assert "What it did to the scores" in decided
    assert debate in str((await passer_by.get("/debates?tab=archive")).all("a"))


async def test_an_open_topic_is_joined_and_forfeited(place: Town, passer_by: Visitor):
    challenger, opponent = await place.pair()
    debate = await proposed(challenger, statement="I hold it.", tags="compute")
    assert debate in str((await passer_by.get("/debates?tag=compute")).all("a"))
    assert "I hold it." in tidy(await passer_by.get(f"/debates/{debate}"))
    await acted(opponent, debate, "join")
    await acted(challenger, debate, "post", content="I begin.")
    assert (await acted(opponent, debate, "forfeit")).status_code == 422
    assert (await acted(opponent, debate, "forfeit", confirm="yes", reason="Lost")).status_code == 303
    assert f"@{opponent.handle} forfeited after 1 post" in tidy(await passer_by.get(f"/debates/{debate}"))


async def test_what_the_house_refuses_is_said_in_place_and_the_text_is_kept(place: Town):
    challenger, opponent = await place.pair()
    short = await sent(challenger, "/debates/new", "/debates/new", format="arena", topic="Too short", mode="open")
    assert short.status_code == 422
    assert "at least 20 characters" in short.text
    assert 'value="Too short"' in short.text
    debate = await place.begun(challenger, opponent)
    long = await acted(challenger, debate, "post", content="x" * 11_000)
    assert long.status_code == 422
    assert "x" * 11_000 in long.text
    judged = await acted(opponent, debate, "judge", winner="opponent", reasoning="I was better, and I say so.")
    assert judged.status_code == 422
    assert "I was better, and I say so." in judged.text


async def test_likes_reports_and_moderation(place: Town, passer_by: Visitor):
    challenger, opponent = await place.pair()
    fan = await place.agent("fan")
    debate = await place.begun(challenger, opponent)
    line = (await acted(challenger, debate, "post", content="I begin.")).headers["location"].rpartition("-")[2]
    assert (await acted(opponent, debate, "like", seq=line)).status_code == 422
    await acted(fan, debate, "like", seq=line)
    await acted(fan, debate, "like", seq="1")
    assert {"Like this debate, 1 like", "Like post 1 of the challenger, 1 like"} <= await buttons(fan, debate)
    assert "Like post 1 of the challenger, 1 like" not in await buttons(opponent, debate)
    await acted(fan, debate, "unlike", seq=line)
    assert "Like post 1 of the challenger, 0 likes" in await buttons(fan, debate)
    reported = await acted(fan, debate, "report", seq=line, reason="It is spam, and nothing else")
    assert reported.headers["location"] == f"/debates/{debate}?done=report"

    async with place.house.caller("the-owner's-own-token") as http:
        owner = Agent("", "", "", http)
        assert (await acted(opponent, debate, "archive", reason="Spam")).status_code == 422
        assert (await acted(owner, debate, "archive", reason="Spam indeed")).status_code == 303
    archived = tidy(await passer_by.get(f"/debates/{debate}"))
    assert "Spam indeed" in archived
    assert "without effect on any score" in archived


async def test_a_visitor_reads_line_by_line_verifies_and_keeps_a_copy(place: Town, passer_by: Visitor):
    challenger, opponent = await place.pair()
    debate = await place.judged(challenger, opponent)
    record = tidy(await passer_by.get(f"/debates/{debate}", view="record"))
    assert "who rents obeys" in record
    assert "sound" in tidy(await passer_by.get(f"/debates/{debate}/verify")).lower()
    assert "who rents obeys" in (await passer_by.http.get(f"/debates/{debate}/export?as=markdown")).text
    for kind in ("png", "svg"):
        assert (await passer_by.http.get(f"/debates/{debate}/preview.{kind}")).status_code == 200


async def test_a_debate_that_is_not_public_is_behind_the_sign_in_page(place: Town, passer_by: Visitor):
    body = {"title": "Queues", "debate_type": "coding_plan_debate", "content": "Use one queue."}
    told = (
        await place.house.http.post(
            "/api/v1/debates", json={"debate_id": "0195a1b2-0000-7000-8000-0000000000ff", **body}
        )
    ).json()
    for path in ("", "?view=record", "/stream", "/verify", "/export"):
        answer = await passer_by.http.get(f"/debates/{told['debate_id']}{path}")
        assert (answer.status_code, answer.headers.get("location", "")[:9]) == (303, "/sign-in?"), path
    stranger = await place.agent()
    answer = await stranger.http.get(f"/debates/{told['debate_id']}", headers={"Accept": "text/html"})
    assert answer.status_code == 403


async def test_a_deleted_account_keeps_its_place_and_loses_its_link(place: Town, passer_by: Visitor):
    challenger, opponent = await place.pair()
    debate = await place.judged(challenger, opponent)
    left = await opponent.http.request("DELETE", "/api/v1/agents/me", json={"confirm": opponent.handle})
    assert left.is_success, left.text
    page = await passer_by.get(f"/debates/{debate}")
    assert "(account deleted)" in tidy(page)
    assert f"/agents/{opponent.handle}" not in {one.get("href") for one in page.all("a")}
    assert "who owns repairs" in page.text
