"""Secrets stay where they belong: a house with marked ones is used and misused, and all that it leaves is searched."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx2
import pytest
from typing_extensions import override

from moot.desk.exports import Form
from moot.testing.wire import Asked, Reply, WireServer, failing
from tests.support.house import API, ServerProcess, Table, bearer, said
from tests.support.players import QUESTION, Matter
from tests.support.understudy import Understudy

TOKEN = "owner-TOKENMARK-4f1d9a7c2b"
PROVIDER = "sk-PROVIDERMARK-0123456789abcdef"
HEADER = "HEADERMARK-77aa88bb"
X_SECRET = "XSECRETMARK-5150"
PASSED = "PASSEDMARK-31337"
DATABASE = "DATABASEMARK-pw"
EXPORTS: tuple[str, ...] = Form.__args__
PLAYERS = """
[players.kept]
model = "openai:kept"
base_url = "{url}"
api_key_env = "MARKED_KEY"
settings = {{ extra_headers = {{ "x-team" = "{header}" }} }}

[players.program]
command = ["{program}"]
pass_env = ["MARKED_PASSED"]
"""
PROGRAM = """#!/bin/sh
echo "no: $MARKED_PASSED $MARKED_KEY" >&2
exit 3
"""


@dataclass
class Marked(ServerProcess):
    """A server whose secrets can be told from everything else."""

    more: Mapping[str, str] = field(default_factory=dict[str, str])

    @override
    def _environment(self) -> dict[str, str]:
        return {**super()._environment(), **self.more}

    def ran(self, *arguments: str, **env: str) -> str:
        """All that a command says in this house, whatever comes of it."""
        told = Understudy(arguments, {**self._environment(), **env}, cwd=self.folder)
        return "".join(part.decode() for part in told.communicate(60))


def telling(asked: Asked) -> Reply:
    """A provider that repeats in its refusal what it was sent: that the key is wrong, or the whole request."""
    status = 401 if "You are the risk judge" in json.dumps(asked.body) else 400
    return failing(status, f"Not so: {asked.headers.get('authorization')} of {asked.headers.get('x-team')}")


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Marked, WireServer]]:
    folder = Path(tempfile.mkdtemp(prefix="moot-marked-"))
    program = folder / "program.sh"
    program.write_text(PROGRAM)
    program.chmod(0o700)
    more = {
        "MARKED_KEY": PROVIDER,
        "MARKED_PASSED": PASSED,
        "OPENAI_API_KEY": PROVIDER,
        "MOOT_X_CLIENT_ID": "client",
        "MOOT_X_CLIENT_SECRET": X_SECRET,
        "MOOT_LOG_LEVEL": "debug",
    }
    with WireServer(telling) as wire:
        (folder / "players.toml").write_text(PLAYERS.format(url=wire.url, header=HEADER, program=program))
        server = Marked(str(folder / "moot.db"), TOKEN, folder=folder, more=more)
        server.start()
        try:
            yield server, wire
        finally:
            server.kill()
            server.leave()
            shutil.rmtree(folder, ignore_errors=True)


class Search:
    """Everything that a house said and wrote, each under where it was found."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def heard(self, answer: httpx2.Response) -> httpx2.Response:
        self.found[f"{answer.request.method} {answer.request.url.path} {len(self.found)}"] = answer.text
        return answer

    def places(self, secret: str, besides: tuple[str, ...] = ()) -> list[str]:
        there = [place for place, text in self.found.items() if secret in text]
        return [place for place in there if not place.startswith(besides or ("\0",))]


async def test_no_secret_is_found_in_anything_that_a_house_says_or_keeps(house: tuple[Marked, WireServer]):
    server, wire = house
    search = Search()
    async with server.client() as owner, server.client("wrong-WRONGMARK-key") as stranger:
        keys = await _used(server, owner, search)
        await _misused(owner, stranger, search, keys)
    assert wire.asked[0].headers["authorization"] == f"Bearer {PROVIDER}"
    search.found["config"] = server.ran("config", "show", "--json")
    search.found["backup"] = server.ran("export", "--all", "--database", server.database, "--out", "kept")
    search.found |= _left(server)
    assert "POST" in server.log
    assert len(search.found) > 25
    for secret in (TOKEN, PROVIDER, HEADER, X_SECRET, PASSED, "WRONGMARK"):
        assert search.places(secret) == [], secret
    # These are told once, to whom they are for; the secret of a webhook is kept, since it signs what is sent.
    for name, secret in keys.items():
        beside = ("file moot.db", "file webhooks.jsonl") if name == "webhook" else ()
        assert search.places(secret, beside) == [], name


