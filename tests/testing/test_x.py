"""The stand-in for X, and the client that asks it: each is held to the protocol by the other, and by hand."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx2
import pytest

from moot.debate import Outage, XNotConfirmed
from moot.members import XAccount
from moot.members.x_client import XClient, XSetup
from moot.testing.x import XStandIn
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

BACK = "http://127.0.0.1:9/x/callback"
VERIFIER = "v" * 64


@pytest.fixture(scope="module", params=["confidential", "public"])
def x(request: pytest.FixtureRequest) -> Iterator[XStandIn]:
    with XStandIn(confidential=request.param == "confidential") as x:
        yield x


def setup(x: XStandIn, **other: Any) -> XSetup:
    told = {name.removeprefix("x_"): value for name, value in x.settings.items()}
    return XSetup(**{**told, **other})


def address(x: XStandIn, **changed: str) -> str:
    """Where somebody is sent, with some of it changed on the way."""
    told = XClient(setup(x)).address(state="s t&te", verifier=VERIFIER, redirect_uri=BACK)
    asked = {**dict(parse_qsl(urlsplit(told).query)), **changed}
    return str(httpx2.URL(told.partition("?")[0], params=asked))


async def answered(x: XStandIn, **fields: str) -> dict[str, str]:
    """What a person is sent back with who fills in the page."""
    async with httpx2.AsyncClient() as browser:
        page = Read((await browser.get(address(x))).text)
        back = await browser.post(x.url + page.forms[0].action, data={**page.forms[0].fields, **fields})
    assert back.status_code == 302, back.text
    assert back.headers["location"].startswith(BACK + "?")
    return dict(parse_qsl(urlsplit(back.headers["location"]).query))


async def code(x: XStandIn, handle: str = "@Ada_L") -> str:
    return (await answered(x, handle=handle))["code"]


async def test_somebody_says_who_they_are_and_the_client_learns_it(x: XStandIn):
    told = await answered(x, handle="@Ada_L")
    assert told["state"] == "s t&te"
    client = XClient(setup(x))
    account = await client.account(code=told["code"], verifier=VERIFIER, redirect_uri=BACK)
    assert account == x.accounts.account("ada_l") == XAccount(account.id, "Ada_L")
    assert account.id.isdecimal()
    assert await client.holder(x.accounts.token("ada_l")) == account


def test_the_address_says_what_x_wants_to_know(x: XStandIn):
    asked = parse_qs(urlsplit(address(x)).query)
    assert asked["response_type"] == ["code"]
    assert asked["redirect_uri"] == [BACK]
    assert asked["scope"] == ["users.read tweet.read"]
    assert asked["code_challenge_method"] == ["S256"]
    assert VERIFIER not in address(x)


async def test_somebody_may_decline(x: XStandIn):
    assert await answered(x, handle="ada_l", deny="1") == {"error": "access_denied", "state": "s t&te"}


@pytest.mark.parametrize("handle", ["", "x" * 16, "a b", "ada-l"])
async def test_what_is_no_handle_is_asked_for_again(x: XStandIn, handle: str):
    async with httpx2.AsyncClient() as browser:
        page = Read((await browser.get(address(x))).text)
        again = await browser.post(x.url + page.forms[0].action, data={**page.forms[0].fields, "handle": handle})
    assert again.status_code == 400
    assert Read(again.text).forms[0].fields == page.forms[0].fields


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": "another"},
        {"response_type": "token"},
        {"redirect_uri": "https://evil.example/x/callback"},
        {"state": ""},
        {"code_challenge_method": "plain"},
        {"code_challenge": "short"},
        {"scope": "users.read dm.write"},
    ],
    ids=lambda changed: next(iter(changed)),
)
async def test_what_x_would_refuse_is_refused_before_anybody_is_asked(x: XStandIn, changed: dict[str, str]):
    wrong = address(x, **changed)
    async with httpx2.AsyncClient() as browser:
        page = await browser.get(wrong)
        posted = await browser.post(
            f"{x.url}/i/oauth2/authorize", data={**dict(parse_qsl(urlsplit(wrong).query)), "handle": "ada_l"}
        )
    assert (page.status_code, posted.status_code) == (400, 400)
    assert not Read(page.text).forms


async def test_a_code_serves_once(x: XStandIn):
    client, given = XClient(setup(x)), await code(x)
    await client.account(code=given, verifier=VERIFIER, redirect_uri=BACK)
    with pytest.raises(XNotConfirmed, match="status 400"):
        await client.account(code=given, verifier=VERIFIER, redirect_uri=BACK)


async def test_a_code_is_no_good_without_its_verifier_or_from_elsewhere(x: XStandIn):
    client = XClient(setup(x))
    for wrong in ({"verifier": "w" * 64}, {"redirect_uri": BACK + "2"}):
        with pytest.raises(XNotConfirmed, match="status 400"):
            await client.account(**{"code": await code(x), "verifier": VERIFIER, "redirect_uri": BACK, **wrong})


async def test_only_the_client_that_x_knows_gets_a_token(x: XStandIn):
    wrong = {"client_id": "another"}, {"client_secret": "guessed"}, {"client_secret": None, "client_id": "another"}
    for changed in wrong:
        with pytest.raises(XNotConfirmed, match="status 40"):
            await XClient(setup(x, **changed)).account(code=await code(x), verifier=VERIFIER, redirect_uri=BACK)


async def test_only_codes_are_exchanged(x: XStandIn):
    told = x.settings
    id, secret = told["x_client_id"], told["x_client_secret"]
    form = {"grant_type": "password", "client_id": id, "code": await code(x)}
    async with httpx2.AsyncClient(auth=None if secret is None else (id, secret)) as http:
        answer = await http.post(told["x_token_url"], data=form)
    assert (answer.status_code, answer.json()["error"]) == (400, "unsupported_grant_type")


@pytest.mark.parametrize("token", ["", "made-up", "half\ud800", "two\r\nlines", "ünï"], ids=ascii)
async def test_a_token_that_x_does_not_know_confirms_nothing(x: XStandIn, token: str):
    with pytest.raises(XNotConfirmed):
        await XClient(setup(x)).holder(token)


async def test_an_account_that_takes_another_name_stays_the_same_account(x: XStandIn):
    before = x.accounts.account("first_name")
    after = x.accounts.account("second_name", before.id)
    assert (after.id, after.handle) == (before.id, "second_name")
    assert await XClient(setup(x)).holder(x.accounts.token("Second_Name")) == after


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_where_x_is_in_trouble_it_is_an_outage(x: XStandIn, status: int):
    token = x.accounts.token("ada_l")
    x.fail(status)
    try:
        with pytest.raises(Outage, match=str(status)):
            await XClient(setup(x)).holder(token)
        with pytest.raises(Outage, match=str(status)):
            await XClient(setup(x)).account(code=await code(x), verifier=VERIFIER, redirect_uri=BACK)
    finally:
        x.fail(None)


async def test_an_answer_that_says_nothing_confirms_nothing(x: XStandIn):
    token, given = x.accounts.token("ada_l"), await code(x)
    x.fail(200)
    try:
        with pytest.raises(XNotConfirmed, match="whose token"):
            await XClient(setup(x)).holder(token)
        with pytest.raises(XNotConfirmed, match="no access token"):
            await XClient(setup(x)).account(code=given, verifier=VERIFIER, redirect_uri=BACK)
    finally:
        x.fail(None)
    with pytest.raises(Outage, match="cannot be read"):
        await XClient(setup(x, api_url=address(x) + "&further=")).holder(token)


async def test_where_x_does_not_answer_it_is_an_outage():
    with XStandIn() as gone:
        nowhere = setup(gone)
    with pytest.raises(Outage, match="does not answer"):
        await XClient(nowhere).holder("token")
    with pytest.raises(Outage, match="does not answer"):
        await XClient(XSetup(api_url="no address at all")).holder("token")


def test_without_a_client_id_x_does_not_know_the_house():
    assert not XClient(XSetup()).known
    assert XClient(XSetup("id")).known
    assert (
        XClient(XSetup("id")).address(state="s", verifier="v", redirect_uri="r").startswith("https://x.com/i/oauth2/")
    )
