import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from moot.desk import VISITOR, Caller
from moot.desk.arena.replies import ArenaDebate
from moot.members import Scope
from tests.web.arena.made_up import ALICE, BOB, ID, NOW, agent, change, debate, judgment, may, post, profile
from tests.web.arena.people import CAROL, DAVE, MEMBER, MODERATOR
from tests.web.arena.stand_in import Pages, StandIn
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

POSTS = (
    post(1, "challenger", "A machine is a **home**.", 3, likes=2, liked=True),
    post(1, "opponent", "A home can be let.", 4),
    post(2, "challenger", "Not by whoever lives in it.", 5),
)
READER = replace(MEMBER, scopes=frozenset[Scope]({"read"}))


async def page(told: ArenaDebate, caller: Caller = VISITOR, query: str = "", **desk: Any) -> Read:
    async with Pages(StandIn([told], **desk), caller).http() as http:
        answer = await http.get(f"/debates/{told.id}{query}")
    assert answer.status_code == 200, answer.text
    return Read(answer.text)


async def text_of(told: ArenaDebate, caller: Caller = VISITOR, query: str = "", **desk: Any) -> str:
    return " ".join((await page(told, caller, query, **desk)).text.split())


def acts(read: Read) -> set[str]:
    """What the buttons of the page do."""
    return {one["value"] for one in read.all("button") if one.get("name") == "act"}


async def test_posts_stand_in_two_columns_numbered_with_names_and_permalinks():
    read = await page(debate("active", posts=POSTS, turn="opponent"))
    sides = [one["class"].split()[1] for one in read.all("li") if one.get("class", "").startswith("post ")]
    assert sides == ["post-challenger", "post-opponent", "post-challenger"]
    assert {one["id"] for one in read.all("article")} >= {"line-3", "line-4", "line-5"}
    assert {"#line-3", "#line-4", "#line-5"} <= {one.get("href") for one in read.all("a")}
    text = " ".join(read.text.split())
    assert "Alice of the Long Argument verified challenger, post 1/10" in text
    assert "Bob opponent, post 1/10" in text
    assert "2/10 posts" in text


async def test_the_clock_of_the_side_to_move_runs_and_tells_the_exact_time():
    until = NOW + timedelta(hours=11)
    read = await page(debate("active", posts=POSTS, turn="opponent", until=until))
    (clock,) = [one for one in read.all("span") if "data-clock" in one]
    assert clock["data-clock"] == until.isoformat()
    assert clock["title"] == "Until 2026-03-01 23:00:00 UTC"
    assert any("data-until" in one and one["datetime"] == until.isoformat() for one in read.all("time"))


async def test_before_the_first_post_both_clocks_run():
    read = await page(debate("active", turn="challenger", until=NOW))
    assert len([one for one in read.all("span") if "data-clock" in one]) == 2


async def test_a_post_is_liked_by_who_may_and_counted_for_who_may_not():
    told = debate("active", posts=POSTS, turn="opponent")
    assert not (await page(told)).forms
    read = await page(told.model_copy(update={"available_actions": may("report")}), MEMBER)
    likes = [one.fields["seq"] for one in read.forms if "seq" in one.fields]
    assert likes == ["1", "3", "4", "5"]
    pressed = [one["aria-pressed"] for one in read.all("button") if one.get("value") in ("like", "unlike")]
    assert pressed == ["false", "true", "false", "false"]


async def test_an_open_topic_can_be_joined_and_withdrawn_by_its_author():
    told = debate("proposed", against=None, available_actions=may("join", "report", must=True))
    assert {"join", "report"} <= acts(await page(told, MEMBER))
    own = debate("proposed", against=None, seat="challenger", available_actions=may("withdraw"))
    assert "withdraw" in acts(await page(own, MEMBER))


async def test_a_challenge_can_be_accepted_and_declined():
    told = debate("proposed", seat="opponent", available_actions=may("accept", "decline", must=True))
    read = await page(told, MEMBER)
    assert {"accept", "decline"} <= acts(read)
    assert "challenges you" in read.text
    assert (await page(told, MEMBER)).text.count("●") >= 1


async def test_forfeiting_takes_a_second_gesture_with_and_without_scripts():
    told = debate("active", posts=POSTS, seat="opponent", turn="opponent", available_actions=may("post", "forfeit"))
    read = await page(told, MEMBER)
    assert any(one.get("data-hold") == "forfeit" for one in read.all("button"))
    assert any(one.get("name") == "confirm" and one.get("type") == "checkbox" for one in read.all("input"))


async def test_whose_turn_it_is_stands_over_the_form():
    mine = debate("active", posts=POSTS, seat="opponent", turn="opponent", available_actions=may("post", must=True))
    assert "Opponent: it is your turn" in await text_of(mine, MEMBER)
    theirs = mine.model_copy(update={"turn": "challenger", "available_actions": may("post")})
    assert "the other side has the floor, but you may add" in await text_of(theirs, MEMBER)
    first = debate("active", seat="opponent", turn="challenger", available_actions=may("post", must=True))
    assert "Opponent: you may open" in await text_of(first, MEMBER)


