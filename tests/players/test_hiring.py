"""Whom a seat may name: who is hired for it, and what is said of those who cannot be."""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from moot.debate import Ask, InvalidInput, Seated
from moot.engine import PlayerFailed
from moot.formats.arbitration import format as arbitration
from moot.players.hiring import Hiring
from moot.players.model import ModelPlayer
from moot.players.named import NamedModel
from moot.players.thinking import elsewhere
from tests.players.asking import Shelf, answered, argued, call, due

pytestmark = pytest.mark.anyio

KEYS = {"PATH": os.environ["PATH"], "OPENAI_API_KEY": "sk-1", "ANTHROPIC_API_KEY": "sk-2"}


class Agency:
    """A hiring over a folder with a players file."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = KEYS, **records: Any) -> None:
        self.folder = folder
        self.hiring = Hiring(folder, models=folder / "models", environment=environment, entries=Shelf(**records))

    def writes(self, text: str) -> "Agency":
        (self.folder / "players.toml").write_text(text)
        return self

    async def hires(self, player: str, **seated: Any) -> Any:
        return await self.hiring.hire(Seated(player=player, **seated))

    async def refuses(self, player: str) -> InvalidInput:
        with pytest.raises(InvalidInput) as refused:
            self.hiring.must_know(Seated(player=player))
        with pytest.raises(InvalidInput):
            await self.hires(player)
        return refused.value


@pytest.fixture(autouse=True)
def enough_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a model would fit into this machine is not what is tested here."""
    monkeypatch.setattr(import_module("moot.players.embedded.embedded"), "free_memory", lambda: None)


@pytest.fixture
def agency(tmp_path: Path) -> Agency:
    return Agency(tmp_path)


def test_a_person_needs_no_hiring(agency: Agency):
    agency.hiring.must_know(Seated(player="human"))


def test_headers_are_not_for_a_set_up_which_anybody_may_read(agency: Agency):
    keyed = Seated(player="human", settings={"extra_headers": {"Authorization": "Bearer secret"}})
    with pytest.raises(InvalidInput, match="they may hold keys") as refused:
        agency.hiring.must_know(keyed)
    assert "secret" not in f"{refused.value.message} {refused.value.suggestion}"


async def test_a_model_is_called_by_the_name_that_its_provider_gives_it(agency: Agency):
    player = await agency.hires("anthropic:claude-sonnet-4-5")
    assert isinstance(player, ModelPlayer)
    assert (player.name, player.manner) == ("anthropic:claude-sonnet-4-5", "paired")
    assert set(player.lanes) == {"provider:anthropic", "model:anthropic:claude-sonnet-4-5"}


async def test_a_model_at_an_address_has_a_lane_of_its_own(agency: Agency):
    player = await agency.hires("openai:qwen3@http://127.0.0.1:8080/v1")
    assert set(player.lanes) == {"provider:127.0.0.1:8080", "model:127.0.0.1:8080:qwen3"}


async def test_a_model_at_an_address_needs_no_key(tmp_path: Path):
    await Agency(tmp_path, {}).hires("openai:qwen3@http://127.0.0.1:8080/v1")


async def test_the_same_definition_is_the_same_player(agency: Agency):
    agency.writes('[players.a]\nmodel = "openai:x"\n')
    first = await agency.hires("a")
    assert await agency.hires("a", settings={"temperature": 1}, verdict="plain") is first
    assert await agency.hires("embedded") is await agency.hires("embedded:default")
    agency.writes('[players.a]\nmodel = "openai:y"\n')
    assert await agency.hires("a") is not first


async def test_the_embedded_model_is_loaded_once_whoever_names_it(agency: Agency):
    agency.writes('[players.cold]\nmodel = "embedded"\nsettings = { temperature = 0.0 }\n')
    named, other = await agency.hires("embedded"), await agency.hires("cold")
    assert named is not other
    assert named._load == other._load
    assert named.lanes == other.lanes
    assert set(named.lanes.values()) == {1}
    assert named.manner == "separate"


async def test_a_player_of_the_file_is_as_the_file_says(agency: Agency):
    player = await agency.writes(
        '[players.local]\nmodel = "openai:qwen3"\nbase_url = "http://localhost:1/v1"\n'
        'verdict = "separate"\nat_once = 3\n'
        "price = { input = 1.0, output = 2.0 }\nsettings = { max_tokens = 1000 }\n"
    ).hires("local")
    assert (player.name, player.manner) == ("local", "separate")
    assert player.lanes["model:localhost:1:qwen3"] == 3
    reserved = player.reserve(call())
    assert reserved.tokens_out == 1000
    assert reserved.money == pytest.approx((reserved.tokens_in + 2 * 1000) / 1_000_000)


@pytest.mark.parametrize(
    ("at_once", "provider_calls", "lanes"),
    [(None, None, (8, 8)), (None, 20, (20, 20)), (3, 20, (20, 3)), (100, 20, (100, 100))],
)
def test_a_model_has_the_room_that_it_was_given_and_its_provider_no_less(
    at_once: int | None, provider_calls: int | None, lanes: tuple[int, int]
):
    named = NamedModel(model="openai:x", at_once=at_once)
    player = elsewhere("a", named, None, provider_calls=provider_calls)
    assert (player.lanes["provider:openai"], player.lanes["model:openai:x"]) == lanes


