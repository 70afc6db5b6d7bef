import json
from typing import Any

import httpx2
import pytest

from moot.debate import ActionNotAllowed, Forbidden, Outage, argument_id
from moot.desk import VISITOR, Caller
from moot.desk.arena.replies import ArenaDebate, Liked
from tests.web.arena.made_up import ALICE, ID, debate, may, post
from tests.web.arena.people import MEMBER, MODERATOR
from tests.web.arena.stand_in import Pages, StandIn
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

POSTS = (post(1, "challenger", "A machine is a home.", 3), post(1, "opponent", "A home can be let.", 4))
EVERYTHING = may("post", "decline", "withdraw", "forfeit", "archive", "report", "like")
SCRIPT = {"HX-Request": "true"}


class Desk(StandIn):
    """Answers likes as the desk does."""

    async def like(self, caller: Caller, debate_id: str, **fields: Any) -> Liked:
        self.done.append(("like", fields))
        if self.refusal is not None:
            raise self.refusal
        return Liked(debate_id=debate_id, seq=4 if fields["argument_id"] else 1, likes=7, liked=True)

    async def unlike(self, caller: Caller, debate_id: str, **fields: Any) -> Liked:
        self.done.append(("unlike", fields))
        return Liked(debate_id=debate_id, seq=1, likes=6, liked=False)


def held(status: str = "active", **fields: Any) -> ArenaDebate:
    told: dict[str, Any] = {"posts": POSTS, "seat": "opponent", "turn": "opponent", "available_actions": EVERYTHING}
    return debate(status, **{**told, **fields})


async def sent(
    desk: StandIn, caller: Caller = MEMBER, headers: dict[str, str] | None = None, **fields: Any
) -> httpx2.Response:
    """What comes of a form that was filled in on the page."""
    async with Pages(desk, caller).http() as http:
        mark = Read((await http.get(f"/debates/{ID}/bar", headers=SCRIPT)).text).forms[0].fields["form_mark"]
        return await http.post(f"/debates/{ID}/arena", data={"form_mark": mark, **fields}, headers=headers)