def _left(server: Marked) -> dict[str, str]:
    """The log, and every file of the house but the one in which its owner wrote a secret down."""
    files = [path for path in server.folder.rglob("*") if path.is_file() and path.name != "players.toml"]
    return {f"file {path.name}": path.read_bytes().decode("latin-1") for path in files}


async def _used(server: Marked, owner: httpx2.AsyncClient, search: Search) -> dict[str, str]:
    """The house as it is meant: debates, members, webhooks, players that fail, copies. The secrets it gave out."""
    table = await Table(owner, str(uuid4())).opened()
    agent = said(await owner.post(f"{API}/agents", json={"handle": "marked"}))
    webhook = said(await owner.post(f"{API}/webhooks", json={"url": "https://example.com/hook"}))
    shared = said(await owner.post(f"{table.path}/links", json={}))
    seats = dict.fromkeys(("risk", "value"), "kept") | {"effort": "program"}
    matter = await Matter.asked(server, owner, **QUESTION, seats=seats)
    await matter.until("CONTESTED", "CONSENSUS")
    assert not any("broke" in detail for _, _, detail in await matter.lapses())
    assert {(seat, reason) for seat, reason, _ in await matter.lapses()} == {(seat, "failed") for seat in seats}
    for path in (table.path, matter.path):
        for form in EXPORTS:
            search.heard(await owner.get(f"{path}/export", params={"format": form}))
        for rest in ("", "/audit", "/audit?format=html", "/arguments", "/setup", "/verify", "/result"):
            search.heard(await owner.get(f"{path}{rest}"))
    for path in ("players", "agents", "agents/marked", "webhooks", "debates", "openapi.json"):
        search.heard(await owner.get(f"{API}/{path}"))
    search.heard(await owner.get(f"/debates/{table.debate}", headers={"Accept": "text/html"}))
    async with server.client(agent["api_key"]) as member:
        search.heard(await member.get(f"{API}/agents/me/keys"))
        search.heard(await member.get(f"{API}/agents/me"))
    given = {f"seat {name}": key for name, key in table.keys.items()}
    claim = agent["claim_url"].rpartition("/")[2]
    search.heard(await owner.get(f"/claim/{claim}x"))
    return {**given, "claim": claim, "agent": agent["api_key"], "webhook": webhook["secret"], "reader": shared["key"]}


async def _misused(
    owner: httpx2.AsyncClient, stranger: httpx2.AsyncClient, search: Search, keys: Mapping[str, str]
) -> None:
    """What goes wrong: wrong keys, keys in the wrong place, broken bodies."""
    search.heard(await stranger.get(f"{API}/debates"))
    search.heard(await stranger.post("/sign-in", data={"token": "WRONGMARK"}))
    for name, key in keys.items():
        search.heard(await owner.get(f"{API}/debates", params={"token": key}))
        search.heard(await owner.post(f"{API}/debates", content=b"{", headers=bearer(key)))
        search.heard(await owner.get(f"{API}/agents/me/keys/x", headers=bearer(f"{key}x")))
        if name == "reader":
            # Programs that show links are told where the picture of this very link is; browsers are led on.
            search.heard(await owner.get(f"/shared/{key}", headers={"Authorization": "", "Sec-Fetch-Dest": "document"}))
    search.heard(await owner.post(f"{API}/debates", content=json.dumps({"debate_id": TOKEN[:5]}).encode()))


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("config", "show"), ("doctor", "--json")])
def test_the_password_of_a_database_is_not_told_even_where_it_cannot_be_reached(
    house: tuple[Marked, WireServer], command: tuple[str, ...]
):
    address = f"postgresql://moot:{DATABASE}@127.0.0.1:9/none"
    told = house[0].ran(*command, MOOT_DATABASE_URL=address)
    assert told
    assert DATABASE not in told
    for secret in (TOKEN, PROVIDER, X_SECRET, HEADER, PASSED):
        assert secret not in told