async def test_a_program_of_the_file_answers(agency: Agency):
    code = "import json, os; print(json.dumps([os.environ.get(n) for n in ('OPENAI_API_KEY', 'ANTHROPIC_API_KEY')]))"
    agency.writes(f'[players.p]\ncommand = {json.dumps([sys.executable, "-c", code])}\npass_env = ["OPENAI_API_KEY"]\n')
    assert (await answered(await agency.hires("p"), call())).raw == '["sk-1", null]\n'


async def test_a_script_of_the_file_answers(agency: Agency):
    agency.writes('[players.s]\nscript = "answers.yaml"\nverdict = "plain"\n')
    (agency.folder / "answers.yaml").write_text("judge: [{option: A}]")
    assert (await answered(await agency.hires("s"), call())).raw == '{"option": "A"}'
    assert (await agency.hires("s")).manner == "plain"


async def test_a_recorded_debate_answers(tmp_path: Path):
    debate, source = argued(), argued(("opponent", "Spaces."))
    player = await Agency(tmp_path, debate=debate.entries, source=source.entries).hires("replay:source")
    ask = Ask("What do you say?", (arbitration.moves["CLAIM"],))
    answer = await answered(player, call(ask, turn=due(debate, "opponent")))
    assert json.loads(answer.raw)["content"] == "Spaces."


class Eavesdropper:
    """A server that understands nothing and remembers what it was sent."""

    def __init__(self) -> None:
        self.heard = b""

    async def __aenter__(self) -> "Eavesdropper":
        self._server = await asyncio.start_server(self._listen, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard += await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 400 No\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        writer.close()
        await writer.wait_closed()


async def heard_by(server: Eavesdropper, agency: Agency, player: str) -> str:
    with pytest.raises(PlayerFailed):
        await answered(await agency.hires(player), call())
    await agency.hiring.close()
    return server.heard.decode().lower()


async def test_the_key_of_an_account_is_never_sent_to_an_address(agency: Agency, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-account")
    async with Eavesdropper() as server:
        heard = await heard_by(server, agency, f"openai:qwen3@{server.url}")
    assert "authorization" in heard
    assert "sk-" not in heard


async def test_the_key_that_the_file_names_is_sent_to_its_address(agency: Agency):
    async with Eavesdropper() as server:
        agency.writes(
            f'[players.l]\nmodel = "openai:qwen3"\nbase_url = "{server.url}"\napi_key_env = "ANTHROPIC_API_KEY"\n'
        )
        assert "authorization: bearer sk-2" in await heard_by(server, agency, "l")


async def test_somebody_unknown_is_refused_with_who_there_is(agency: Agency):
    refusal = await agency.writes('[players.local]\nmodel = "openai:x"\n').refuses("locl")
    assert "There is no player 'locl'" in refusal.message
    assert "embedded:small" in refusal.message
    assert "local" in refusal.message
    assert str(agency.folder / "players.toml") in str(refusal.suggestion)
    assert "Run: moot models" in str(refusal.suggestion)


@pytest.mark.parametrize(
    ("name", "why", "how"),
    [
        ("groq:llama", "groq is not installed", 'pip install "pydantic-ai-slim[groq]"'),
        ("mistral:large", "mistralai is not installed", 'pip install "pydantic-ai-slim[mistral]"'),
        ("google:gemini-3", "GOOGLE_API_KEY or GEMINI_API_KEY is not set", "export GOOGLE_API_KEY=…"),
        ("openai:", "names no model", "openai:MODEL"),
        ("nobody:model", "no provider is named 'nobody'", "anthropic, openai, google"),
        ("embedded:huge", "no provider is named 'embedded'", "moot models"),
        ("anthropic:x@http://host/v1", "openai:… alone", "openai:MODEL@http://host/v1"),
        ("openai:x@http://user:pw@host/v1", "pattern", "openai:MODEL@http://host/v1"),
        ("replay:", "names no model", ""),
    ],
)
async def test_whoever_cannot_be_called_on_is_refused_with_the_next_step(agency: Agency, name: str, why: str, how: str):
    refusal = await agency.refuses(name)
    assert why in refusal.message
    assert how in str(refusal.suggestion)


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ('gguf = "nowhere.gguf"', "there is no file"),
        ('gguf = "players.gguf"', "is no model in the GGUF format"),
        ('command = ["no-such-program"]', "there is no program 'no-such-program' on the PATH"),
        ('command = ["sh"]\ncwd = "nowhere"', "there is no folder"),
        ('script = "nowhere.yaml"', "Cannot read the script"),
        ('model = "openai:x"\napi_key_env = "LOCAL_KEY"', "LOCAL_KEY is not set"),
        ('model = "google:x"', "GOOGLE_API_KEY or GEMINI_API_KEY is not set"),
        ("at_once = 1", "must have one of"),
    ],
)
async def test_a_player_of_the_file_that_lacks_something_is_refused(agency: Agency, player: str, why: str):
    (agency.folder / "players.gguf").write_text("no weights")
    assert why in (await agency.writes(f"[players.x]\n{player}\n").refuses("x")).message


@pytest.mark.parametrize("name", ["sh", "/bin/sh", "command:sh", "script:answers.yaml", "gguf:/etc/passwd", "./x"])
async def test_a_set_up_cannot_name_a_program_or_a_file(agency: Agency, name: str):
    await agency.refuses(name)