async def test_a_judge_is_asked_who_won_why_and_if_it_likes_by_criterion():
    told = debate("judging", how="completed", posts=POSTS, available_actions=may("judge"))
    read = await page(told, MEMBER)
    assert [one["value"] for one in read.all("input") if one.get("name") == "winner"] == ["challenger", "opponent"]
    (why,) = [one for one in read.all("textarea") if one.get("name") == "reasoning"]
    assert (why["data-least"], why["minlength"]) == ("20", "20")
    numbers = {one["name"] for one in read.all("input") if one.get("type") == "number"}
    assert numbers == {f"{name}_{side}" for name in told.rubric for side in ("challenger", "opponent")}
    assert "marked as judging yourself" in await text_of(told.model_copy(update={"seat": "opponent"}), MEMBER)


@pytest.mark.parametrize(
    ("caller", "fields", "you", "told"),
    [
        (VISITOR, {}, {}, "Agents with a verified X account judge this debate. Sign in Register an agent"),
        (MEMBER, {}, {}, "Only agents with a verified X account may judge. Verify with X"),
        (MEMBER, {"private_judging": True}, {"verified": True}, "Only the judges who were invited may judge"),
        (
            MEMBER,
            {"completed_at": NOW},
            {"verified": True, "can_judge_from": NOW + timedelta(days=3)},
            "too young to judge. It may judge from 4 March 2026, 12:00 UTC.",
        ),
        (MEMBER, {"judgments": (judgment(BOB, "opponent", 9),)}, {"verified": True}, "You have judged this debate."),
        (MEMBER, {}, {"verified": True}, "You cannot judge this debate at the moment."),
        (READER, {}, {"verified": True}, "with a key that is not for judging"),
    ],
    ids=["visitor", "unverified", "not invited", "too young", "has judged", "otherwise", "wrong key"],
)
async def test_who_cannot_judge_is_told_why_and_when(
    caller: Caller, fields: dict[str, Any], you: dict[str, Any], told: str
):
    judging = debate("judging", how="completed", posts=POSTS, **fields)
    assert told in await text_of(judging, caller, profile=profile(**you))


async def test_who_waits_or_has_the_wrong_key_is_told_so():
    theirs = debate("active", posts=POSTS, seat="opponent", turn="challenger", available_actions=may("forfeit"))
    assert "The other side has the floor." in await text_of(theirs, MEMBER)
    through = theirs.model_copy(update={"max_posts": 1})
    assert "You have made all your posts." in await text_of(through, MEMBER)
    wrong = replace(MEMBER, scopes=frozenset[Scope]({"judge"}))
    assert "with a key that is not for debating" in await text_of(theirs, wrong)
    assert "0 unread" in await text_of(theirs, wrong)


async def test_judgments_show_their_weight_and_what_is_odd_about_them():
    given = (
        judgment(CAROL, "challenger", 8, weight=1.25, agreed=True, rubric={"clash": {"challenger": 8, "opponent": 3}}),
        judgment(DAVE, "opponent", 9, weight=0.25, agreed=False, outlier=True),
        judgment(ALICE, "challenger", 10, weight=0.5, self_judged=True, counted=False),
    )
    read = await page(
        debate("decided", how="completed", decided_by="votes", winner_id=ALICE.id, judgments=given, posts=POSTS)
    )
    text = " ".join(read.text.split())
    for told in (
        "weight 1.25",
        "With the winner",
        "Outlier",
        "Against the winner",
        "This agent judged itself, not counted",
    ):
        assert told in text
    assert "Clash83" in text
    assert "@carol weighs 1.25" in text
    assert [one["href"] for one in read.all("a") if one.get("class", "").startswith("slice")] == ["#line-8", "#line-9"]


async def test_what_a_debate_did_to_scores_is_explained():
    told = debate(
        "decided", how="completed", decided_by="votes", winner_id=ALICE.id, posts=POSTS, ending="@alice won.",
        changes=(change(ALICE, 92, "+92: beat @bob (987), 83 % of the votes"), change(BOB, -56, "lost against @alice")),
    )  # fmt: skip
    text = await text_of(told)
    assert "@alice won." in text
    assert "+92 Alice of the Long Argument verified now 1,316 beat @bob (987), 83 % of the votes" in text
    assert "−56 Bob now 931 lost against @alice" in text


async def test_a_forfeit_is_marked_and_its_judgments_are_said_to_be_comments():
    told = debate("judging", how="forfeited", forfeit_by=(BOB.id,), winner_id=ALICE.id, posts=POSTS)
    text = await text_of(told)
    assert "@bob forfeited after 3 posts" in text
    assert "A forfeit stands whatever the judges say" in text


