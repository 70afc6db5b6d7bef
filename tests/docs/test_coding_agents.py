"""The page about coding agents says what the code does."""

import re
import shlex
from pathlib import Path

from moot.players.book import read_book
from moot.players.command.agents import AGENTS
from moot.skills import install, targets
from tests.skills.test_command_lines import must_parse
from tests.support.fences import fences

PAGE = (Path(__file__).parents[2] / "docs/coding-agents.md").read_text()


def rows(name: str) -> list[str]:
    """The rows of all tables that begin with this name."""
    return re.findall(rf"^\| `{name}` \| (.*) \|$", PAGE, re.M)


def test_every_agent_is_called_as_the_page_says():
    for agent in AGENTS.values():
        called, keys, *_ = rows(agent.name)
        assert called == f"`{shlex.join([agent.program, *agent.called()])}`"
        assert re.findall(r"`([A-Z_]+)`", keys) == list(agent.keys)


def test_every_file_that_is_installed_is_on_the_page(tmp_path: Path):
    for target in targets():
        row = rows(target)[-1]
        named = set(re.findall(r"`([^`]+)`", row))
        (tmp_path / target).mkdir()
        for path in install(target, tmp_path / target):
            parts = path.relative_to(tmp_path / target).parts
            paths = {"/".join(parts[begin:end]) for begin in (0, 1) for end in range(begin + 1, len(parts) + 1)}
            shown = paths | {f"{each}/" for each in paths}
            shown |= {re.sub(r"/moot-[a-z]+/?$", "/moot-…/", each) for each in shown}
            assert named & shown, path


def test_the_players_on_the_page_are_players_and_its_commands_parse(tmp_path: Path):
    blocks = fences(PAGE)
    (players,) = [block.body for block in blocks if block.language == "toml"]
    (tmp_path / "players.toml").write_text(players)
    book = read_book(tmp_path / "players.toml")
    assert book.faults == {}
    assert {named.kind for named in book.players.values()} == {"agent", "command"}
    for block in blocks:
        if block.language == "sh":
            must_parse(tuple(shlex.split(block.body)))
