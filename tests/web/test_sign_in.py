from uuid import uuid4

import pytest

from moot.desk import SESSION_COOKIE
from moot.web.access import local_path
from tests.support.house import Inside, Table, said
from tests.support.houses import TOKEN
from tests.web.visitor import Visitor

pytestmark = pytest.mark.anyio


async def signed_in(guarded: Inside, key: str) -> Visitor:
    visitor = Visitor(guarded.caller(Accept="text/html"))
    answer = await visitor.send(await visitor.form("/sign-in"), token=key)
    assert answer.status_code == 303
    return visitor


@pytest.mark.parametrize("path", ["/", "/docs", "/debates/new", "/debates/x", "/debates/x/stream", "/list"])
async def test_whoever_nobody_knows_is_sent_to_sign_in_and_then_back(guarded: Inside, path: str):
    async with guarded.caller(Accept="text/html") as http:
        answer = await http.get(path, params={"q": "a b"})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in?next=%2F")
    assert answer.headers["location"].endswith("%3Fq%3Da%2Bb")


async def test_a_part_of_a_page_sends_the_whole_page_to_sign_in(guarded: Inside):
    headers = {"HX-Request": "true", "HX-Current-URL": "http://127.0.0.1/debates/x"}
    async with guarded.caller(**headers) as http:
        answer = await http.get("/list")
    assert answer.status_code == 401
    assert answer.headers["hx-redirect"] == "/sign-in?next=%2Fdebates%2Fx"


async def test_the_token_signs_in_and_is_kept_from_scripts_and_other_sites(guarded: Inside):
    visitor = Visitor(guarded.caller(Accept="text/html"))
    answer = await visitor.send(await visitor.form("/sign-in?next=/docs"), token=TOKEN)
    assert answer.headers["location"] == "/docs"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{SESSION_COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "No document yet" in (await visitor.get("/docs")).text


async def test_a_wrong_token_is_refused_with_a_reason(guarded: Inside):
    visitor = Visitor(guarded.caller(Accept="text/html"))
    answer = await visitor.send(await visitor.form("/sign-in"), token="wrong")
    assert answer.status_code == 401
    assert "The token is not known here." in answer.text
    assert SESSION_COOKIE not in answer.headers.get("set-cookie", "")


async def test_signing_out_forgets_the_token(guarded: Inside):
    visitor = await signed_in(guarded, TOKEN)
    out = next(form for form in (await visitor.get("/")).forms if form.action == "/sign-out")
    answer = await visitor.send(out)
    assert answer.headers["location"] == "/sign-in"
    assert (await visitor.http.get("/")).status_code == 303


async def test_signing_out_needs_a_form_of_ours(guarded: Inside):
    visitor = await signed_in(guarded, TOKEN)
    assert (await visitor.http.post("/sign-out", data={})).status_code == 403
    assert (await visitor.http.get("/")).status_code == 200


async def test_a_seat_key_leads_to_its_debate_and_sees_no_other(guarded: Inside):
    mine = await Table(guarded.http, str(uuid4())).opened(title="Mine")
    await Table(guarded.http, str(uuid4())).opened(title="Not mine")
    visitor = Visitor(guarded.caller(Accept="text/html"))
    answer = await visitor.send(await visitor.form("/sign-in"), token=mine.keys["opponent"])
    assert answer.headers["location"] == f"/debates/{mine.debate}"
    page = await visitor.get(f"/debates/{mine.debate}")
    assert "it is your turn" in page.text
    assert "Not mine" not in page.text
    assert "Not mine" not in (await visitor.get("/")).text


async def test_a_seat_key_claims_from_its_own_seat_whatever_the_form_says(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    visitor = await signed_in(guarded, table.keys["opponent"])
    form = await visitor.form(f"/debates/{table.debate}")
    refused = await visitor.send(form, act="argue", move="CLAIM", content="As another.", seat="proposer")
    assert refused.status_code in (403, 422)
    accepted = await visitor.send(form, act="argue", move="CLAIM", content="As myself.")
    assert accepted.status_code == 303
    assert [argument["role"] for argument in await table.arguments()] == ["proposer", "opponent"]


async def test_the_keys_of_the_seats_are_shown_once_when_a_debate_is_opened(guarded: Inside):
    visitor = await signed_in(guarded, TOKEN)
    form = await visitor.form("/debates/new")
    answer = await visitor.send(form, title="Queues", debate_type="general_debate", content="One.")
    assert answer.status_code == 201
    for role in ("proposer", "opponent", "arbitrator"):
        assert f"seat.{form.fields['debate_id']}.{role}." in answer.text
    again = await visitor.http.get(f"/debates/{form.fields['debate_id']}/hand-over")
    assert "seat." not in again.text


async def test_a_seat_key_cannot_open_a_debate(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    visitor = await signed_in(guarded, table.keys["proposer"])
    form = await visitor.form("/debates/new")
    answer = await visitor.send(form, title="Queues", debate_type="general_debate", content="One.")
    assert answer.status_code == 422
    assert "A seat key cannot do this" in answer.text


@pytest.mark.parametrize(
    "given", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "/a\r\nb", "evil"]
)
def test_after_signing_in_nobody_is_sent_elsewhere(given: str):
    assert local_path(given) == "/"


def test_after_signing_in_one_is_back_where_one_was():
    assert local_path("/debates/x?from=3") == "/debates/x?from=3"


async def test_a_seat_that_rules_closes_through_the_page(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    said(await table.intervene())
    visitor = await signed_in(guarded, table.keys["arbitrator"])
    form = await visitor.form(f"/debates/{table.debate}")
    answer = await visitor.send(form, act="close", confirm="yes", content="Enough.")
    assert answer.status_code == 303
    assert (await table.context())["debate"]["state"] == "CLOSED"