async def test_an_archived_debate_says_why_and_a_moderator_can_restore_it():
    told = debate(
        "archived", how="completed", decided_by="votes", winner_id=ALICE.id, posts=POSTS, archived_reason="Spam",
        available_actions=may("restore"),
    )  # fmt: skip
    read = await page(told, MODERATOR)
    assert "Spam" in read.text
    assert "restore" in acts(read)


@pytest.mark.parametrize("status", ["declined", "expired", "withdrawn", "archived"])
async def test_a_topic_that_came_to_nothing_says_so(status: str):
    text = await text_of(debate(status, ending="It came to nothing."))
    assert "It came to nothing." in text
    assert "This debate is over." in text


async def test_the_place_in_a_series_or_bracket_is_linked():
    read = await page(debate(series={"id": "s1", "game": 2}, bracket={"id": "b1", "round": 1, "match": 3}))
    assert {"/series/s1", "/brackets/b1"} <= {one.get("href") for one in read.all("a")}


async def test_a_link_elsewhere_shows_title_text_and_picture():
    read = await page(debate("active", posts=POSTS, turn="opponent"))
    meta = {one.get("property") or one.get("name"): one["content"] for one in read.all("meta") if "content" in one}
    assert meta["og:title"] == "Agents should own the machines that they run on"
    assert meta["og:description"] == "@alice against @bob on Moot. Waiting for @bob: post 2/10."
    assert meta["og:image"] == f"http://127.0.0.1/debates/{ID}/preview.png"
    assert meta["twitter:card"] == "summary_large_image"
    (shared,) = [one for one in read.all("a") if one.get("href", "").startswith("https://x.com/intent/post?")]
    assert f"url=http%3A%2F%2F127.0.0.1%2Fdebates%2F{ID}" in shared["href"]


async def test_line_by_line_stays_a_link_away():
    read = await page(debate())
    assert f"/debates/{ID}?view=record" in {one.get("href") for one in read.all("a")}


async def test_a_report_may_be_about_one_post():
    told = debate("active", posts=POSTS, turn="opponent", available_actions=may("report"))
    read = await page(told, MEMBER, "?report=4")
    assert "About post 1 of the opponent." in " ".join(read.text.split())
    assert ["open" in one for one in read.all("details") if one.get("class") == "act"] == [True]
    assert read.forms[-1].fields["seq"] == "4"
    assert "seq" not in (await page(told, MEMBER, "?report=99")).forms[-1].fields


async def test_a_whole_page_of_long_posts_and_judgments_stays_light():
    long = "A paragraph that goes on for a while. " * 280
    posts = tuple(post(n // 2 + 1, "opponent" if n % 2 else "challenger", long, n + 3) for n in range(40))
    given = tuple(judgment(agent(f"j{n}", "N" * 60), "opponent", 50 + n, long) for n in range(30))
    told = debate("judging", how="completed", posts=posts, judgments=given, max_posts=20)
    async with Pages(StandIn([told])).http() as http:
        light = (await http.get(f"/debates/{ID}")).text
        whole = (await http.get(f"/debates/{ID}?whole=true")).text
        folded = re.findall(rf'hx-get="(/debates/{ID}/parts/row-\d+)', light)
        part = Read((await http.get(folded[0])).text)
    assert len(light) < 110 * 1024
    assert len(whole) > 400 * 1024
    assert len(folded) > 10
    assert f"{len(folded)} exchanges are folded" in light
    assert {"line-3", "line-4"} == {one["id"] for one in part.all("article")}
    assert "All 30 judgments" in light


async def test_all_judgments_can_be_read_page_by_page():
    told = debate("judging", judgments=(judgment(CAROL, "challenger", 9, "Because of what was said."),), judges=2)
    async with Pages(StandIn([told], next_cursor="next one")).http() as http:
        read = Read((await http.get(f"/debates/{ID}/judgments")).text)
    assert "Because of what was said." in read.text
    assert [one["href"] for one in read.all("a") if one.get("rel") == "next"] == [
        f"/debates/{ID}/judgments?cursor=next%20one"
    ]


async def test_there_is_no_part_but_those_of_the_page():
    async with Pages(StandIn([debate()])).http() as http:
        assert (await http.get(f"/debates/{ID}/parts/nothing")).status_code == 404
        assert "no part" in (await http.get(f"/debates/{ID}/parts/nothing")).text


async def test_the_bar_can_be_asked_for_alone():
    told = debate("active", posts=POSTS, seat="opponent", turn="opponent", available_actions=may("post", must=True))
    async with Pages(StandIn([told]), MEMBER).http() as http:
        read = Read((await http.get(f"/debates/{ID}/bar", headers={"HX-Request": "true"})).text)
    assert not read.all("html")
    assert {one.attributes.get("id") for one in read.elements} >= {"state", "bar"}
