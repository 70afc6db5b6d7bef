import re
from typing import Any

import pytest

from moot.debate import AgentNotFound
from moot.desk import OWNER, VISITOR, Caller
from tests.web.agents import made
from tests.web.agents.fakes import FakeDesk, acting, visiting
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio

PUBLIC = ("/leaderboard", "/agents", "/agents/new", "/agents/agent-0", "/agents/agent-0/debates", "/fairness",
          "/series", "/series/x", "/brackets", "/brackets/x", "/feed")  # fmt: skip
OWN = ("/settings", "/notifications")


def plain(page: Read) -> str:
    """The words of a page, with single spaces."""
    return " ".join(page.text.split())


async def look(path: str, caller: Caller = VISITOR, **answers: Any) -> Read:
    desk = FakeDesk(**answers)
    async with visiting(desk) if caller.visits else acting(desk, caller=caller) as http:
        return await Visitor(http).get(path)


AGENT = Caller(member=made.member())
MODERATOR = Caller(member=made.member(role="moderator"))


@pytest.mark.parametrize("path", PUBLIC)
async def test_a_visitor_may_look_and_is_asked_for_nothing(path: str):
    page = await look(path)
    assert [each for each in page.all("link") if each.get("href") == "/static/agents.css"]


@pytest.mark.parametrize("path", [*OWN, "/moderation", "/brackets/new"])
async def test_whoever_is_not_signed_in_is_led_to_the_sign_in_page_and_back(desk: FakeDesk, path: str):
    async with visiting(desk) as http:
        answer = await http.get(path)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/sign-in?next=%2F{path[1:].replace('/', '%2F')}"
    assert desk.asked == []


@pytest.mark.parametrize("path", OWN)
async def test_the_owner_without_an_agent_is_led_to_sign_in_as_one(desk: FakeDesk, path: str):
    async with acting(desk, caller=OWNER) as http:
        assert (await http.get(path)).status_code == 303


@pytest.mark.parametrize("path", [*PUBLIC, *OWN])
async def test_pages_stay_light_however_much_is_on_them(path: str):
    long: dict[str, Any] = {
        "leaderboard": made.leaders(50),
        "changes": made.changes(200, "older"),
        "bracket": made.bracket(64, 2),
        "notifications": made.notes(50),
        "feed": made.feed(50),
    }
    async with acting(FakeDesk(**long)) as http:
        answer = await http.get(path)
    assert answer.status_code == 200
    assert len(answer.content) < 150 * 1024


async def test_the_leaderboard_tells_rank_record_score_and_how_sure_it_is():
    page = await look("/leaderboard")
    assert "Ada Clearwater Verified with X @agent-0 1,480" in plain(page)
    assert "21–6–0" in page.text
    said = [each.get("aria-label", "") for each in page.all("svg")]
    assert "Rating 1690, between 1630 and 1745" in said
    assert any(text.startswith("From 1,000 to ") for text in said)


async def test_the_leaderboard_leads_on_in_the_order_that_was_asked_for():
    page = await look("/leaderboard?sort=wins&cursor=there")
    links = [each.get("href") for each in page.all("a")]
    assert "/leaderboard?sort=wins&cursor=further" in links
    assert "/leaderboard?sort=wins" in links


async def test_the_leaderboard_asks_the_desk_for_that_order_and_page(desk: FakeDesk):
    async with visiting(desk) as http:
        await http.get("/leaderboard?sort=win_rate&cursor=there")
    assert desk.heard("leaderboard") == {"sort": "win_rate", "cursor": "there"}


async def test_an_agent_finds_its_own_line_marked():
    page = await look("/leaderboard", AGENT)
    assert [each for each in page.all("tr") if each.get("class") == "yourself"] != []
    assert [each for each in (await look("/leaderboard")).all("tr") if each.get("class") == "yourself"] == []


async def test_a_profile_shows_record_curve_debates_and_judging():
    page = await look("/agents/agent-0")
    text = plain(page)
    assert "@agent-0" in text
    assert "@ada_clearwater on X" in text
    assert "24 changes, from 1,000 to " in text
    assert "beat @agent-" in text
    assert "Won against 🦉Borges" in text
    assert "40 judgments; the winner was its pick in 81 %" in text.replace("\xa0", " ")
    assert [each for each in page.all("polyline") if each.get("class") == "way"] != []
    links = [each.get("href", "") for each in page.all("a")]
    assert "/debates/new?format=arena&opponent=agent-0" in links
    assert "/agents/agent-0/debates" in links


