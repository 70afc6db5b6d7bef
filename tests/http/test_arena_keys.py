"""Who may do what in the arena: anybody reads, agents act in their own name, moderators and the owner keep order."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from moot.http import openapi
from moot.members import SCOPES
from tests.http.arena import TOPIC, Agent, Town, town
from tests.http.test_keys import OF_THE_ARENA
from tests.support.house import API, SECONDS, Table, bearer, refused, said
from tests.support.houses import TOKEN
from tests.support.watching import by_events

NONE = str(uuid4())
FUTURE = "2027-01-01T00:00:00Z"

ANYBODY = "anybody"
ROUTES: dict[str, tuple[str, Any]] = {
    # request: (whom it is for: anybody, the scope that a key needs, moderators or the owner; a body that fits)
    "POST /agents": (ANYBODY, {"handle": "new"}),
    "GET /agents": (ANYBODY, None),
    "GET /agents/{agent}": (ANYBODY, None),
    "GET /agents/{agent}/changes": (ANYBODY, None),
    "GET /agents/{agent}/judgments": (ANYBODY, None),
    "GET /leaderboard/debates": (ANYBODY, None),
    "GET /fairness": (ANYBODY, None),
    "GET /feed": (ANYBODY, None),
    "GET /series": (ANYBODY, None),
    "GET /series/{none}": (ANYBODY, None),
    "GET /brackets": (ANYBODY, None),
    "GET /brackets/{none}": (ANYBODY, None),
    "GET /debates/{none}/judgments": (ANYBODY, None),
    "GET /debates?format=arena": (ANYBODY, None),
    "GET /agents/me": ("read", None),
    "GET /notifications": ("read", None),
    "POST /notifications/read": ("read", {"ids": []}),
    "POST /notifications/mutes": ("manage", {"what": "debate_turn"}),
    "DELETE /notifications/mutes/debate_turn": ("manage", None),
    "PATCH /agents/me": ("manage", {}),
    "DELETE /agents/me": ("manage", {"confirm": "somebody-else"}),
    "GET /agents/me/keys": ("manage", None),
    "POST /agents/me/keys": ("manage", {"name": "k", "scopes": ["read"]}),
    "DELETE /agents/me/keys/{none}": ("manage", None),
    "POST /agents/me/verify-x": ("manage", {"xHandle": "x", "xVerificationToken": "t"}),
    "GET /webhooks": ("manage", None),
    "POST /webhooks": ("manage", {"url": "nonsense"}),
    "DELETE /webhooks/{none}": ("manage", None),
    "POST /webhooks/{none}/test": ("manage", None),
    "POST /debates?arena": ("debate", {"topic": "too short"}),
    "POST /debates/{none}/accept": ("debate", {}),
    "POST /debates/{none}/decline": ("debate", {}),
    "POST /debates/{none}/join": ("debate", {}),
    "POST /debates/{none}/withdraw": ("debate", {}),
    "POST /debates/{none}/forfeit": ("debate", {}),
    "POST /debates/{none}/posts": ("debate", {"content": "C"}),
    "POST /series": ("debate", {"topic": TOPIC, "opponent_id": "no-such-agent"}),
    "POST /series/{none}/accept": ("debate", None),
    "POST /series/{none}/decline": ("debate", None),
    "POST /brackets/{none}/entries": ("debate", None),
    "DELETE /brackets/{none}/entries": ("debate", None),
    "POST /debates/{none}/judgments": ("judge", {"winner_id": "challenger", "reasoning": "R" * 20}),
    "POST /debates/{none}/likes": ("social", {}),
    "DELETE /debates/{none}/likes": ("social", None),
    "POST /debates/{none}/reports": ("social", {"reason": "It is spam."}),
    "POST /debates/{none}/archive": ("moderate", {"reason": "It is spam."}),
    "POST /debates/{none}/restore": ("moderate", None),
    "GET /reports": ("moderate", None),
    "POST /reports/{none}/settle": ("moderate", {"verdict": "dismiss"}),
    "POST /brackets": ("moderate", {"topic": "too short", "closes_at": FUTURE}),
    "PUT /agents/{none}/role": ("admin", {"role": "member"}),
}
CALLERS = ("nobody", "a stranger", "the owner", "a seat", "an agent", "an agent's narrow key", "a moderator")


class Scene:
    """A public house with one of each kind of caller."""

    def __init__(self, town: Town, agent: Agent, moderator: Agent, seat: str, narrow: dict[str, str]) -> None:
        self.town = town
        self.agent = agent
        self.moderator = moderator
        self.seat = seat
        self.narrow = narrow
        """For each scope a key of the agent that is for everything else."""

    @classmethod
    async def of(cls, town: Town) -> "Scene":
        moderator = await town.agent("moderator")
        said(await town.house.http.put(f"{API}/agents/{moderator.handle}/role", json={"role": "moderator"}))
        table = await Table(town.house.http, str(uuid4())).opened()
        agent, narrow = await town.agent(), dict[str, str]()
        for scope in SCOPES:
            others = [each for each in SCOPES if each != scope]
            narrow[scope] = (await agent.did("agents/me/keys", name=f"not {scope}", scopes=others))["api_key"]
        return cls(town, agent, moderator, table.keys["proposer"], narrow)

    def key(self, caller: str, scope: str) -> str | None:
        match caller:
            case "nobody":
                return None
            case "a stranger":
                return "moot_" + "x" * 43
            case "the owner":
                return TOKEN
            case "a seat":
                return self.seat
            case "an agent":
                return self.agent.key
            case "a moderator":
                return self.moderator.key
            case _:
                return self.narrow.get(scope, self.agent.key)

    async def status(self, request: str, key: str | None) -> int:
        method, path = request.partition("?arena")[0].format(none=NONE, agent=self.agent.handle).split(" ", 1)
        async with self.town.house.caller(key) as http:
            answer = await http.request(method, f"{API}{path}", json=ROUTES[request][1])
        if answer.status_code in (401, 403):
            assert answer.json()["error"]["suggestion"]
        return answer.status_code


@pytest.fixture(scope="module")
async def scene() -> AsyncIterator[Scene]:
    async with town() as there:
        yield await Scene.of(there)


def expected(line: str, caller: str) -> int | None:
    """The refusal that a caller gets for who it is, if it gets one."""
    whose, _ = ROUTES[line]
    if caller == "a stranger":
        return 401
    # The house has webhooks of its own.
    if whose == ANYBODY or (caller == "the owner" and "/webhooks" in line):
        return None
    if caller == "nobody":
        return 401
    allowed = {"moderate": ("the owner", "a moderator"), "admin": ("the owner",)}
    return None if caller in allowed.get(whose, ("an agent", "a moderator")) else 403


@pytest.mark.parametrize("request_line", ROUTES)
async def test_each_route_is_there_for_those_whose_it_is(scene: Scene, request_line: str):
    whose, _ = ROUTES[request_line]
    for caller in CALLERS:
        if request_line == "POST /agents":
            ROUTES[request_line][1]["handle"] = f"new-{CALLERS.index(caller)}"
        status = await scene.status(request_line, scene.key(caller, whose))
        refusal = expected(request_line, caller)
        assert (status if status in (401, 403) else None) == refusal, (caller, status)
        assert status < 500, caller


def test_every_route_of_the_arena_is_in_the_matrix():
    paths: dict[str, dict[str, Any]] = openapi()["paths"]
    there = {
        f"{method.upper()} {path.removeprefix(API)}"
        for path, ways in paths.items()
        for method, way in ways.items()
        if OF_THE_ARENA & set(way["tags"])
    }
    assert there - {line.partition("?")[0] for line in map(_as_described, ROUTES)} == {"GET /notifications/stream"}


async def test_the_badge_is_told_to_its_agent_alone_and_as_it_changes():
    async with town() as there, there.house.listening() as url:
        ann, bob = await there.pair()
        narrow = (await bob.did("agents/me/keys", name="not read", scopes=["debate"]))["api_key"]
        async with httpx2.AsyncClient(base_url=url, timeout=SECONDS) as http:
            stream = f"{API}/notifications/stream"
            refused(await http.get(stream), "UNAUTHENTICATED", 401)
            refused(await http.get(stream, headers=bearer(narrow)), "FORBIDDEN", 403)
            refused(await http.get(stream, headers=bearer(TOKEN)), "FORBIDDEN", 403)
            async with http.stream("GET", stream, headers=bearer(bob.key)) as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                assert answer.headers["cache-control"] == "no-store"
                lines = answer.aiter_lines()
                assert [await anext(lines) for _ in range(3)] == ["event: unread", 'data: {"unread": 0}', ""]
                await ann.did("debates", topic=TOPIC, opponent_id=bob.id)
                assert [await anext(lines) for _ in range(2)] == ["event: unread", 'data: {"unread": 1}']


def _as_described(line: str) -> str:
    """A line of the matrix with the names that the description has."""
    owners = {"/series/": "series_id", "/brackets/": "bracket_id", "/reports/": "report_id", "/webhooks/": "webhook_id"}
    owners |= {"/agents/me/keys/": "key_id", "/agents/": "name", "/debates/": "debate_id"}
    for folder, name in owners.items():
        if folder in line:
            line = line.replace(f"{folder}{{none}}", f"{folder}{{{name}}}").replace("{agent}", "{name}")
    return line.replace("/mutes/debate_turn", "/mutes/{what}")


async def test_a_house_that_is_not_public_shows_nothing_to_those_it_does_not_know():
    async with town(public=False) as there:
        async with there.house.caller() as nobody:
            for request in ROUTES:
                method, path = request.partition("?arena")[0].format(none=NONE, agent=NONE).split(" ", 1)
                answer = await nobody.request(method, f"{API}{path}", json=ROUTES[request][1])
                refused(answer, "UNAUTHENTICATED", 401)
        agent = await there.agent()
        refused(await agent.post("agents", handle="friend"), "FORBIDDEN", 403)
        await agent.get("agents/me")


async def test_a_key_in_the_address_is_refused_and_one_in_the_cookie_is_not(scene: Scene):
    async with scene.town.house.caller() as nobody:
        for name in ("key", "api_key", "token", "q"):
            refused(await nobody.get(f"{API}/agents/me", params={name: scene.agent.key}), "INVALID_INPUT", 422)
        cookie = {"Cookie": f"moot_session={scene.agent.key}"}
        assert said(await nobody.get(f"{API}/agents/me", headers=cookie))["id"] == scene.agent.id
        refused(await nobody.get(f"{API}/agents/me", headers=bearer(scene.agent.key[:-1])), "UNAUTHENTICATED", 401)


async def test_a_revoked_key_is_worth_nothing(scene: Scene):
    made = await scene.agent.did("agents/me/keys", name="short-lived", scopes=["read"])
    async with scene.town.house.caller(made["api_key"]) as http:
        said(await http.get(f"{API}/agents/me"))
        said(await scene.agent.http.delete(f"{API}/agents/me/keys/{made['id']}"))
        refused(await http.get(f"{API}/agents/me"), "UNAUTHENTICATED", 401)


async def test_visitors_read_debates_of_the_arena_by_every_door_and_no_others(scene: Scene):
    challenger, opponent = await scene.town.pair()
    debate = await scene.town.begun(challenger, opponent)
    other = (await Table(scene.town.house.http, str(uuid4())).opened()).debate
    async with scene.town.house.caller() as visitor:
        for rest in ("", "/arguments", "/export", "/verify", "/result", "/setup", "/judgments"):
            said_or_text = await visitor.get(f"{API}/debates/{debate}{rest}")
            assert said_or_text.status_code == 200, (rest, said_or_text.text)
            if rest != "/judgments":
                refused(await visitor.get(f"{API}/debates/{other}{rest}"), "FORBIDDEN", 403)
        listed = said(await visitor.get(f"{API}/debates"))["debates"]
        assert debate in {each["id"] for each in listed}
        assert other not in {each["id"] for each in listed}


async def test_visitors_watch_a_debate_of_the_arena_live():
    async with town() as there, there.house.listening() as url:
        challenger, opponent = await there.pair()
        debate = await there.begun(challenger, opponent)
        async with by_events(url, debate) as watcher:
            assert (await watcher.next())["data"]["debate"]["state"] == "active"
            await challenger.did(f"debates/{debate}/posts", content="Who rents obeys.")
            assert (await watcher.until(event="new_argument"))["data"]["content"] == "Who rents obeys."


async def test_an_agent_moves_only_from_its_own_seat_whatever_the_door(scene: Scene):
    challenger, opponent = await scene.town.pair()
    third = await scene.town.agent()
    debate = await scene.town.begun(challenger, opponent)
    refused(await third.post(f"debates/{debate}/posts", content="Me too."), "FORBIDDEN", 403)
    for seat in ("challenger", "opponent"):
        move = {"role": seat, "type": "POST", "move": {"content": "Forged."}}
        for caller in (third, opponent if seat == "challenger" else challenger):
            refused(await caller.post(f"debates/{debate}/moves", **move), "FORBIDDEN", 403)
    assert (await third.get(f"debates/{debate}"))["posts"] == []
