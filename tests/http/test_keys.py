"""Who may do what where a token is set: nobody unknown, the owner everything, a seat key its own seat."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from moot.http import openapi
from moot.settings import Settings
from tests.support.house import API, Inside, ServerProcess, Table, bearer, inside, refused, said
from tests.support.houses import TOKEN

CALLERS = ("nobody", "a stranger", "the owner", "its own seat", "another seat", "another debate's seat")


@dataclass(frozen=True)
class Scene:
    """Two debates in a guarded house, each with a document."""

    house: Inside
    table: Table
    other: Table
    document: str

    def key(self, caller: str, seat: str) -> str | None:
        match caller:
            case "nobody":
                return None
            case "a stranger":
                return "seat.x.y.z"
            case "the owner":
                return TOKEN
            case "its own seat":
                return self.table.keys[seat]
            case "another seat":
                return self.table.keys["opponent" if seat == "proposer" else "proposer"]
            case _:
                return self.other.keys[seat]

    async def ask(self, request: str, key: str | None, body: Any = None) -> httpx2.Response:
        method, path = request.split(" ", 1)
        path = path.format(id=self.table.debate, motion=self.table.id(1), document=self.document)
        async with self.house.caller(key) as caller:
            return await caller.request(method, f"{API}{path}", json=body)


@pytest.fixture
async def scene(guarded: Inside) -> Scene:
    table = await Table(guarded.http, str(uuid4())).opened()
    other = await Table(guarded.http, str(uuid4())).opened()
    shared = {"title": "Plan", "content": "# Plan", "debate_id": table.debate}
    document = said(await guarded.http.post(f"{API}/documents", json=shared))
    return Scene(guarded, table, other, document["document_id"])


OWNERS = {"the owner": 201, "its own seat": 403, "another seat": 403, "another debate's seat": 403}
THE_SEATS = {"the owner": 201, "its own seat": 201, "another seat": 403, "another debate's seat": 403}
WAITERS = {"the owner": 200, "its own seat": 200, "another seat": 403, "another debate's seat": 403}
READERS = {"the owner": 200, "its own seat": 200, "another seat": 200, "another debate's seat": 403}
ANYBODYS = {"the owner": 200, "its own seat": 200, "another seat": 200, "another debate's seat": 200}
SHARERS = {"the owner": 201, "its own seat": 201, "another seat": 201, "another debate's seat": 201}
SUBMITTERS = {"the owner": 201, "its own seat": 201, "another seat": 201, "another debate's seat": 403}

NO_PAPERS = {"the owner": 422, "its own seat": 422, "another seat": 422, "another debate's seat": 403}
NO_WORKSHOP = NO_PAPERS
"""An arbitration has no versions; test_workshops.py has the keys of a workshop."""
NO_CHOICE = {"the owner": 422, "its own seat": 403, "another seat": 403, "another debate's seat": 403}
NO_LINK = {"the owner": 404, "its own seat": 403, "another seat": 403, "another debate's seat": 403}
HOUSE = {"the owner": 200, "its own seat": 403, "another seat": 403, "another debate's seat": 403}

VERBS: dict[str, tuple[str, str, dict[str, int]]] = {
    # request: (its seat, what must have been done before, what comes of it)
    "POST /debates": ("proposer", "", OWNERS),
    "GET /debates": ("proposer", "", ANYBODYS),
    "GET /debate-types": ("proposer", "", ANYBODYS),
    "GET /debates/{id}": ("proposer", "", READERS),
    "GET /debates/{id}?role=opponent": ("opponent", "", WAITERS),
    "GET /debates/{id}/arguments": ("proposer", "", READERS),
    "GET /debates/{id}/arguments?role=opponent": ("opponent", "", WAITERS),
    "GET /debates/{id}/arguments/{motion}": ("proposer", "", READERS),
    "GET /debates/{id}/arguments/{motion}?role=opponent": ("opponent", "", WAITERS),
    "GET /debates/{id}/wait?argument_id={motion}&role=proposer&timeout=0": ("proposer", "", WAITERS),
    "GET /debates/{id}/wait?argument_id={motion}&role=opponent&timeout=0": ("opponent", "", WAITERS),
    "GET /debates/{id}/wait?argument_id={motion}&role=arbitrator&timeout=0": ("arbitrator", "", WAITERS),
    "GET /debates/{id}/verify": ("proposer", "", READERS),
    "GET /debates/{id}/export": ("proposer", "", READERS),
    "POST /debates/{id}/arguments": ("opponent", "", THE_SEATS),
    "POST /debates/{id}/appeal": ("proposer", "claim", THE_SEATS),
    "POST /debates/{id}/resolution": ("proposer", "claim", THE_SEATS),
    "POST /debates/{id}/intervention": ("arbitrator", "", THE_SEATS),
    "POST /debates/{id}/ruling": ("arbitrator", "stop", THE_SEATS),
    "POST /formats/arbitration/debates": ("proposer", "", OWNERS),
    "POST /panels": ("proposer", "", OWNERS),
    "POST /evaluations": ("proposer", "", OWNERS),
    "POST /exhibitions": ("proposer", "", OWNERS),
    "GET /debates/{id}/links": ("proposer", "", HOUSE),
    "POST /debates/{id}/links": ("proposer", "", OWNERS),
    "DELETE /debates/{id}/links/none": ("proposer", "", NO_LINK),
    "GET /samples": ("proposer", "", ANYBODYS),
    "POST /samples/panel": ("proposer", "", OWNERS),
    "GET /players": ("proposer", "", HOUSE),
    "POST /players/sandbox/fetch": ("proposer", "", NO_CHOICE),
    "GET /operations": ("proposer", "", HOUSE),
    "GET /memory/episodes": ("proposer", "", HOUSE),
    "GET /memory/lessons": ("proposer", "", HOUSE),
    "POST /debates/{id}/moves": ("opponent", "", THE_SEATS),
    "POST /debates/{id}/answers": ("opponent", "", THE_SEATS),
    "POST /debates/{id}/choice": ("proposer", "", NO_CHOICE),
    "GET /debates/{id}/brief?role=opponent": ("opponent", "", WAITERS),
    "GET /debates/{id}/setup": ("proposer", "", READERS),
    "GET /debates/{id}/result": ("proposer", "", READERS),
    "GET /debates/{id}/papers": ("proposer", "", NO_PAPERS),
    "GET /debates/{id}/arguments/{motion}/provenance": ("proposer", "", READERS),
    "POST /workshops": ("proposer", "", OWNERS),
    "GET /debates/{id}/turns": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/versions": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/versions/1": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/versions/diff": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/gates": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/git": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/git/diff": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/git/history?path=a.py": ("proposer", "", NO_WORKSHOP),
    "GET /debates/{id}/git/blame?path=a.py": ("proposer", "", NO_WORKSHOP),
    "DELETE /debates/{id}/git": ("proposer", "", NO_CHOICE),
    "GET /debates/{id}/audit": ("proposer", "", READERS),
    "GET /debates/{id}/audit?format=html": ("proposer", "", READERS),
    "GET /debates/{id}/diff?with={id}": ("proposer", "", READERS),
    "POST /debates/{id}/rerun": ("proposer", "", OWNERS),
    "POST /imports": ("proposer", "", OWNERS),
    "POST /debates/{id}/approve": ("proposer", "", NO_CHOICE),
    "POST /debates/{id}/reject": ("proposer", "", NO_CHOICE),
    "POST /documents": ("proposer", "", SHARERS),
    "GET /documents": ("proposer", "", ANYBODYS),
    "GET /documents?debate_id={id}": ("proposer", "", READERS),
    "GET /documents/{document}": ("proposer", "", ANYBODYS),
    "GET /documents/{document}/versions": ("proposer", "", ANYBODYS),
    "GET /documents/{document}/diff?from=1": ("proposer", "", ANYBODYS),
    "POST /documents/{document}/versions": ("proposer", "", SUBMITTERS),
}


HUMAN = {"risk": "human", "value": "human", "effort": "human"}
EVALUATORS = dict.fromkeys(("assessor", "advocate", "challenger", "arbiter"), "human")


def body_of(request: str, scene: Scene) -> Any:
    argued = {"target_id": scene.table.id(1), "content": "C"}
    bodies: dict[str, Any] = {
        "POST /debates": {
            "debate_id": str(uuid4()),
            "title": "T",
            "debate_type": "general_debate",
            "content": "C",
        },
        "POST /debates/{id}/arguments": {"role": "opponent", **argued},
        "POST /debates/{id}/appeal": argued,
        "POST /debates/{id}/resolution": argued,
        "POST /debates/{id}/ruling": {"content": "C"},
        "POST /debates/{id}/intervention": {},
        "POST /formats/arbitration/debates": {
            "setup": {"title": "T", "debate_type": "general_debate"},
            "role": "proposer",
            "type": "MOTION",
            "move": {"content": "C"},
        },
        "POST /panels": {"question_text": "Q", "options": ["A=One", "B=Two"], "seats": HUMAN},
        "POST /evaluations": {"idea": "An idea.", "seats": {"red_team": "human", **EVALUATORS}},
        "POST /exhibitions": {"topic": "A topic that is long enough for anybody"},
        "POST /debates/{id}/moves": {"role": "opponent", "type": "CLAIM", "move": {"content": "C", "target": 1}},
        "POST /debates/{id}/answers": {"role": "opponent", "filled": [{"content": "C", "target": 1}]},
        "POST /debates/{id}/choice": {"option": "A"},
        "POST /workshops": {"task": "Add two numbers.", "player": "human", "seats": {"executor": "human"}},
        "POST /debates/{id}/rerun": {"line": 1, "seats": {"opponent": "human"}},
        "POST /imports": {"text": json.dumps({"messages": [{"role": "user", "content": str(uuid4())}]})},
        "POST /debates/{id}/links": {},
        "POST /debates/{id}/approve": {},
        "POST /debates/{id}/reject": {"reason": "Not yet."},
        "POST /documents": {"title": "T", "content": "C"},
        "POST /documents/{document}/versions": {"content": "C"},
    }
    return bodies.get(request)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("request_line", VERBS)
async def test_each_verb_is_there_for_those_whose_it_is(scene: Scene, request_line: str, caller: str):
    seat, before, expected = VERBS[request_line]
    if before == "claim":
        said(await scene.table.claim("opponent"))
    elif before == "stop":
        said(await scene.table.intervene())
    stood = (await scene.table.context())["debate"]

    response = await scene.ask(request_line, scene.key(caller, seat), body_of(request_line, scene))

    if caller in ("nobody", "a stranger"):
        error = refused(response, "UNAUTHENTICATED", 401)
        assert response.headers["www-authenticate"] == "Bearer"
        assert "DEBATE_AUTH_TOKEN" in error["suggestion"]
    elif expected[caller] == 403:
        assert refused(response, "FORBIDDEN", 403)["suggestion"]
    else:
        assert response.status_code == expected[caller], response.text
    if not response.is_success:
        assert (await scene.table.context())["debate"] == stood


async def test_the_reader_of_a_debate_reads_it_and_does_nothing(scene: Scene):
    key = said(await scene.ask("POST /debates/{id}/links", TOKEN, {}))["key"]
    stood = (await scene.table.context())["debate"]
    for request_line, (_, _, expected) in VERBS.items():
        answer = await scene.ask(request_line, key, body_of(request_line, scene))
        reads = request_line.startswith("GET") and expected["another seat"] != 403
        assert answer.status_code == (expected["another seat"] if reads else 403), request_line
    assert (await scene.table.context())["debate"] == stood


BY_ITS_ID = ("GET /documents/{document}", "GET /documents/{document}/versions", "GET /documents/{document}/diff?from=1")
"""A document is read by whoever is known here and was given its id."""
AGENTS = {"GET /debates", "GET /debate-types", "GET /samples", "GET /documents", *BY_ITS_ID}
"""All that an agent of the arena may ask for outside of it."""


async def test_an_agent_of_the_arena_has_no_part_in_debates_of_the_house_or_in_what_is_shared_there(scene: Scene):
    agent = said(await scene.ask("POST /agents", TOKEN, {"handle": "ann"}))["api_key"]
    stood = (await scene.table.context())["debate"]
    for request_line in VERBS:
        answer = await scene.ask(request_line, agent, body_of(request_line, scene))
        assert answer.status_code == (200 if request_line in AGENTS else 403), (request_line, answer.text)
    assert (await scene.table.context())["debate"] == stood
    assert said(await scene.ask("GET /documents", agent))["documents"] == []
    assert {one["format"] for one in said(await scene.ask("GET /debates", agent))["debates"]} <= {"arena"}


OF_THE_ARENA = {"arena", "agents", "around", "fixtures"}
"""Routes that test_arena_keys.py has: there agents act, and seats have no part in it."""


async def test_every_route_of_the_api_is_in_the_matrix_or_open_to_all(guarded: Inside):
    paths: dict[str, dict[str, Any]] = openapi()["paths"]
    there = {
        f"{method.upper()} {path.removeprefix(API)}"
        for path, ways in paths.items()
        for method, way in ways.items()
        if not OF_THE_ARENA & set(way["tags"])
    }
    tried = {line.split("?")[0].replace("{id}", "{debate_id}") for line in VERBS}
    tried = {line.replace("/arbitration/", "/{format}/").replace("/samples/panel", "/samples/{name}") for line in tried}
    tried = {
        line.replace("/versions/1", "/versions/{number}").replace("/links/none", "/links/{link_id}") for line in tried
    }
    tried = {line.replace("/players/sandbox/", "/players/{player}/") for line in tried}
    tried = {line.replace("{motion}", "{argument_id}").replace("{document}", "{document_id}") for line in tried}
    assert there - tried == {"GET /health", "GET /ready", "GET /debates/{debate_id}/events"}
    assert tried <= there


@pytest.mark.parametrize("path", ["/health", "/ready", "/openapi.json"])
async def test_that_the_house_is_there_may_be_known_by_all(guarded: Inside, path: str):
    async with guarded.caller() as nobody:
        said(await nobody.get(f"{API}{path}"))


async def test_watching_is_for_those_who_may_read(scene: Scene):
    refused(await scene.ask("GET /debates/{id}/events", None), "UNAUTHENTICATED", 401)
    refused(await scene.ask("GET /debates/{id}/events", "wrong"), "UNAUTHENTICATED", 401)
    refused(await scene.ask("GET /debates/{id}/events", scene.other.keys["proposer"]), "FORBIDDEN", 403)
    key = scene.table.keys["proposer"]
    refused(await scene.ask("GET /debates/{id}/events?role=opponent", key), "FORBIDDEN", 403)


async def test_a_seat_key_lists_its_own_debate_and_its_documents_alone(scene: Scene):
    key = scene.table.keys["opponent"]
    debates = said(await scene.ask("GET /debates", key))["debates"]
    assert [debate["id"] for debate in debates] == [scene.table.debate]
    documents = said(await scene.ask("GET /documents", key))["documents"]
    assert [document["id"] for document in documents] == [scene.document]
    assert said(await scene.ask("GET /documents", scene.other.keys["opponent"]))["documents"] == []


async def test_a_seat_key_reads_as_its_own_seat_without_saying_so(scene: Scene):
    context = said(await scene.ask("GET /debates/{id}", scene.table.keys["opponent"]))
    assert (context["role"], context["action"]) == ("opponent", "respond")


async def test_what_a_seat_shares_belongs_to_its_debate_and_bears_its_name(scene: Scene):
    key = scene.table.keys["proposer"]
    shared = said(await scene.ask("POST /documents", key, {"title": "T", "content": "C"}))
    assert shared["by"] == "proposer"
    found = said(await scene.ask("GET /documents", key))["documents"]
    assert {document["id"]: document["debate_id"] for document in found}[shared["document_id"]] == scene.table.debate
    foreign = {"title": "T", "content": "C", "debate_id": scene.other.debate}
    refused(await scene.ask("POST /documents", key, foreign), "FORBIDDEN", 403)


async def test_a_document_of_no_debate_may_be_revised_by_whoever_was_given_its_id(scene: Scene):
    document = said(await scene.ask("POST /documents", TOKEN, {"title": "T", "content": "C"}))["document_id"]
    for number, key in enumerate((scene.table.keys["proposer"], scene.other.keys["opponent"]), start=2):
        revised = said(await scene.ask(f"POST /documents/{document}/versions", key, {"content": f"D{number}"}))
        assert revised["version"] == number


# The keys themselves


async def test_opening_gives_a_key_to_each_seat_and_the_same_again_when_repeated(guarded: Inside):
    table = Table(guarded.http, str(uuid4()))
    first = said(await table.open(client_request_id="open"))
    again = said(await table.open(client_request_id="open"))
    assert set(first["seat_keys"]) == {"proposer", "opponent", "arbitrator"}
    assert len(set(first["seat_keys"].values())) == 3
    assert again["seat_keys"] == first["seat_keys"]
    refused(await table.open(client_request_id="other"), "DEBATE_EXISTS", 409)


async def test_without_a_token_there_are_no_keys(house: Inside):
    assert "seat_keys" not in said(await Table(house.http, str(uuid4())).open())


async def test_no_other_answer_gives_keys_away(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    answers = [
        await guarded.http.get(table.path),
        await guarded.http.get(f"{table.path}/arguments"),
        await guarded.http.get(f"{table.path}/export"),
        await guarded.http.get(f"{API}/debates"),
        await table.claim("opponent"),
    ]
    assert not any(key in answer.text for answer in answers for key in table.keys.values())


async def test_keys_outlive_the_server_and_open_no_other_house(tmp_path: Path):
    async with inside(str(tmp_path / "moot.db"), token=TOKEN) as house:
        table = await Table(house.http, str(uuid4())).opened()
    async with inside(str(tmp_path / "moot.db"), token="another token") as house:
        async with house.caller(table.keys["opponent"]) as opponent:
            said(await opponent.get(table.path))
        async with house.caller(TOKEN) as stranger:
            refused(await stranger.get(table.path), "UNAUTHENTICATED", 401)
    async with inside(str(tmp_path / "other.db"), token=TOKEN) as house, house.caller(table.keys["opponent"]) as lost:
        refused(await lost.get(table.path), "UNAUTHENTICATED", 401)


async def test_a_key_that_was_tampered_with_opens_nothing(scene: Scene):
    key = scene.table.keys["opponent"]
    forged = [
        key[:-1],
        key + "x",
        key.swapcase(),
        key.replace(".opponent.", ".arbitrator."),
        key.replace(scene.table.debate, scene.other.debate),
        f"seat.{scene.table.debate}.arbitrator.",
        f"seat.{scene.table.debate}.",
        "seat...",
        "seat",
        ".",
        TOKEN[:-1],
        TOKEN.upper(),
        f"{TOKEN} {TOKEN}",
    ]
    for token in forged:
        refused(await scene.ask("GET /debates/{id}", token), "UNAUTHENTICATED", 401)


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", f"Basic {TOKEN}", TOKEN, f"Token {TOKEN}", f"Bearer\t{TOKEN}", "Bearer \xff\xfe"],
)
async def test_a_header_that_does_not_bear_the_token_opens_nothing(guarded: Inside, header: str):
    async with guarded.caller() as caller:
        request = caller.build_request("GET", f"{API}/debates", headers={b"Authorization": header.encode("latin-1")})
        refused(await caller.send(request), "UNAUTHENTICATED", 401)


async def test_the_word_bearer_may_be_written_in_any_case(guarded: Inside):
    async with guarded.caller() as caller:
        said(await caller.get(f"{API}/debates", headers={"Authorization": f"bearer {TOKEN}"}))


@pytest.mark.parametrize("name", ["token", "access_token", "key", "auth", "moot_session", "authorization"])
async def test_a_token_in_the_address_is_not_accepted(guarded: Inside, name: str):
    async with guarded.caller() as caller:
        refused(await caller.get(f"{API}/debates", params={name: TOKEN}), "UNAUTHENTICATED", 401)


async def test_a_token_in_the_body_is_not_accepted(guarded: Inside):
    async with guarded.caller() as caller:
        body = {"debate_id": str(uuid4()), "title": "T", "debate_type": "general_debate", "content": "C"}
        refused(await caller.post(f"{API}/debates", json={**body, "token": TOKEN}), "UNAUTHENTICATED", 401)


# The cookie that the page keeps


async def test_the_cookie_of_the_page_is_accepted(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    async with guarded.caller(Cookie=f"a=b; moot_session={table.keys['arbitrator']}; c=d") as page:
        said(await page.post(f"{table.path}/intervention", json={}))
        refused(
            await page.post(
                f"{table.path}/arguments", json={"role": "opponent", "target_id": table.id(1), "content": "C"}
            ),
            "FORBIDDEN",
            403,
        )
    async with guarded.caller(Cookie="moot_session=wrong") as page:
        refused(await page.get(table.path), "UNAUTHENTICATED", 401)


async def test_a_header_goes_before_a_cookie(guarded: Inside):
    async with guarded.caller("wrong", Cookie=f'moot_session="{TOKEN}"') as caller:
        refused(await caller.get(f"{API}/debates"), "UNAUTHENTICATED", 401)


@pytest.mark.parametrize("token", [TOKEN, 'with "quotes" and; more, = yes'])
async def test_signing_in_on_the_page_gives_a_cookie_that_the_api_takes(token: str):
    async with inside(token=token) as house, house.caller() as browser:
        form = (await browser.get("/sign-in")).text
        hidden = dict(re.findall(r'<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"', form))
        response = await browser.post("/sign-in", data={**hidden, "token": token}, headers={"Accept": "text/html"})
        assert response.status_code == 303, response.text
        cookie = response.headers["set-cookie"]
        assert "httponly" in cookie.lower()
        assert "samesite=strict" in cookie.lower()
        said(await browser.get(f"{API}/debates"))


# The token is a secret


async def test_no_error_repeats_a_token(guarded: Inside):
    for token in (TOKEN, "seat.guess.guess.guess-secret", "some-other-secret"):
        async with guarded.caller(token) as caller:
            answers = [
                await caller.get(f"{API}/debates/x"),
                await caller.get(f"{API}/nothing"),
                await caller.post(f"{API}/debates", json={"token": 1}),
                await caller.delete(f"{API}/debates"),
                await caller.post(f"{API}/debates", json={}, headers={"Origin": "https://evil.example"}),
                await caller.post(f"{API}/debates", content=b"x" * (3 * 1024 * 1024)),
            ]
        assert not any(token in answer.text for answer in answers)


async def test_nothing_that_is_logged_holds_a_token(tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db"), token=TOKEN) as server:
        async with server.client() as owner:
            table = await Table(owner, str(uuid4())).opened()
            for token in (TOKEN, table.keys["proposer"], "a-wrong-secret"):
                await owner.get(table.path, headers=bearer(token))
                await owner.get(f"{table.path}/ws?token={token}", headers=bearer(token))
                await owner.post(f"{table.path}/arguments", content=b"\xff", headers=bearer(token))
        server.terminate()
        secrets = (TOKEN, "a-wrong-secret", *table.keys.values())
        assert not any(secret in server.log for secret in secrets)


def test_settings_do_not_show_the_token_when_they_are_printed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DEBATE_AUTH_TOKEN", TOKEN)
    settings = Settings()
    assert settings.token == TOKEN
    assert TOKEN not in repr(settings)
    assert TOKEN not in str(settings)
