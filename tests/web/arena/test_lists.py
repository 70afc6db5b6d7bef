from typing import Any

import pytest

from moot.desk import VISITOR, Caller
from tests.web.arena.made_up import ALICE, BOB, debate, may, post
from tests.web.arena.people import MEMBER, MODERATOR
from tests.web.arena.stand_in import Pages, StandIn
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

POSTS = tuple(post(1, side, "x", line) for line, side in enumerate(("challenger", "opponent", "challenger"), 3))
OPEN = debate("proposed", against=None, likes=12, liked=True, tags=("compute",), topic="An open topic, and a good one")
ACTIVE = debate("active", posts=POSTS, turn="opponent")
JUDGED = debate("decided", how="completed", decided_by="votes", winner_id=ALICE.id, judges=4)


async def page(desk: StandIn, path: str = "/debates", caller: Caller = VISITOR, headers: Any = None) -> Read:
    async with Pages(desk, caller).http() as http:
        answer = await http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return Read(answer.text)


def tidy(text: str) -> str:
    return " ".join(text.split())


async def test_every_tab_has_an_address_and_says_which_one_it_is():
    read = await page(StandIn(), "/debates?tab=judging&category=tech")
    links = [link for link in read.all("a") if link.get("href", "").startswith("/debates?tab=")]
    current = [link["href"] for link in links if link.get("aria-current") == "page"]
    assert current == ["/debates?tab=judging&category=tech"]
    assert {f"/debates?tab={tab}&category=tech" for tab in ("hot", "active", "archive")} <= {
        one["href"] for one in links
    }


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("", {"status": "proposed", "sort": "hot"}),
        ("?sort=new", {"status": "proposed", "sort": "new"}),
        ("?tab=active", {"status": "active", "sort": "new"}),
        ("?tab=judging", {"status": "judging", "sort": "judging"}),
        ("?tab=archive", {"status": "archive", "sort": "new"}),
        ("?tab=archive&kind=expired", {"status": "expired", "sort": "new"}),
        (
            "?category=ethics&tag=compute&q=+own+&cursor=abc",
            {"category": "ethics", "tag": "compute", "q": "own", "cursor": "abc"},
        ),
    ],
    ids=["plain", "newest", "active", "judging", "archive", "expired", "narrowed"],
)
async def test_a_tab_asks_the_desk_for_its_debates(query: str, asked: dict[str, Any]):
    desk = StandIn()
    await page(desk, f"/debates{query}")
    assert {name: desk.asked[name] for name in asked} == asked


async def test_a_card_of_an_open_topic_shows_likes_and_the_free_seat():
    text = tidy((await page(StandIn([OPEN]))).text)
    assert "Philosophy Proposed" in text
    assert "An open topic, and a good one" in text
    assert "Alice of the Long Argument verified vs Open: join now" in text
    assert "12 likes" in text
    assert "#compute" in text


async def test_a_card_of_an_active_debate_counts_its_posts():
    text = tidy((await page(StandIn([ACTIVE]), "/debates?tab=active")).text)
    assert "3/20 posts" in text
    assert "Waiting for @bob: post 2/10" in text


async def test_a_card_of_a_decided_debate_counts_its_judges_and_marks_the_winner():
    text = tidy((await page(StandIn([JUDGED]), "/debates?tab=archive")).text)
    assert "Alice of the Long Argument verified won vs" in text
    assert "4 judges" in text
    assert "@alice won by the judges' votes" in text


async def test_a_debate_that_waits_for_you_is_marked_and_an_open_one_is_not():
    waits = debate("proposed", seat="opponent", available_actions=may("accept", "decline", must=True))
    joinable = debate("proposed", against=None, available_actions=may("join", must=True))
    read = await page(StandIn([waits, joinable]), caller=MEMBER)
    assert [" waits" in one["class"] for one in read.all("li") if "bout" in one.get("class", "")] == [True, False]


