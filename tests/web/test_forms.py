import pytest

from moot.web.forms import FORM_COOKIE, FORM_FIELD
from tests.support.house import Inside, Table, said
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


async def kinds(table: Table) -> list[str]:
    return [argument["type"] for argument in await table.arguments()]


async def test_a_form_of_ours_acts_and_leads_back_to_the_new_line(visitor: Visitor, table: Table):
    form = await visitor.form(f"/debates/{table.debate}")
    answer = await visitor.send(form, act="stop", confirm="yes", content="Wait.")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/debates/{table.debate}#line-2"
    assert await kinds(table) == ["MOTION", "INTERVENTION"]


async def test_a_form_without_the_mark_of_this_browser_does_nothing(house: Inside, visitor: Visitor, table: Table):
    form = await visitor.form(f"/debates/{table.debate}")
    async with house.caller(Accept="text/html") as http:
        answer = await Visitor(http).send(form, act="stop", confirm="yes")
    assert answer.status_code == 422
    assert "did not come from a page" in answer.text
    assert await kinds(table) == ["MOTION"]


@pytest.mark.parametrize("mark", ["", "x", "A" * 43, "ü"])
async def test_a_guessed_mark_does_nothing(visitor: Visitor, table: Table, mark: str):
    form = await visitor.form(f"/debates/{table.debate}")
    answer = await visitor.send(form, act="stop", confirm="yes", **{FORM_FIELD: mark})
    assert answer.status_code == 422
    assert await kinds(table) == ["MOTION"]


async def test_a_planted_cookie_that_is_no_mark_is_replaced(house: Inside, table: Table):
    async with house.caller(Accept="text/html", Cookie=f"{FORM_COOKIE}=planted") as http:
        answer = await http.get(f"/debates/{table.debate}")
    assert f"{FORM_COOKIE}=" in answer.headers["set-cookie"]
    assert "planted" not in answer.text


async def test_the_mark_is_kept_from_scripts_and_from_other_sites(house: Inside):
    async with house.caller(Accept="text/html") as http:
        cookie = (await http.get("/")).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


async def test_another_sites_page_cannot_send_a_form_even_with_the_cookie(visitor: Visitor, table: Table):
    form = await visitor.form(f"/debates/{table.debate}")
    visitor.http.headers["Origin"] = "https://evil.example"
    answer = await visitor.send(form, act="stop", confirm="yes")
    assert answer.status_code == 403
    assert await kinds(table) == ["MOTION"]


async def test_the_same_form_sent_twice_acts_once(visitor: Visitor, table: Table):
    form = await visitor.form(f"/debates/{table.debate}")
    first = await visitor.send(form, act="stop", confirm="yes")
    again = await visitor.send(form, act="stop", confirm="yes")
    assert again.headers["location"] == first.headers["location"]
    assert await kinds(table) == ["MOTION", "INTERVENTION"]


@pytest.mark.parametrize("act", ["stop", "close"])
async def test_a_final_act_without_a_second_gesture_does_nothing(visitor: Visitor, table: Table, act: str):
    if act == "close":
        said(await table.intervene())
    before = await kinds(table)
    form = await visitor.form(f"/debates/{table.debate}")
    answer = await visitor.send(form, act=act, content="Enough.")
    assert answer.status_code == 422
    assert "second gesture" in answer.text
    assert await kinds(table) == before


async def test_a_refused_act_keeps_the_text_and_the_request_id(visitor: Visitor, table: Table):
    said(await table.intervene())
    form = await visitor.form(f"/debates/{table.debate}")
    answer = await visitor.send(form, act="rule", content="No such option", option="Z")
    again = Read(answer.text).forms[-1]
    assert answer.status_code == 422
    assert again.fields["content"] == "No such option"
    assert again.fields["client_request_id"] == form.fields["client_request_id"]
    assert await kinds(table) == ["MOTION", "INTERVENTION"]


async def test_a_text_that_nobody_can_take_any_more_is_shown_for_copying(visitor: Visitor, table: Table):
    said(await table.intervene())
    form = await visitor.form(f"/debates/{table.debate}")
    said(await table.rule("Closed from elsewhere.", close=True))
    answer = await visitor.send(form, act="rule", content="Too late, but dear to me.")
    assert answer.status_code == 422
    assert "Your text was not sent" in answer.text
    assert "Too late, but dear to me." in answer.text


async def test_line_ends_of_a_form_become_those_of_the_record(visitor: Visitor, table: Table):
    form = await visitor.form(f"/debates/{table.debate}")
    await visitor.send(form, act="stop", confirm="yes", content="One\r\ntwo")
    assert (await table.arguments())[-1]["content"] == "One\ntwo"


async def test_a_proposer_appeals_with_options_one_a_line(visitor: Visitor, table: Table):
    said(await table.claim("opponent"))
    form = await visitor.form(f"/debates/{table.debate}?seat=proposer")
    answer = await visitor.send(form, act="argue", move="APPEAL", content="Which?", options="A=Yes\r\n\r\nB=No")
    assert answer.headers["location"] == f"/debates/{table.debate}?seat=proposer#line-3"
    labels = [option["label"] for option in (await table.arguments())[-1]["options"]]
    assert labels == ["Yes", "No", "Another way"]


@pytest.mark.parametrize(("move", "kind"), [("CLAIM", "CLAIM"), ("RESOLUTION", "RESOLUTION")])
async def test_a_proposer_claims_or_asks_for_completion(visitor: Visitor, table: Table, move: str, kind: str):
    said(await table.claim("opponent"))
    form = await visitor.form(f"/debates/{table.debate}?seat=proposer")
    await visitor.send(form, act="argue", move=move, content="So be it.")
    assert (await kinds(table))[-1] == kind


async def test_opening_by_hand_leads_to_the_command_lines(visitor: Visitor, house: Inside):
    form = await visitor.form("/debates/new")
    fields = {"title": "Queues", "debate_type": "general_debate", "content": "One.", "max_rounds": "3"}
    answer = await visitor.send(form, **fields)
    assert answer.status_code == 303
    page = await visitor.get(answer.headers["location"])
    assert f"--debate-id {form.fields['debate_id']}" in page.text
    assert "DEBATE_AUTH_TOKEN" not in page.text


async def test_opening_with_a_wrong_number_of_rounds_keeps_what_was_written(visitor: Visitor):
    form = await visitor.form("/debates/new")
    answer = await visitor.send(form, title="Queues", debate_type="general_debate", content="One.", max_rounds="many")
    assert answer.status_code == 422
    assert "max rounds: &#39;many&#39; is not a number" in answer.text
    assert Read(answer.text).forms[-1].fields["content"] == "One."
