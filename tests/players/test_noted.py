"""Players that `moot duel` notes beside the players file."""

from pathlib import Path

from moot.players.book import read_book
from moot.players.named import NamedAgent
from moot.players.noted import FOLDER, note, with_noted


def test_what_is_noted_is_a_player_as_it_was_defined_and_the_same_again(tmp_path: Path):
    project = tmp_path / 'a "shop" — ünï'
    named = NamedAgent(agent="claude", cwd=str(project), flags=("--model", 'o"p'), continues=True, timeout=9.5)
    name = note(tmp_path, named)
    assert name.startswith("claude in a-shop-n ")
    assert note(tmp_path, named) == name
    assert note(tmp_path, named.model_copy(update={"agent": "codex"})) != name
    book = with_noted(read_book(tmp_path / "players.toml"))
    assert book.players[name] == named
    assert len(book.players) == len(list((tmp_path / FOLDER).iterdir())) == 2


def test_whom_the_players_file_names_the_players_file_defines(tmp_path: Path):
    name = note(tmp_path, NamedAgent(agent="claude", cwd=str(tmp_path)))
    (tmp_path / "players.toml").write_text(f'[players."{name}"]\nscript = "mine.yaml"\n[players.x]\n')
    book = with_noted(read_book(tmp_path / "players.toml"))
    assert book.players[name].kind == "script"
    assert set(book.faults) == {"x"}


def test_a_note_that_cannot_be_read_spoils_no_other_player(tmp_path: Path):
    name = note(tmp_path, NamedAgent(agent="claude", cwd=str(tmp_path)))
    (tmp_path / FOLDER / "gone.toml").write_text('[players.old]\nagent = "no-longer-known"\n')
    book = with_noted(read_book(tmp_path / "players.toml"))
    assert set(book.players) == {name}
    assert "there is no agent 'no-longer-known'; there are: claude, codex" in book.faults["old"]