async def test_the_page_of_ones_own_agent_offers_its_settings_and_no_challenge():
    links = [each.get("href", "") for each in (await look("/agents/agent-0", AGENT)).all("a")]
    assert "/settings" in links
    assert not [link for link in links if "opponent=" in link]


async def test_a_deleted_agent_leaves_a_tombstone_and_its_record():
    gone = made.profile(0, deleted=True, verified=False, name="Was Somebody", bio="I was here")
    page = await look("/agents/agent-0", agent=gone)
    assert "This account was deleted." in page.text
    assert "Was Somebody" not in page.text.replace("Won against", "")
    assert "I was here" not in page.text
    assert "21–6–0" in page.text
    assert not [each for each in page.all("a") if "opponent=" in each.get("href", "")]


async def test_a_deleted_agent_is_nameless_wherever_it_is_named():
    gone = {"deleted": True, "verified": False, "name": "Was Somebody"}
    page = await look("/leaderboard", leaderboard=made.leaders(1, None, **gone))
    assert "Deleted agent" in page.text
    assert "Was Somebody" not in page.text


async def test_an_agent_that_nobody_knows_is_a_page_that_says_so():
    async with visiting(FakeDesk(agent=AgentNotFound("nobody"))) as http:
        answer = await http.get("/agents/nobody")
    assert answer.status_code == 404
    assert "There is no agent" in answer.text


async def test_settings_never_show_a_key_that_was_made_before():
    page = await look("/settings", AGENT)
    assert "The laptop in the kitchen" in page.text
    assert "moot_" not in page.text
    assert "revoked" in page.text
    assert "switched off after 20 failures" in page.text


async def test_a_member_is_offered_no_scopes_of_moderators():
    offered = [each.get("name") for each in (await look("/settings", AGENT)).all("input")]
    assert "scope.debate" in offered
    assert "scope.moderate" not in offered


async def test_an_agent_without_x_is_offered_to_be_verified_where_x_is_known():
    page = await look("/settings", AGENT, me=made.profile(1))
    assert "/x/start?purpose=verify" in [each.get("href") for each in page.all("a")]


async def test_fairness_shows_each_figure_with_its_interval_and_marks_what_is_suspicious():
    page = await look("/fairness")
    text = plain(page).replace("\xa0", " ")
    assert "The challenger won 212 of 400 debates: 53.0 % (48.1–57.8 %). 50 % lies within the interval" in text
    assert "Whoever posted first won 251 of 400 debates: 62.7 % (57.9–67.3 %). The whole interval lies above" in text
    assert text.count("look at this") == 1
    assert "Alpha is 0.41." in text
    assert "votes: 331, forfeit: 58, likes: 11, nobody: a draw: 38" in [
        each.get("aria-label") for each in page.all("svg")
    ]


async def test_notifications_tell_new_from_old_and_count():
    page = await look("/notifications", AGENT)
    notes = [each.get("class", "") for each in page.all("li") if "data-notification" in each]
    assert [name for name in notes if "unread" in name] == ["note-of unread"] * 4
    assert len(notes) == 12
    assert "/notifications?cursor=older" in [each.get("href") for each in page.all("a")]


async def test_a_browser_whose_key_is_not_for_reading_still_sees_public_pages(desk: FakeDesk):
    async with acting(desk, caller=Caller(member=made.member(), scopes=frozenset({"debate"}))) as http:
        page = await http.get("/leaderboard")
    assert page.status_code == 200
    assert "notices.js" not in page.text
    assert not desk.did("unread")


async def test_moderators_see_reports_and_only_the_owner_gives_roles():
    page = await look("/moderation", MODERATOR)
    assert "The same advertisement in every post." in page.text
    assert [each for each in page.all("select") if each.get("name") == "role"] == []
    owner = await look("/moderation", Caller(member=made.member(role="owner")))
    assert [each for each in owner.all("select") if each.get("name") == "role"] != []


async def test_an_agent_that_is_no_moderator_is_not_shown_the_form_of_a_bracket(desk: FakeDesk):
    async with acting(desk) as http:
        assert (await http.get("/brackets/new")).status_code == 403


async def test_settled_reports_say_who_settled_them_and_why():
    settled = made.reports(1, state="archived", settled_by=made.brief(3), settled_at=made.ago(hours=1), note="Spam.")
    text = plain(await look("/moderation?state=archived", MODERATOR, reports=settled))
    assert re.search(r"Archived by .* 1 h ago: Spam\.", text)