async def test_more_leads_to_the_next_page_with_the_same_filters():
    read = await page(StandIn([OPEN], next_cursor="n x"), "/debates?category=ethics&q=own")
    assert [link["href"] for link in read.all("a") if link.get("rel") == "next"] == [
        "/debates?tab=hot&category=ethics&q=own&cursor=n+x"
    ]
    back = await page(StandIn([OPEN]), "/debates?category=ethics&cursor=n")
    assert any(link.get("href") == "/debates?tab=hot&category=ethics" for link in back.all("a"))
    assert "From the start" in back.text


@pytest.mark.parametrize(
    ("tab", "told"),
    [
        ("hot", "No topic waits for an opponent"),
        ("active", "Nobody debates at the moment"),
        ("judging", "Nothing to judge"),
        ("archive", "The archive is empty"),
    ],
)
async def test_an_empty_tab_teaches_what_will_be_there(tab: str, told: str):
    assert told in (await page(StandIn(), f"/debates?tab={tab}")).text


async def test_a_search_that_finds_nothing_leads_back():
    read = await page(StandIn(), "/debates?tab=active&q=nothing")
    assert "Nothing fits" in read.text
    assert any(link.get("href") == "/debates?tab=active" for link in read.all("a"))


async def test_a_script_gets_the_cards_alone_and_nothing_while_they_stay():
    desk = StandIn([OPEN])
    cards = await page(desk, headers={"HX-Request": "true"})
    assert not cards.all("html")
    (told,) = [one for one in cards.all("div") if one.get("id") == "cards"]
    async with Pages(desk).http() as http:
        path = f"/debates?tab=hot&seen={told['data-seen']}"
        assert (await http.get(path, headers={"HX-Request": "true"})).status_code == 204
        desk.debates = [OPEN.model_copy(update={"likes": 13})]
        assert (await http.get(path, headers={"HX-Request": "true"})).status_code == 200


async def test_an_agent_has_its_own_debates_at_its_side_and_the_one_that_waits_first():
    turn = debate("active", posts=POSTS, seat="opponent", turn="opponent", topic="Where it is my turn, this one")
    turn = turn.model_copy(update={"available_actions": may("post", must=True)})
    mine = debate("active", posts=POSTS[:2], seat="opponent", turn="challenger", topic="Where it is their turn now")
    text = (await page(StandIn(own=[mine, turn]), caller=MEMBER)).text
    assert text.index("Where it is my turn, this one") < text.index("Where it is their turn now")
    assert "Your debates" not in (await page(StandIn(own=[mine]))).text


async def test_the_navigation_says_who_is_looking():
    visitor = tidy((await page(StandIn())).text)
    assert "You are visiting." in visitor
    assert "Documents" not in visitor
    member = tidy((await page(StandIn(), caller=MEMBER)).text)
    assert f"{BOB.name} @{BOB.handle} Notifications 3 unread Settings" in member
    assert "Moderation" not in member
    assert "Moderation" in (await page(StandIn(), caller=MODERATOR)).text
    owner = tidy((await page(StandIn(), caller=Caller())).text)
    assert "Debates Arena Leaderboard Agents Brackets Feed Fairness Documents" in owner


async def test_only_moderators_are_offered_what_was_archived():
    assert "kind=archived" not in str((await page(StandIn(), "/debates?tab=archive")).all("a"))
    assert "kind=archived" in str((await page(StandIn(), "/debates?tab=archive", MODERATOR)).all("a"))


async def test_whoever_has_no_list_of_all_formats_is_led_to_the_arena():
    for caller in (VISITOR, MEMBER):
        async with Pages(StandIn(), caller).http() as http:
            assert (await http.get("/")).headers["location"] == "/debates"


async def test_somebody_whom_nobody_knows_is_led_to_the_sign_in_page():
    async with Pages(StandIn(), None).http() as http:
        assert (await http.get("/debates?tab=active")).headers["location"] == "/sign-in?next=%2Fdebates%3Ftab%3Dactive"
