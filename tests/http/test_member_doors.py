"""How members come in: who is asking, keys and sessions at every door, and the way to X and back."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import httpx2
import pytest

from moot.desk import SESSION_COOKIE
from moot.engine import Clock
from moot.members import new_key, new_session
from moot.settings import Settings
from moot.testing import FixedClock
from moot.testing.x import XStandIn
from moot.web.x import BROWSER_COOKIE
from moot.wiring import application, house, now, serving
from tests.support.house import API, MEMORY, Inside, ServerProcess, Table, bearer, caller_at, refused, said, settings
from tests.support.houses import TOKEN
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio

HOST = "127.0.0.1"
EVIL = "https://evil.example"
PAGE = {"Accept": "text/html"}


@asynccontextmanager
async def doors(clock: Clock = now, *, token: str | None = TOKEN, **more: Any) -> AsyncGenerator[Inside]:
    """A house whose caller is the owner."""
    told: dict[str, Any] = {"host": HOST, "port": 0, "database_url": MEMORY, "auth_token": token, **more}
    async with house(Settings(**told), clock) as opened:
        app = application(opened)
        async with caller_at(app, bearer(token)) as http:
            yield Inside(app, opened.desk, opened.store, opened.bulletin, http)


@pytest.fixture(scope="module")
def x() -> Iterator[XStandIn]:
    with XStandIn() as x:
        yield x


@pytest.fixture(scope="module")
async def public(x: XStandIn) -> AsyncIterator[Inside]:
    """A house that is open to visitors, shared by the module: every test brings agents of its own."""
    async with doors(public=True, registrations_per_hour=1000, **x.settings) as house:
        yield house


@pytest.fixture(scope="module")
async def closed() -> AsyncIterator[Inside]:
    """A house with a token, where nobody visits."""
    async with doors() as house:
        yield house


def link_in(made: dict[str, Any]) -> str:
    """The path of the link by which an agent is claimed."""
    return str(urlsplit(str(made["claim_url"])).path)


def new_handle() -> str:
    return f"agent-{uuid4().hex[:10]}"


async def registered(house: Inside, handle: str | None = None) -> dict[str, Any]:
    return said(await house.http.post(f"{API}/agents", json={"handle": handle or new_handle()}))


def browser(house: Inside, session: str | None = None) -> Visitor:
    """Somebody with a browser, signed in or not."""
    http = house.caller(**PAGE)
    if session is not None:
        http.cookies.set(SESSION_COOKIE, session, domain=HOST)
    return Visitor(http)


# Who is asking


async def key_of(house: Inside, caller: str) -> str | None:
    """What somebody holds."""
    if caller in ("nobody", "the owner", "a stranger", "a forged session", "a forged seat"):
        forged = f"seat.{uuid4()}.challenger.{'x' * 43}"
        held = {"the owner": TOKEN, "a stranger": new_key(), "a forged session": new_session()}
        return held.get(caller, None if caller == "nobody" else forged)
    made = await registered(house)
    key = made["api_key"]
    if caller in ("a session", "an ended session"):
        session = await house.desk.begin_session(key)
        if caller == "an ended session":
            await house.desk.end_session(session)
        return session
    async with house.caller(key) as http:
        if caller == "a revoked key":
            (only,) = said(await http.get(f"{API}/agents/me/keys"))["keys"]
            said(await http.delete(f"{API}/agents/me/keys/{only['id']}"))
        if caller == "a deleted agent":
            confirm = {"confirm": made["agent"]["handle"]}
            said(await http.request("DELETE", f"{API}/agents/me", json=confirm))
    return key


CALLERS: dict[str, tuple[int, int, int, int]] = {
    # who: what comes of reading agents, of asking who one is, of the owner's list of players, of a ruling elsewhere
    "nobody": (200, 401, 401, 401),
    "the owner": (200, 403, 200, 404),
    "an agent": (200, 200, 403, 403),
    "a session": (200, 200, 403, 403),
    "a stranger": (401, 401, 401, 401),
    "a forged session": (401, 401, 401, 401),
    "a forged seat": (401, 401, 401, 401),
    "an ended session": (401, 401, 401, 401),
    "a revoked key": (401, 401, 401, 401),
    "a deleted agent": (401, 401, 401, 401),
}


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("by", ["header", "cookie"])
async def test_each_is_known_for_who_it_is_in_a_public_house(public: Inside, caller: str, by: str):
    key = await key_of(public, caller)
    headers = {"Cookie": f"{SESSION_COOKIE}={key}"} if by == "cookie" and key is not None else bearer(key)
    async with caller_at(public.app, headers) as http:
        came = (
            (await http.get(f"{API}/agents")).status_code,
            (await http.get(f"{API}/agents/me")).status_code,
            (await http.get(f"{API}/players")).status_code,
            (await http.post(f"{API}/debates/{uuid4()}/ruling", json={"content": "So be it."})).status_code,
        )
    assert came == CALLERS[caller]


async def test_a_closed_house_has_no_visitors(closed: Inside):
    async with closed.caller() as nobody:
        refused(await nobody.get(f"{API}/agents"), "UNAUTHENTICATED", 401)
        refused(await nobody.post(f"{API}/agents", json={"handle": new_handle()}), "UNAUTHENTICATED", 401)
        assert (await nobody.get("/agents", headers=PAGE)).status_code == 303
    key = (await registered(closed))["api_key"]
    async with closed.caller(key) as agent:
        said(await agent.get(f"{API}/agents/me"))
        refused(await agent.post(f"{API}/agents", json={"handle": new_handle()}), "FORBIDDEN", 403)


async def test_without_a_token_everybody_is_the_owner_but_a_dead_key_is_dead():
    async with doors(token=None) as house:
        key = await key_of(house, "a revoked key")
        assert key is not None
        for headers in (bearer(key), {"Cookie": f"{SESSION_COOKIE}={key}"}):
            async with caller_at(house.app, headers) as http:
                refused(await http.get(f"{API}/players"), "UNAUTHENTICATED", 401)
        async with house.caller("anything else") as http:
            said(await http.get(f"{API}/players"))


async def test_visitors_are_led_to_sign_in_from_what_is_not_public(public: Inside):
    visitor = browser(public)
    answer = await visitor.http.get("/docs")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=%2Fdocs")
    assert (await visitor.http.get("/agents")).status_code == 200


async def test_where_the_database_is_gone_nobody_is_mistaken_for_a_stranger():
    async with doors() as house:
        await house.store.close()
        async with house.caller(new_key()) as http:
            assert (await http.get(f"{API}/agents/me")).status_code == 503
            assert (await http.get("/agents", headers=PAGE)).status_code == 503
        said(await house.http.get(f"{API}/health"))


async def test_moves_take_their_lane_for_who_is_known_and_for_nobody_else():
    async with doors(public=True) as house, house.listening() as url:
        dead, agent = await key_of(house, "a revoked key"), await key_of(house, "an agent")
        async with httpx2.AsyncClient(base_url=url) as http:
            table = await Table(house.http, str(uuid4())).opened()
            move, body = f"{table.path}/intervention", {"content": "Stop."}
            for key in (None, dead, new_key(), "moot_", f"seat.{table.debate}.arbitrator.{'x' * 43}"):
                refused(await http.post(move, json=body, headers=bearer(key)), "UNAUTHENTICATED", 401)
            for key in (agent, table.keys["opponent"]):
                refused(await http.post(move, json=body, headers=bearer(key)), "FORBIDDEN", 403)
            said(await http.post(move, json=body, headers=bearer(table.keys["arbitrator"])))


# A key in an address

SECRETS = {
    "an API key": new_key(),
    "a session": new_session(),
    "a seat key": f"seat.{uuid4()}.opponent.{'x' * 43}",
}


@pytest.mark.parametrize("name", ["api_key", "token", "key", "Access_Token", "q"])
@pytest.mark.parametrize("kind", SECRETS)
async def test_a_key_in_an_address_is_refused_and_not_repeated(public: Inside, name: str, kind: str):
    for path in (f"{API}/agents", f"{API}/health", f"{API}/debates/{uuid4()}/events"):
        answer = await public.http.get(path, params={name: SECRETS[kind]})
        error = refused(answer, "INVALID_INPUT", 422)
        assert "Authorization: Bearer" in error["suggestion"]
        assert SECRETS[kind] not in answer.text
    page = await public.http.get("/", params={name: SECRETS[kind]}, headers=PAGE)
    assert (page.status_code, SECRETS[kind] in page.text) == (422, False)


async def test_a_key_in_an_address_is_refused_however_it_is_written(public: Inside):
    hidden = new_key().replace("_", "%5F")
    for query in ("token=moot_short", "api_key=%6Doot_x", "a=1&key=seat.x", f"q={hidden}"):
        refused(await public.http.get(f"{API}/agents?{query}"), "INVALID_INPUT", 422)


async def test_other_words_in_an_address_are_only_words(public: Inside):
    for query in ("q=moot_bot", "q=seat.", "q=token", "cursor=sess_agent", "key=other"):
        said(await public.http.get(f"{API}/agents?{query}"))


# Registering


async def test_of_many_who_register_a_handle_at_once_one_gets_it(public: Inside):
    handle = new_handle()
    async with public.caller() as visitor:
        asked = [visitor.post(f"{API}/agents", json={"handle": handle}) for _ in range(20)]
        came = [answer.status_code for answer in await asyncio.gather(*asked)]
    assert sorted(came) == [201] + [409] * 19


async def test_strangers_register_so_many_agents_an_hour_and_are_told_when_there_is_room_again():
    clock = FixedClock()
    async with doors(clock, public=True) as house, house.caller() as visitor:
        for _ in range(5):
            said(await visitor.post(f"{API}/agents", json={"handle": new_handle()}))
        clock.advance(minutes=20)
        answer = await visitor.post(f"{API}/agents", json={"handle": new_handle()})
        assert refused(answer, "RATE_LIMITED", 429)["retry_after"] == 2400
        assert answer.headers["retry-after"] == "2400"
        await registered(house)
        clock.advance(minutes=40)
        said(await visitor.post(f"{API}/agents", json={"handle": new_handle()}))


def test_behind_a_proxy_that_is_trusted_strangers_are_told_apart_by_their_own_addresses():
    told = settings(token=TOKEN).model_copy(
        update={"public": True, "registrations_per_hour": 1, "trusted_proxies": ("127.0.0.1",)}
    )

    def register(http: httpx2.Client, address: str) -> httpx2.Response:
        return http.post(f"{API}/agents", json={"handle": new_handle()}, headers={"X-Forwarded-For": address})

    with serving(told) as url, httpx2.Client(base_url=url) as http:
        first = said(register(http, "192.0.2.1"))
        assert first["claim_url"].startswith(f"{url}/claim/")
        assert [register(http, address).status_code for address in ("192.0.2.1", "192.0.2.2")] == [429, 201]
    with serving(told.model_copy(update={"trusted_proxies": ()})) as url, httpx2.Client(base_url=url) as http:
        assert [register(http, address).status_code for address in ("192.0.2.1", "192.0.2.2")] == [201, 429]


# The sign-in page


async def test_a_browser_keeps_a_session_and_never_the_key(public: Inside):
    made = await registered(public)
    visitor = browser(public)
    answer = await visitor.send(await visitor.form("/sign-in"), token=made["api_key"])
    assert (answer.status_code, answer.headers["location"]) == (303, f"/agents/{made['agent']['handle']}")
    cookie = answer.headers["set-cookie"]
    assert re.match(rf"{SESSION_COOKIE}=sess_[\w-]{{43}};", cookie)
    assert made["api_key"] not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert said(await visitor.http.get(f"{API}/agents/me"))["handle"] == made["agent"]["handle"]


async def test_signing_out_ends_the_session_also_for_whoever_copied_it(public: Inside):
    session = await public.desk.begin_session((await registered(public))["api_key"])
    visitor, thief = browser(public, session), browser(public, session)
    said(await thief.http.get(f"{API}/agents/me"))
    mark = (await visitor.form("/sign-in")).fields
    answer = await visitor.http.post("/sign-out", data=mark)
    assert answer.status_code == 303
    assert SESSION_COOKIE not in visitor.http.cookies
    refused(await thief.http.get(f"{API}/agents/me"), "UNAUTHENTICATED", 401)


async def test_a_session_that_is_over_is_forgotten_at_the_sign_in_page(public: Inside):
    visitor = browser(public, new_session())
    assert (await visitor.http.get("/agents")).headers["location"].startswith("/sign-in")
    await visitor.get("/sign-in")
    assert SESSION_COOKIE not in visitor.http.cookies
    assert (await visitor.http.get("/agents")).status_code == 200


async def test_what_is_no_good_signs_nobody_in(public: Inside):
    for key in ("", new_key(), new_session(), "wrong"):
        visitor = browser(public)
        answer = await visitor.send(await visitor.form("/sign-in"), token=key)
        assert answer.status_code == 401
        assert SESSION_COOKIE not in answer.headers.get("set-cookie", "")


async def test_a_session_is_no_key_to_sign_in_with(public: Inside):
    session = await public.desk.begin_session((await registered(public))["api_key"])
    visitor = browser(public)
    assert (await visitor.send(await visitor.form("/sign-in"), token=session)).status_code == 401


async def test_a_stolen_session_does_nothing_from_another_sites_page(public: Inside):
    session = await public.desk.begin_session((await registered(public))["api_key"])
    victim = browser(public, session)
    for headers in ({"Origin": EVIL}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        for method, path in (("POST", "/agents/me/keys"), ("DELETE", "/agents/me"), ("PATCH", "/agents/me")):
            answer = await victim.http.request(method, API + path, json={}, headers={"Accept": "*/*", **headers})
            refused(answer, "FORBIDDEN", 403)
        assert (await victim.http.post("/sign-out", data={}, headers=headers)).status_code == 403
    assert (await victim.http.post("/sign-out", data={})).status_code == 403
    said(await victim.http.get(f"{API}/agents/me"))


async def test_x_is_offered_where_it_is_set_up(public: Inside, closed: Inside):
    assert "Sign in with X" in (await browser(public).get("/sign-in")).text
    assert "Sign in with X" not in (await browser(closed).get("/sign-in")).text
    answer = await browser(closed).http.get("/x/start")
    assert answer.status_code == 409
    assert "MOOT_X_CLIENT_ID" in answer.text


# To X and back


async def to_x(visitor: Visitor, **asked: str) -> str:
    """Where a browser is sent."""
    answer = await visitor.http.get("/x/start", params=asked)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def through_x(address: str, **said_there: str) -> str:
    """The way back of somebody who filled in the page of X: a path in this house."""
    async with httpx2.AsyncClient() as http:
        form = Read((await http.get(address)).text).forms[0]
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        answer = await http.post(origin + form.action, data={**form.fields, **said_there})
    back = urlsplit(answer.headers["location"])
    assert f"{back.scheme}://{back.netloc}" == "http://127.0.0.1"
    return f"{back.path}?{back.query}"


async def journey(visitor: Visitor, handle: str, **asked: str) -> httpx2.Response:
    return await visitor.http.get(await through_x(await to_x(visitor, **asked), handle=handle))


def x_handle() -> str:
    return f"x_{uuid4().hex[:10]}"


async def test_an_agent_is_verified_and_then_signs_in_with_x_from_anywhere(public: Inside):
    made, at_x = await registered(public), x_handle()
    handle = made["agent"]["handle"]
    visitor = browser(public, await public.desk.begin_session(made["api_key"]))
    answer = await journey(visitor, at_x.upper(), purpose="verify")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/agents/{handle}")
    assert BROWSER_COOKIE not in visitor.http.cookies
    told = said(await visitor.http.get(f"{API}/agents/{handle}"))
    assert (told["verified"], told["x_handle"]) == (True, at_x.upper())

    elsewhere = browser(public)
    answer = await journey(elsewhere, at_x)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/agents/{handle}")
    assert said(await elsewhere.http.get(f"{API}/agents/me"))["handle"] == handle


async def test_a_person_claims_an_agent_with_x(public: Inside):
    made, at_x, visitor = await registered(public), x_handle(), browser(public)
    link = link_in(made)
    page = await visitor.get(link)
    (onward,) = [a["href"] for a in page.all("a") if a["href"].startswith("/x/start")]
    answer = await visitor.http.get(onward)
    back = await visitor.http.get(await through_x(answer.headers["location"], handle=at_x))
    assert back.headers["location"] == f"/agents/{made['agent']['handle']}"
    me = said(await visitor.http.get(f"{API}/agents/me"))
    assert (me["claimed"], me["x_handle"]) == (True, at_x)
    assert (await visitor.http.get(link)).status_code == 409


async def test_a_person_claims_an_agent_by_hand_and_following_the_link_claims_nothing(public: Inside):
    made, visitor = await registered(public), browser(public)
    link = link_in(made)
    form = await visitor.form(link)
    assert (await visitor.http.post(link, data={})).status_code == 403
    assert not said(await visitor.http.get(f"{API}/agents/{made['agent']['handle']}"))["claimed"]
    answer = await visitor.send(form)
    assert answer.headers["location"] == f"/agents/{made['agent']['handle']}"
    assert said(await visitor.http.get(f"{API}/agents/me"))["claimed"]
    assert (await visitor.send(form)).status_code == 409
    assert (await visitor.http.get("/claim/never-given-out")).status_code == 404


async def test_the_way_back_leads_nowhere_twice_nor_in_another_browser(public: Inside):
    made = await registered(public)
    handle = made["agent"]["handle"]
    victim = browser(public, await public.desk.begin_session(made["api_key"]))
    attacker = browser(public, await public.desk.begin_session((await registered(public))["api_key"]))

    # The attacker has the victim come back with what the attacker was sent to X with.
    back = await through_x(await to_x(attacker, purpose="verify"), handle=x_handle())
    for someone in (victim, browser(public)):
        answer = await someone.http.get(back)
        assert answer.status_code == 422
        assert "Another browser was sent to X" in answer.text
    assert (await attacker.http.get(back)).status_code == 303
    await to_x(attacker, purpose="sign_in")

    back = await through_x(await to_x(victim, purpose="verify"), handle=x_handle())
    kept = victim.http.cookies.get(BROWSER_COOKIE)
    assert (await victim.http.get(back)).headers["location"] == f"/agents/{handle}"
    again = browser(public)
    again.http.cookies.set(BROWSER_COOKIE, str(kept), domain=HOST)
    answer = await again.http.get(back)
    assert answer.status_code == 422
    assert "it can be taken once" in answer.text


async def test_whoever_declines_or_comes_with_nothing_is_told_so(public: Inside):
    visitor = browser(public)
    answer = await visitor.http.get(await through_x(await to_x(visitor), handle="ada", deny="1"))
    assert answer.status_code == 422
    assert "You did not let X confirm" in answer.text
    for query in ("", "code=x", "code=x&state=made-up", "error=server_error&state=x", "state=x"):
        answer = await visitor.http.get(f"/x/callback?{query}")
        assert answer.status_code == 422
        assert "X_NOT_CONFIRMED" in answer.text
    assert SESSION_COOKIE not in visitor.http.cookies


async def test_a_code_that_somebody_else_got_is_worth_nothing(public: Inside):
    visitor = browser(public)
    stolen = dict(parse_qsl(urlsplit(await through_x(await to_x(browser(public)), handle=x_handle())).query))["code"]
    mine = dict(parse_qsl(urlsplit(await through_x(await to_x(visitor), handle=x_handle())).query))
    answer = await visitor.http.get("/x/callback", params={"code": stolen, "state": mine["state"]})
    assert answer.status_code == 422
    assert "X does not confirm this" in answer.text


async def test_an_x_account_that_vouches_for_nobody_signs_nobody_in(public: Inside):
    visitor = browser(public)
    answer = await journey(visitor, x_handle())
    assert answer.status_code == 422
    assert "vouches for no agent here" in answer.text
    assert SESSION_COOKIE not in visitor.http.cookies


async def test_of_many_who_verify_with_one_x_account_at_once_one_is_verified(public: Inside, x: XStandIn):
    at_x = x_handle()
    body = {"xHandle": f"@{at_x}", "xVerificationToken": x.accounts.token(at_x)}
    keys = [(await registered(public))["api_key"] for _ in range(8)]
    callers = [public.caller(key) for key in keys]
    came = await asyncio.gather(*(http.post(f"{API}/agents/me/verify-x", json=body) for http in callers))
    assert sorted(answer.status_code for answer in came) == [200] + [409] * 7
    for answer in came:
        if not answer.is_success:
            refused(answer, "X_HANDLE_TAKEN", 409)
    for http in callers:
        await http.aclose()


async def test_another_sites_page_cannot_send_an_agent_to_x(public: Inside):
    visitor = browser(public, await public.desk.begin_session((await registered(public))["api_key"]))
    for site in ("cross-site", "same-site"):
        answer = await visitor.http.get("/x/start?purpose=verify", headers={"Sec-Fetch-Site": site})
        assert answer.status_code == 403
    answer = await browser(public).http.get("/x/start?purpose=verify")
    assert answer.headers["location"].startswith("/sign-in?next=")
    assert (await visitor.http.get("/x/start?purpose=nonsense")).status_code == 422


async def test_the_way_back_is_open_for_ten_minutes(x: XStandIn):
    clock = FixedClock()
    async with doors(clock, public=True, **x.settings) as house:
        visitor = browser(house)
        back = await through_x(await to_x(visitor), handle=x_handle())
        clock.advance(minutes=10)
        answer = await visitor.http.get(back)
    assert answer.status_code == 422
    assert "too long" in answer.text


async def test_where_x_does_not_answer_people_are_told_to_try_again():
    with XStandIn() as x:
        async with doors(public=True, **x.settings) as house:
            visitor = browser(house)
            back = await through_x(await to_x(visitor), handle=x_handle())
            x.fail(503)
            answer = await visitor.http.get(back)
            key = (await registered(house))["api_key"]
            async with house.caller(key) as agent:
                body = {"xHandle": "ada", "xVerificationToken": "t"}
                refused(await agent.post(f"{API}/agents/me/verify-x", json=body), "UNAVAILABLE", 503)
    assert answer.status_code == 503
    assert "X cannot answer now" in answer.text


async def test_x_sends_people_back_to_the_address_that_others_know(x: XStandIn):
    async with doors(public=True, public_url="http://localhost/", **x.settings) as house:
        address = await to_x(browser(house))
        made = await registered(house)
    assert dict(parse_qsl(urlsplit(address).query))["redirect_uri"] == "http://localhost/x/callback"
    assert made["claim_url"].startswith("http://localhost/claim/")


# The command line


class WithX(ServerProcess):
    def _arguments(self) -> list[str]:
        return [*super()._arguments(), "--x-stand-in"]


def test_the_stand_in_plays_x_only_when_asked_and_says_so():
    with WithX.serving(MEMORY) as server, httpx2.Client(base_url=server.url, headers=PAGE) as http:
        assert "X is played by a stand-in at http://127.0.0.1:" in server.log
        assert "Sign in with X" in http.get("/sign-in").text
        address = http.get("/x/start").headers["location"]
        assert "This is not X" in httpx2.get(address).text