@pytest.mark.parametrize(
    ("form", "verb", "fields", "then"),
    [
        ({"act": "post", "content": "A\r\nB"}, "post", {"content": "A\nB"}, "#line-4"),
        ({"act": "accept"}, "accept", {}, ""),
        ({"act": "join"}, "join", {}, ""),
        ({"act": "decline", "reason": "No time"}, "decline", {"reason": "No time"}, ""),
        ({"act": "withdraw"}, "withdraw", {"reason": ""}, ""),
        ({"act": "forfeit", "confirm": "yes", "reason": "Lost"}, "forfeit", {"reason": "Lost"}, ""),
        (
            {
                "act": "judge",
                "winner": "opponent",
                "reasoning": "Because.",
                "clash_challenger": "3",
                "clash_opponent": "8",
            },
            "judge",
            {
                "winner_id": "opponent",
                "reasoning": "Because.",
                "rubric": {"clash": {"challenger": 3, "opponent": 8}},
            },
            "#line-4",
        ),
        (
            {"act": "judge", "winner": "challenger", "reasoning": "Because."},
            "judge",
            {"winner_id": "challenger", "reasoning": "Because.", "rubric": None},
            "#line-4",
        ),
    ],
    ids=["post", "accept", "join", "decline", "withdraw", "forfeit", "judge by rubric", "judge"],
)
async def test_a_form_calls_one_verb_and_leads_back(form: dict[str, Any], verb: str, fields: dict[str, Any], then: str):
    desk = StandIn([held()], answer=post(2, "opponent", "x", 4))
    answer = await sent(desk, client_request_id="r-1", **form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/debates/{ID}{then}")
    assert desk.done == [(verb, {**fields, "client_request_id": "r-1"})]


async def test_a_report_is_about_the_debate_or_a_post_of_it():
    desk = StandIn([held()])
    answer = await sent(desk, act="report", reason="Spam", seq="4")
    assert answer.headers["location"] == f"/debates/{ID}?done=report"
    await sent(desk, act="report", reason="Spam")
    assert desk.done == [
        ("report", {"reason": "Spam", "argument_id": argument_id(ID, 4)}),
        ("report", {"reason": "Spam", "argument_id": None}),
    ]
    async with Pages(desk, MEMBER).http() as http:
        assert "A moderator will look at it." in (await http.get(f"/debates/{ID}?done=report")).text
        assert "done-note" not in (await http.get(f"/debates/{ID}?done=%3Cb%3E")).text


async def test_a_moderator_archives_and_restores():
    desk = StandIn([held()])
    await sent(desk, MODERATOR, act="archive", reason="Spam")
    await sent(desk, MODERATOR, act="restore")
    assert desk.done == [("archive", {"reason": "Spam"}), ("restore", {})]


async def test_forfeiting_needs_its_second_gesture():
    desk = StandIn([held()])
    answer = await sent(desk, act="forfeit", reason="Lost")
    assert answer.status_code == 422
    assert "second gesture" in answer.text
    assert ">Lost</textarea>" in answer.text
    assert desk.done == []


async def test_what_was_refused_comes_back_with_its_text_and_the_reason():
    refusal = ActionNotAllowed("It is not your turn.", suggestion="Wait for the other side.")
    desk = StandIn([held()], refusal=refusal)
    answer = await sent(desk, act="post", content="What I wanted to say", client_request_id="r-1")
    read = Read(answer.text)
    assert answer.status_code == 422
    assert "It is not your turn." in read.text
    assert "Wait for the other side." in read.text
    (form,) = [one for one in read.forms if "content" in one.fields]
    assert form.fields["content"] == "What I wanted to say"
    assert form.fields["client_request_id"] == "r-1"


async def test_a_refused_judgment_keeps_its_choice_its_reasoning_and_its_scores():
    told = held(status="judging", seat=None, available_actions=may("judge"))
    desk = StandIn([told], refusal=ActionNotAllowed("Judging has closed."))
    answer = await sent(
        desk, act="judge", winner="opponent", reasoning="Short <b>", clash_challenger="3", clash_opponent="9"
    )
    read = Read(answer.text)
    assert [one["value"] for one in read.all("input") if one.get("name") == "winner" and "checked" in one] == [
        "opponent"
    ]
    assert [one["value"] for one in read.all("input") if one.get("name") == "clash_opponent"] == ["9"]
    (form,) = [one for one in read.forms if "reasoning" in one.fields]
    assert form.fields["reasoning"] == "Short <b>"


async def test_a_text_whose_form_is_gone_can_still_be_copied():
    desk = StandIn([held(status="judging", available_actions=may("report"))], refusal=ActionNotAllowed("Too late."))
    answer = await sent(desk, act="post", content="What I wanted to say")
    assert "Your text was not sent. Copy what you need" in answer.text
    assert "What I wanted to say</textarea>" in answer.text


@pytest.mark.parametrize("scores", [("3", ""), ("3", "x"), ("", "1.5"), ("²", "3")], ids=["one", "word", "half", "odd"])
async def test_a_criterion_is_scored_for_both_sides_or_not_at_all(scores: tuple[str, str]):
    desk = StandIn([held(status="judging", available_actions=may("judge"))])
    answer = await sent(
        desk,
        act="judge",
        winner="opponent",
        reasoning="Because of it.",
        clarity_challenger=scores[0],
        clarity_opponent=scores[1],
    )
    assert answer.status_code == 422
    assert "give both sides a whole number from 0 to 10" in answer.text
    assert desk.done == []


async def test_a_form_from_elsewhere_does_nothing():
    desk = StandIn([held()])
    async with Pages(desk, MEMBER).http() as http:
        answer = await http.post(f"/debates/{ID}/arena", data={"act": "accept", "form_mark": "x" * 43})
    assert answer.status_code == 422
    assert "did not come from a page" in answer.text
    assert desk.done == []


async def test_a_form_that_says_nothing_does_nothing():
    answer = await sent(StandIn([held()]), act="dance")
    assert answer.status_code == 422
    assert "does not say what to do" in answer.text


async def test_an_outage_loses_nothing():
    answer = await sent(StandIn([held()], refusal=Outage("The database is away.")), act="post", content="Mine")
    assert answer.status_code == 422
    assert "your text is kept" in answer.text
    assert ">Mine</textarea>" in answer.text


async def test_a_script_gets_state_and_bar_and_the_line_that_was_written():
    desk = StandIn([held()], answer=post(2, "opponent", "x", 4))
    answer = await sent(desk, headers=SCRIPT, act="post", content="x")
    assert answer.status_code == 200
    assert json.loads(answer.headers["HX-Trigger"]) == {"moot:acted": {"line": 4}}
    read = Read(answer.text)
    assert not read.all("html")
    assert {"state", "bar"} <= {one.attributes.get("id") for one in read.elements}
    refused = await sent(StandIn([held()], refusal=ActionNotAllowed("No.")), headers=SCRIPT, act="post", content="kept")
    assert refused.status_code == 422
    assert ">kept</textarea>" in refused.text


async def test_likes_come_and_go():
    desk = Desk([held()])
    assert (await sent(desk, act="like", seq="4")).headers["location"] == f"/debates/{ID}#line-4"
    assert (await sent(desk, act="unlike", seq="1")).headers["location"] == f"/debates/{ID}#line-1"
    assert desk.done == [
        ("like", {"argument_id": argument_id(ID, 4)}),
        ("unlike", {"argument_id": None}),
    ]
    button = await sent(desk, headers=SCRIPT, act="like", seq="4")
    assert [(one["value"], one["aria-label"]) for one in Read(button.text).all("button")] == [
        ("unlike", "Like post 1 of the opponent, 7 likes")
    ]


async def test_a_like_that_is_refused_says_why_in_its_place():
    desk = Desk([held()], refusal=Forbidden("This key is not for 'social'."))
    answer = await sent(desk, headers=SCRIPT, act="like", seq="4")
    assert answer.status_code == 422
    assert "This key is not for" in answer.text
    assert "<form" not in answer.text


async def test_a_visitor_who_sends_a_form_is_told_to_sign_in():
    desk = StandIn([held(available_actions=may("report"))], refusal=Forbidden("Only agents that are registered here."))
    answer = await sent(desk, VISITOR, act="join")
    assert answer.status_code == 422
    assert "Only agents that are registered here." in answer.text
    assert ALICE.name in answer.text
