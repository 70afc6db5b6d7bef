from base64 import b64encode
from datetime import UTC, datetime
from typing import Any

import pytest

from moot.debate import ActionNotAllowed, HandleTaken, InvalidInput, Outage
from moot.desk import OWNER, SESSION_COOKIE, VISITOR, Caller
from moot.web.forms import FORM_FIELD
from tests.web.agents import made
from tests.web.agents.fakes import FakeDesk, acting, visiting
from tests.web.agents.made import PIXEL
from tests.web.visitor import Form, Read, Visitor

pytestmark = pytest.mark.anyio

MODERATOR = Caller(member=made.member(role="moderator"))
PROFILE = {"act": "profile", "name": "Ada", "bio": "New words", "avatar": ""}
BRACKET = {"topic": made.TOPIC, "category": "tech", "size": "12", "max_posts": "3", "closes_at": "2030-01-31T18:00"}
SERIES = {"topic": made.TOPIC, "opponent": "agent-1", "best_of": "5", "category": "ethics", "max_posts": "4"}


def form_of(page: Read, action: str, act: str = "") -> Form:
    """The form that goes there; of several, the one for this act, or the first."""
    there = [form for form in page.forms if form.action == action]
    return next((form for form in there if act and form.fields.get("act") == act), there[0])


async def send(desk: FakeDesk, path: str, caller: Caller | None = None, **fields: str) -> Any:
    """Fills in the form of a page and sends it."""
    async with acting(desk, caller=caller) if caller != VISITOR else visiting(desk) as http:
        visitor = Visitor(http)
        form = form_of(await visitor.get(path), path, fields.get("act", ""))
        desk.asked.clear()
        return await visitor.send(form, **fields)


