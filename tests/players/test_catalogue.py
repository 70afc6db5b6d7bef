"""The catalogue: who can be called on here, and why not the others."""

import json
from pathlib import Path

import pytest

from moot.debate import InvalidInput
from moot.players.catalogue import Offer
from moot.players.command.agents import AGENTS
from moot.players.hiring import Hiring
from moot.players.providers import providers
from tests.players.asking import Shelf


def offers(folder: Path, text: str = "", **environment: str) -> dict[str, Offer]:
    (folder / "players.toml").write_text(text)
    hiring = Hiring(folder, models=folder / "models", environment=environment, entries=Shelf())
    return {offer.name: offer for offer in hiring.catalogue()}


def program(folder: Path, name: str) -> str:
    """Puts a program of this name on a path, and gives the path."""
    path = folder / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path.parent)


def test_people_and_embedded_models_come_first(tmp_path: Path):
    told = offers(tmp_path)
    assert list(told)[:3] == ["human", "embedded", "embedded:small"]
    assert told["human"].usable
    assert told["embedded"].manner == "separate"


def test_every_provider_is_told_with_its_key_and_its_package(tmp_path: Path):
    told = offers(tmp_path, ANTHROPIC_API_KEY="sk-1")
    assert {f"{provider.name}:MODEL" for provider in providers()} <= set(told)
    assert told["anthropic:MODEL"].usable
    assert "ANTHROPIC_API_KEY" in told["anthropic:MODEL"].detail
    assert told["openai:MODEL"].why_not == "OPENAI_API_KEY is not set. Set it: export OPENAI_API_KEY=…"
    assert "pydantic-ai-slim[groq]" in str(told["groq:MODEL"].why_not)


def test_players_of_the_file_are_told_with_what_they_lack(tmp_path: Path):
    told = offers(
        tmp_path,
        '[players.local]\nmodel = "openai:qwen3"\nbase_url = "http://localhost/v1"\nverdict = "separate"\n'
        '[players.gone]\ncommand = ["no-such-program", "--api-key", "sk-9"]\n'
        "[players.bad]\nat_once = 3\n",
    )
    assert (told["local"].kind, told["local"].usable, told["local"].manner) == ("model", True, "separate")
    assert told["local"].detail == "openai:qwen3 at http://localhost/v1"
    assert "no program 'no-such-program'" in str(told["gone"].why_not)
    assert "must have one of" in str(told["bad"].why_not)
    assert "sk-9" not in json.dumps([offer.told() for offer in told.values()])


@pytest.mark.parametrize("name", AGENTS)
def test_a_coding_agent_on_the_path_is_offered_for_the_players_file(name: str, tmp_path: Path):
    assert name not in offers(tmp_path, PATH="")
    there = program(tmp_path, AGENTS[name].program)
    offer = offers(tmp_path, PATH=there)[name]
    assert (offer.kind, offer.usable) == ("program", False)
    _, _, toml = str(offer.why_not).partition(": ")
    head, _, line = toml.partition("] ")
    added = offers(tmp_path, f"{head}]\n{line}\n", PATH=there)[name]
    assert (added.kind, added.usable, added.detail) == ("agent", True, name)
    gone = offers(tmp_path, f"{head}]\n{line}\n", PATH="")[name]
    assert gone.why_not == (
        f"there is no program {AGENTS[name].program!r} on the PATH. Install it: {AGENTS[name].install}"
    )


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path):
    with pytest.raises(InvalidInput, match="is not TOML"):
        offers(tmp_path, "[players")


def test_an_offer_says_only_what_there_is_to_say():
    assert Offer("human", "person", "comes by itself").told() == {
        "name": "human",
        "kind": "person",
        "usable": True,
        "detail": "comes by itself",
    }
