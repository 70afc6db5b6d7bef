"""The players file: what it may say, and what is said of one that is wrong."""

import os
import tomllib
from pathlib import Path
from unittest import mock

import pytest

from moot.debate import InvalidInput
from moot.players.book import Book, read_book
from moot.players.named import KINDS, NamedCommand, NamedGguf, NamedModel
from moot.players.script import read_script
from tests.support.fences import Fence, fences

PAGE = Path(__file__).parents[2] / "docs" / "players.md"


def book(folder: Path, text: str) -> Book:
    path = folder / "players.toml"
    path.write_text(text)
    return read_book(path)


def shown(language: str) -> list[Fence]:
    return [fence for fence in fences(PAGE.read_text()) if fence.language == language]


def test_every_example_of_the_page_is_a_player(tmp_path: Path):
    (fence,) = shown("toml")
    told = book(tmp_path, fence.body)
    assert told.faults == {}
    assert set(told.players) == set(tomllib.loads(fence.body)["players"])
    assert {named.kind for named in told.players.values()} >= {"model", "gguf", "command", "script"}


def test_every_script_of_the_page_can_be_read(tmp_path: Path):
    (fence,) = shown("yaml")
    (tmp_path / "answers.yaml").write_text(fence.body)
    assert set(read_script(tmp_path / "answers.yaml")) == {"risk", "value", "*"}


def test_the_page_names_every_field_that_a_player_may_have():
    text = PAGE.read_text()
    fields = {name for kind in KINDS.values() for name in kind.model_fields}
    assert {name for name in fields if f"`{name}`" not in text} == set()


def test_a_file_that_is_not_there_names_nobody(tmp_path: Path):
    assert read_book(tmp_path / "players.toml").players == {}


def test_a_player_is_read_with_what_it_leaves_unsaid(tmp_path: Path):
    told = book(tmp_path, '[players.agent]\ncommand = ["agent", "-p"]\n')
    assert told.players["agent"] == NamedCommand(command=("agent", "-p"), timeout=600.0, pass_env=(), at_once=2)


def test_an_address_can_stand_in_the_name_of_a_model(tmp_path: Path):
    told = book(tmp_path, '[players.local]\nmodel = "openai:org/qwen3@http://127.0.0.1:8080/v1"\n')
    assert told.players["local"] == NamedModel(model="openai:org/qwen3", base_url="http://127.0.0.1:8080/v1")


def test_paths_count_from_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", "/home/me")
    told = book(tmp_path, '[players.weights]\ngguf = "x.gguf"\n')
    named = told.players["weights"]
    assert isinstance(named, NamedGguf)
    assert told.beside(named.gguf) == tmp_path / "x.gguf"
    assert told.beside("/models/x.gguf") == Path("/models/x.gguf")
    assert told.beside("~/x.gguf") == Path("/home/me/x.gguf")


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ("[players.x]\nsettings = {}\n", "must have one of: model, gguf, command, script, replay"),
        ('[players.x]\nmodel = "a:b"\nscript = "c"\n', "must have one of"),
        ('[players.x]\ngguf = "weights.bin"\n', "gguf: "),
        ('[players.x]\ncommand = "rm -rf /"\n', "command: Input should be a valid tuple"),
        ("[players.x]\ncommand = []\n", "command: "),
        ('[players.x]\ncommand = [" "]\n', "must begin with a program"),
        ('[players.x]\nmodel = "a:b"\nverdict = "coin"\n', "verdict: "),
        ('[players.x]\nmodel = "a:b"\nbase_url = "http://h/v1"\n', "openai:… alone"),
        ('[players.x]\nmodel = "openai:b"\nbase_url = "file:///etc/passwd"\n', "base_url: "),
        ('[players.x]\nmodel = "openai:b@http://user:pw@host/v1"\n', "base_url: "),
        ('[players.x]\nmodel = "a:b"\nprice = { input = -1, output = 0 }\n', "price.input: "),
        ('[players.x]\nmodel = "a:b"\ntemprature = 1\n', "temprature: "),
        ('[players.x]\ncommand = ["a"]\ntimeout = inf\n', "timeout: "),
        ('[players]\nx = "a:b"\n', "must have one of"),
    ],
)
def test_a_player_that_cannot_be_read_spoils_no_other(player: str, fault: str, tmp_path: Path):
    told = book(tmp_path, player + '[players.sound]\nscript = "answers.yaml"\n')
    assert set(told.players) == {"sound"}
    assert fault in told.faults["x"]


@pytest.mark.parametrize("name", ["human", "embedded", "replay", '"a:b"', '"a@b"', '" a"', '""'])
def test_names_that_explain_themselves_cannot_be_given_away(name: str, tmp_path: Path):
    told = book(tmp_path, f'[players.{name}]\nscript = "answers.yaml"\n')
    assert told.players == {}
    assert len(told.faults) == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [("[players", "is not TOML"), ("[player.x]\n", "[players.NAME] alone"), ("players = 3\n", "[players.NAME] alone")],
)
def test_a_file_that_cannot_be_read_is_refused(text: str, fault: str, tmp_path: Path):
    with pytest.raises(InvalidInput) as refused:
        book(tmp_path, text)
    assert fault in refused.value.message


def test_a_file_that_has_settled_is_read_once_and_again_when_it_changes(tmp_path: Path):
    path = tmp_path / "players.toml"
    path.write_text('[players.a]\nmodel = "openai:a"\n')
    os.utime(path, (1, 1))
    aged = path.stat().st_ctime_ns + 10**9
    with mock.patch("moot.players.book.time.time_ns", return_value=aged):
        first = read_book(path)
        assert read_book(path) is first
        path.write_text('[players.b]\nmodel = "openai:b"\n')
        os.utime(path, (1, 1))
        assert set(read_book(path).players) == {"b"}


def test_a_file_that_was_just_written_is_read_anew_each_time(tmp_path: Path):
    path = tmp_path / "players.toml"
    for name in "abcabc":
        path.write_text(f'[players.{name}]\nmodel = "openai:x"\n')
        assert set(read_book(path).players) == {name}