ACTS: dict[str, tuple[str, Caller | None, dict[str, str], str, dict[Any, Any], str]] = {
    "profile": (
        "/settings", None, PROFILE, "change_profile",
        {"name": "Ada", "avatar": None, "bio": "New words"}, "/settings?done=profile#profile",
    ),
    "no avatar": (
        "/settings", None, {**PROFILE, "no_avatar": "yes"}, "change_profile",
        {"name": "Ada", "avatar": "", "bio": "New words"}, "/settings?done=profile#profile",
    ),
    "revoke": (
        "/settings", None, {"act": "revoke", "id": "k1", "confirm": "held"}, "revoke_key", {0: "k1"},
        "/settings?done=revoke#keys",
    ),
    "drop": (
        "/settings", None, {"act": "drop", "id": "w1", "confirm": "yes"}, "drop_webhook", {0: "w1"},
        "/settings?done=drop#webhooks",
    ),
    "read": (
        "/notifications", None, {"act": "read", "id": "n1"}, "read_notifications", {"ids": ("n1",)}, "/notifications",
    ),
    "read all": ("/notifications", None, {"act": "read_all"}, "read_notifications", {"ids": None}, "/notifications"),
    "mute": (
        "/notifications", None, {"act": "mute", "what": "debate_won", "next": "/settings#muted"}, "mute",
        {"what": "debate_won"}, "/settings#muted",
    ),
    "unmute": (
        "/notifications", None, {"act": "unmute", "what": "debate_won", "next": "//evil.example"}, "unmute",
        {"what": "debate_won"}, "/",
    ),
    "archive": (
        "/moderation", MODERATOR, {"act": "archive", "id": "r1", "note": "Spam", "confirm": "held"}, "settle_report",
        {0: "r1", "verdict": "archive", "note": "Spam"}, "/moderation?done=archived",
    ),
    "dismiss": (
        "/moderation", MODERATOR, {"act": "dismiss", "id": "r1", "note": ""}, "settle_report",
        {0: "r1", "verdict": "dismiss", "note": ""}, "/moderation?done=dismissed",
    ),
    "role": (
        "/moderation", OWNER, {"act": "role", "handle": "agent-1", "role": "moderator"}, "set_role",
        {0: "agent-1", 1: "moderator"}, "/moderation?done=role",
    ),
    "bracket": (
        "/brackets/new", MODERATOR, BRACKET, "open_bracket",
        {"topic": made.TOPIC, "category": "tech", "size": 12, "max_posts": 3,
         "closes_at": datetime(2030, 1, 31, 18, tzinfo=UTC)},
        f"/brackets/{made.id_of(8000)}",
    ),
    "series": (
        "/series", None, SERIES, "propose_series",
        {"topic": made.TOPIC, "opponent_id": "agent-1", "best_of": 5, "category": "ethics", "max_posts": 4},
        f"/series/{made.id_of(7000)}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ACTS)
async def test_a_form_does_its_one_thing_and_leads_on(desk: FakeDesk, name: str):
    path, caller, fields, verb, heard, then = ACTS[name]
    answer = await send(desk, path, caller, **fields)
    assert answer.status_code == 303
    assert answer.headers["location"] == then
    assert desk.heard(verb) == heard


@pytest.mark.parametrize("name", ACTS)
async def test_a_form_that_no_page_of_ours_gave_does_nothing(desk: FakeDesk, name: str):
    path, caller, fields, verb, _, _ = ACTS[name]
    answer = await send(desk, path, caller, **{**fields, FORM_FIELD: "A" * 43})
    assert answer.status_code == 422
    assert "did not come from a page" in answer.text
    assert not desk.did(verb)


@pytest.mark.parametrize("name", ACTS)
async def test_a_refusal_is_told_in_place(name: str):
    path, caller, fields, verb, _, _ = ACTS[name]
    desk = FakeDesk(**{verb: ActionNotAllowed("Not on a Sunday.", suggestion="Come back tomorrow.")})
    answer = await send(desk, path, caller, **fields)
    assert answer.status_code == 422
    page = Read(answer.text)
    assert "Not on a Sunday." in page.text
    assert "Come back tomorrow." in page.text


@pytest.mark.parametrize("name", ["revoke", "drop", "archive"])
async def test_final_acts_take_a_second_gesture(desk: FakeDesk, name: str):
    path, caller, fields, verb, _, _ = ACTS[name]
    answer = await send(desk, path, caller, **{**fields, "confirm": ""})
    assert answer.status_code == 422
    assert "second gesture" in answer.text
    assert not desk.did(verb)


@pytest.mark.parametrize("path", ["/settings", "/notifications", "/moderation"])
async def test_an_act_that_there_is_not_is_refused(desk: FakeDesk, path: str):
    answer = await send(desk, path, MODERATOR, act="burn")
    assert answer.status_code == 422
    assert "nothing called &#39;burn&#39;" in answer.text


KEPT: dict[str, tuple[str, Caller | None, dict[str, str], str, tuple[str, ...]]] = {
    "profile": ("/settings", None, PROFILE, "change_profile", ("Ada", "New words")),
    "key": ("/settings", None, {"act": "key", "name": "Kitchen", "scope.judge": "yes"}, "make_key", ("Kitchen",)),
    "webhook": ("/settings", None, {"act": "webhook", "url": "https://a.example/x"}, "add_webhook", ("a.example/x",)),
    "note": (
        "/moderation", MODERATOR, {"act": "dismiss", "id": made.id_of(4000), "note": "Why"}, "settle_report", ("Why",),
    ),
    "role": ("/moderation", OWNER, {"act": "role", "handle": "agent-1", "role": "owner"}, "set_role", ("agent-1",)),
    "bracket": ("/brackets/new", MODERATOR, BRACKET, "open_bracket", (made.TOPIC, "12", "2030-01-31T18:00")),
    "series": ("/series", None, SERIES, "propose_series", (made.TOPIC, "agent-1")),
    "register": (
        "/agents/new", VISITOR, {"handle": "my-agent", "name": "Mine", "bio": "Words", "avatar": "🦊"}, "register",
        ("my-agent", "Mine", "Words", "🦊"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
async def test_what_was_written_is_kept_when_the_house_cannot_do_it(name: str):
    path, caller, fields, verb, texts = KEPT[name]
    answer = await send(FakeDesk(**{verb: Outage("The store does not answer.")}), path, caller, **fields)
    assert answer.status_code == 422
    assert "The store does not answer." in answer.text
    page = Read(answer.text)
    written = [each.get("value", "") for each in page.all("input")] + [
        text.strip() for form in page.forms for text in form.fields.values()
    ]
    for text in texts:
        assert any(text in each for each in written), text


@pytest.mark.parametrize("unfit", [{"size": "many"}, {"size": "-2"}, {"closes_at": "tomorrow"}, {"max_posts": "1e3"}])
async def test_what_is_no_number_and_no_date_is_refused_before_the_desk_is_asked(desk: FakeDesk, unfit: dict[str, str]):
    answer = await send(desk, "/brackets/new", MODERATOR, **{**BRACKET, **unfit})
    assert answer.status_code == 422
    assert not desk.did("open_bracket")


async def test_a_role_that_there_is_not_is_refused(desk: FakeDesk):
    answer = await send(desk, "/moderation", OWNER, act="role", handle="agent-1", role="king")
    assert answer.status_code == 422
    assert not desk.did("set_role")


async def test_a_new_key_is_shown_once_with_what_it_is_for(desk: FakeDesk):
    answer = await send(
        desk, "/settings", None, act="key", name="Kitchen", **{"scope.read": "yes", "scope.judge": "yes"}
    )
    assert answer.status_code == 201
    assert f"moot_{'k' * 43}" in answer.text
    assert desk.heard("make_key") == {"name": "Kitchen", "scopes": ("read", "judge")}


async def test_the_secret_of_a_webhook_is_shown_once(desk: FakeDesk):
    answer = await send(
        desk, "/settings", None, act="webhook", url="https://a.example/x", **{"kind.debate_turn": "yes"}
    )
    assert answer.status_code == 201
    assert f"whsec_{'s' * 43}" in answer.text
    assert desk.heard("add_webhook") == {"url": "https://a.example/x", "kinds": ("debate_turn",)}


async def test_deleting_takes_the_handle_and_signs_out(desk: FakeDesk):
    answer = await send(desk, "/settings", act="delete", handle="@Agent-0")
    assert answer.headers["location"] == "/agents/agent-0"
    assert f'{SESSION_COOKIE}=""' in answer.headers["set-cookie"]
    assert desk.did("delete_account")


async def test_another_handle_deletes_nothing(desk: FakeDesk):
    answer = await send(desk, "/settings", act="delete", handle="agent-1")
    assert answer.status_code == 422
    assert "that is not its handle" in answer.text
    assert not desk.did("delete_account")


async def test_registering_shows_the_key_and_signs_the_browser_in(desk: FakeDesk):
    answer = await send(desk, "/agents/new", VISITOR, handle="@my-agent", name="", bio="Words", avatar="")
    assert answer.status_code == 201
    assert answer.text.count(f"moot_{'k' * 43}") == 2  # to copy alone, and in the commands
    assert "/claim/abcdef" in answer.text
    assert f"{SESSION_COOKIE}=sess_" in answer.headers["set-cookie"]
    assert "You are visiting." not in answer.text
    heard = desk.heard("register")
    assert (heard["handle"], heard["name"], heard["bio"], heard["avatar"]) == ("my-agent", None, "Words", None)
    assert heard["origin"] == "127.0.0.1"


async def test_registering_another_agent_leaves_whoever_is_signed_in_signed_in(desk: FakeDesk):
    async with acting(desk) as http:
        http.cookies.set(SESSION_COOKIE, "sess_mine")
        visitor = Visitor(http)
        answer = await visitor.send(form_of(await visitor.get("/agents/new"), "/agents/new"), handle="my-agent")
    assert answer.status_code == 201
    assert "You stay signed in as before." in answer.text
    assert SESSION_COOKIE not in answer.headers.get("set-cookie", "")
    assert not desk.did("begin_session")


async def test_a_taken_handle_is_told_and_nothing_is_signed_in():
    desk = FakeDesk(register=HandleTaken("my-agent"))
    answer = await send(desk, "/agents/new", VISITOR, handle="my-agent")
    assert answer.status_code == 422
    assert "is taken" in answer.text
    assert SESSION_COOKIE not in answer.headers.get("set-cookie", "")


async def test_a_picture_that_is_sent_along_becomes_the_avatar(desk: FakeDesk):
    picture = b"\x89PNG\r\n\x1a\n" + bytes(40)
    async with visiting(desk) as http:
        visitor = Visitor(http)
        form = form_of(await visitor.get("/agents/new"), "/agents/new")
        fields = {**form.fields, "handle": "my-agent", "avatar": "🦊"}
        files = {"picture": ("me.png", picture, "image/png")}
        answer = await http.post("/agents/new", data=fields, files=files)
    assert answer.status_code == 201
    assert desk.heard("register")["avatar"] == f"data:image/png;base64,{b64encode(picture).decode()}"


async def test_a_refused_picture_is_not_sent_back():
    desk = FakeDesk(register=InvalidInput("The picture cannot be read."))
    answer = await send(desk, "/agents/new", VISITOR, handle="my-agent", picture=PIXEL)
    assert answer.status_code == 422
    assert PIXEL[30:60] not in answer.text


@pytest.mark.parametrize(("act", "verb"), [("enter", "enter_bracket"), ("leave", "leave_bracket")])
async def test_entering_and_leaving_a_bracket(act: str, verb: str):
    told = made.bracket(3, 0, "entering", available_actions=(made.allowed(act),))
    desk = FakeDesk(bracket=told)
    answer = await send(desk, f"/brackets/{told.id}", act=act)
    assert answer.headers["location"] == f"/brackets/{told.id}"
    assert desk.heard(verb) == {0: told.id}


@pytest.mark.parametrize(("act", "accept"), [("accept", True), ("decline", False)])
async def test_answering_a_series(act: str, accept: bool):
    told = made.series("proposed", 0, available_actions=(made.allowed("accept"),))
    desk = FakeDesk(series=told)
    answer = await send(desk, f"/series/{told.id}", act=act)
    assert answer.headers["location"] == f"/series/{told.id}"
    assert desk.heard("answer_series") == {0: told.id, "accept": accept}


@pytest.mark.parametrize("where", ["brackets", "series"])
async def test_an_answer_that_is_none_decides_nothing(where: str):
    bracket = made.bracket(3, 0, "entering", available_actions=(made.allowed("enter"),))
    series = made.series("proposed", 0, available_actions=(made.allowed("accept"),))
    desk = FakeDesk(bracket=bracket, series=series)
    path = bracket.url if where == "brackets" else series.url
    answer = await send(desk, path, act="")
    assert answer.status_code == 422
    assert not desk.did("enter_bracket", "leave_bracket", "answer_series")


async def test_a_visitor_can_post_nothing_but_a_registration(desk: FakeDesk):
    async with visiting(desk) as http:
        for path in ("/settings", "/notifications", "/moderation", "/series", "/series/x", "/brackets/x"):
            answer = await http.post(path, data={"act": "read_all"})
            assert answer.status_code == 303
            assert answer.headers["location"] == "/sign-in"
    assert desk.asked == []
