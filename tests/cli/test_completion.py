"""Shells complete commands and options."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(aw: Shell, shell: str):
    said = aw("--show-completion", shell)
    assert said.code == 0
    assert "_AW_COMPLETE" in said.out


def test_the_shell_in_use_is_found(aw: Shell):
    aw.set(SHELL="/usr/bin/zsh")
    assert "compdef" in aw("--show-completion").out


def test_a_shell_that_is_not_known_is_refused(aw: Shell):
    said = aw("--show-completion", "tcsh")
    assert said.code == 1
    assert "'tcsh'" in said.error["message"]
    assert "bash" in said.error["suggestion"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("aw debate req", {"request-completion"}),
        (
            "aw ",
            {"debate", "panel", "evaluate", "arena", "models", "docs", "run", "serve", "verify", "export", "skills"}
            | {"standings", "memory", "sandbox", "bench", "checks", "tools", "workshop", "webhooks", "links"}
            | {"config", "doctor", "work", "oversee"}
            | {"audit", "replay", "rerun", "diff", "import", "duel", "mcp"},
        ),
        ("aw debate submit --role ", {"proposer", "opponent", "arbitrator"}),
        ("aw debate list --format ", {"json", "markdown", "table"}),
        ("aw arena brackets ", {"open", "enter", "leave", "show", "list"}),
        ("aw arena propose --category ", {"tech", "philosophy", "ethics", "governance", "other"}),
    ],
)
def test_words_are_completed(aw: Shell, words: str, offered: set[str]):
    given = words.split(" ")
    aw.set(_AW_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(given) - 1))
    said = aw.process()
    assert {line.partition(",")[2] for line in said.out.splitlines()} == offered


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_is_installed_once_for_both_names(aw: Shell, tmp_path: Path, shell: str):
    start = tmp_path / f".{shell}rc"
    start.write_text("alias ll='ls -l'")
    for _ in range(2):
        said = aw("--install-completion", shell)
        assert said.code == 0
    folder = tmp_path / ".moot" / "completion"
    assert {path.name for path in folder.iterdir()} == {f"moot.{shell}", f"aw.{shell}"}
    lines = start.read_text().splitlines()
    assert lines[0] == "alias ll='ls -l'"
    assert len(lines) == 2
    assert str(folder) in lines[1]


def test_fish_finds_its_completions_by_itself(aw: Shell, tmp_path: Path):
    aw.set(XDG_CONFIG_HOME=str(tmp_path / "config"))
    assert aw("--install-completion", "fish").code == 0
    assert (tmp_path / "config" / "fish" / "completions" / "aw.fish").exists()