async def test_a_bracket_is_a_tree_and_a_table_in_which_every_match_leads_to_its_debate():
    page = await look("/brackets/x")
    text = plain(page)
    assert [name for name in ("Quarter-finals", "Semi-finals", "Final") if name in text] != []
    assert text.count("goes on") == 4
    assert "winner of 2.1" in text
    here = [each.get("href") for each in page.all("a") if each.get("href", "").startswith("/debates/0")]
    assert len(here) == 2 * (3 + 2)


async def test_whoever_has_no_opponent_goes_on():
    text = plain(await look("/brackets/x", bracket=made.bracket(6, 3, "won")))
    assert text.count("no opponent") == 2  # in the table
    assert "Won by ACAda Clearwater" in text


@pytest.mark.parametrize(
    ("action", "words"), [("enter", "Enter as @agent-0"), ("leave", "Leave the bracket"), (None, "It is full.")]
)
async def test_a_bracket_that_is_open_offers_what_the_desk_allows(action: str | None, words: str):
    allowed = () if action is None else (made.allowed(action),)
    told = made.bracket(0, 0, "entering", available_actions=allowed)
    assert words in (await look("/brackets/x", AGENT, bracket=told)).text


async def test_a_series_shows_who_had_which_side_in_which_game():
    text = plain(await look("/series/x"))
    assert "Challenger Ada Clearwater won Opponent Borges" in text
    assert "Challenger Borges Opponent Ada Clearwater A draw, half a point each" in text
    assert "Points: 1½:to½" in text


async def test_only_who_is_asked_can_answer_a_series():
    asked = made.series("proposed", 0, available_actions=(made.allowed("accept"),))
    assert [form.action for form in (await look("/series/x", AGENT, series=asked)).forms][-1] == asked.url
    other = await look("/series/x", AGENT, series=made.series("proposed", 0))
    assert asked.url not in [form.action for form in other.forms]


async def test_the_feed_of_one_agent_is_asked_for_by_its_id(desk: FakeDesk):
    async with visiting(desk) as http:
        answer = await http.get("/feed?agent=%40agent-0&cursor=there")
    assert desk.heard("agent") == {0: "agent-0"}
    assert desk.heard("feed") == {"agent": made.id_of(0), "cursor": "there"}
    assert "of @agent-0" in answer.text


EMPTY: dict[str, tuple[str, Caller, str, Any, str]] = {
    "leaderboard": ("/leaderboard", VISITOR, "leaderboard", made.leaders(0, None), "Nobody is ranked yet"),
    "agents": ("/agents", VISITOR, "agents", made.told.AgentPage(agents=()), "No agent yet"),
    "nobody fits": ("/agents?q=x", VISITOR, "agents", made.told.AgentPage(agents=()), "Nobody fits"),
    "fairness": ("/fairness", VISITOR, "fairness", made.no_fairness(), "Too early to say"),
    "notifications": ("/notifications", AGENT, "notifications", made.notes(0, ()), "Nothing yet"),
    "all read": ("/notifications?unread=true", AGENT, "notifications", made.notes(0, ()), "All read"),
    "moderation": ("/moderation", MODERATOR, "reports", made.reports(0), "Nothing to look at"),
    "brackets": ("/brackets", VISITOR, "brackets", made.told.BracketPage(brackets=()), "No bracket yet"),
    "series": ("/series", VISITOR, "all_series", made.told.SeriesPage(series=()), "No series yet"),
    "feed": ("/feed", VISITOR, "feed", made.feed(0), "Nothing posted yet"),
    "a new agent": ("/agents/agent-0", VISITOR, "changes", made.changes(0), "it is what everybody starts with"),
}


@pytest.mark.parametrize("name", EMPTY)
async def test_an_empty_page_says_what_will_be_there(name: str):
    path, caller, verb, nothing, words = EMPTY[name]
    assert words in (await look(path, caller, **{verb: nothing})).text


async def test_figures_that_are_not_known_yet_are_said_to_be_so():
    some = made.fairness(judge_agreement=None, drift=None, score_and_rating=None, challenger_wins=made.NOBODY)
    text = plain(await look("/fairness", fairness=some))
    for words in ("Too few debates with several judges yet.", "No score has changed yet.", "Too few rated agents"):
        assert words in text
