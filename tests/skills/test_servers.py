"""Moot's MCP server in the settings of tools: put in beside what is the user's, and taken out again."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import InvalidInput
from moot.skills import install, targets, uninstall
from moot.skills.entries import entry_in, with_entry, without_entry
from tests.skills.test_command_lines import must_parse

PLACE = ("mcpServers", "moot")
STDIO = {"command": "moot", "args": ["mcp"]}
FILES = {
    "claude-code": ".mcp.json",
    "claude-plugin": "moot-plugin/.mcp.json",
    "cursor": ".cursor/mcp.json",
    "gemini": ".gemini/settings.json",
}
URL = "http://127.0.0.1:3456/mcp"
every_file = pytest.mark.parametrize(("target", "path"), FILES.items(), ids=FILES)


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@every_file
def test_the_server_is_a_program_that_the_tool_starts(target: str, path: str, tmp_path: Path):
    must_parse(("moot", "mcp"))
    install(target, tmp_path)
    assert json.loads((tmp_path / path).read_text()) == {"mcpServers": {"moot": STDIO}}


@pytest.mark.parametrize(
    ("target", "entry"),
    [
        ("claude-code", {"type": "http", "url": URL}),
        ("cursor", {"url": URL}),
        ("gemini", {"httpUrl": URL}),
    ],
)
def test_the_server_can_be_an_address_in_the_words_of_the_tool(target: str, entry: Any, tmp_path: Path):
    install(target, tmp_path)
    install(target, tmp_path, mcp=URL)
    assert entry_in((tmp_path / FILES[target]).read_text(), PLACE) == entry
    install(target, tmp_path)
    assert entry_in((tmp_path / FILES[target]).read_text(), PLACE) == STDIO


def test_codex_gets_a_table_in_its_settings_beside_those_of_the_user(tmp_path: Path):
    settings = tmp_path / ".codex/config.toml"
    settings.parent.mkdir()
    mine = '# mine\nmodel = "gpt-5"\n\n[mcp_servers.other]\ncommand = "other"\n'
    settings.write_text(mine)
    install("codex", tmp_path)
    told = tomllib.loads(settings.read_text())
    assert told["model"] == "gpt-5"
    assert told["mcp_servers"]["other"] == {"command": "other"}
    variables = ["DEBATE_SERVER_URL", "DEBATE_AUTH_TOKEN", "MOOT_HOME", "MOOT_CALLED_ON"]
    assert told["mcp_servers"]["moot"] == {**STDIO, "env_vars": variables}
    install("codex", tmp_path, mcp=URL)
    assert tomllib.loads(settings.read_text())["mcp_servers"]["moot"] == {"url": URL}
    uninstall("codex", tmp_path)
    assert settings.read_text() == mine


def test_the_manifests_of_plugin_and_extension_are_whole(tmp_path: Path):
    install("claude-plugin", tmp_path)
    plugin = json.loads((tmp_path / "moot-plugin/.claude-plugin/plugin.json").read_text())
    market = json.loads((tmp_path / "moot-plugin/.claude-plugin/marketplace.json").read_text())
    assert plugin["name"] == market["name"] == market["plugins"][0]["name"] == "moot"
    assert (tmp_path / "moot-plugin" / market["plugins"][0]["source"]).resolve() == tmp_path / "moot-plugin"
    install("gemini-extension", tmp_path)
    manifest = json.loads((tmp_path / "moot-extension/gemini-extension.json").read_text())
    assert (manifest["name"], manifest["mcpServers"]) == ("moot-extension", {"moot": STDIO})
    assert (tmp_path / "moot-extension" / manifest["contextFileName"]).is_file()
    for path in (tmp_path / "moot-extension/commands/moot").iterdir():
        skill = tomllib.loads(path.read_text())["prompt"].split()[3].rstrip(",")
        assert (tmp_path / "moot-extension/skills" / skill / "SKILL.md").is_file()


@pytest.mark.parametrize("target", targets())
def test_without_a_server_none_is_named(target: str, tmp_path: Path):
    install(target, tmp_path, mcp="none")
    assert not any(b"mcpServers" in data or b"mcp_servers" in data for data in _tree(tmp_path).values())


@pytest.mark.parametrize("mcp", ["http", "ftp://x/mcp", "http://127.0.0.1:3456", "moot mcp", ""])
def test_what_is_no_server_is_refused(mcp: str, tmp_path: Path):
    with pytest.raises(InvalidInput, match="no MCP server"):
        install("cursor", tmp_path, mcp=mcp)
    assert _tree(tmp_path) == {}


@pytest.mark.parametrize("target", targets())
def test_an_uninstall_takes_everything_away_that_an_install_wrote(target: str, tmp_path: Path):
    (tmp_path / "README.md").write_text("mine")
    written = install(target, tmp_path)
    assert set(uninstall(target, tmp_path)) == set(written)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert uninstall(target, tmp_path) == []


def test_an_uninstall_leaves_what_is_the_users(tmp_path: Path):
    (tmp_path / "AGENTS.md").write_text("# Mine\n")
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"theirs": {"command": "x"}}}\n')
    before = _tree(tmp_path)
    for target in ("generic", "claude-code"):
        install(target, tmp_path)
    mine = tmp_path / ".claude/skills/moot-proposer/notes.md"
    mine.write_text("my own notes")
    (tmp_path / "moot/arena.md").write_text("I rewrote it, without the mark")
    for target in ("generic", "claude-code"):
        uninstall(target, tmp_path)
    left = {
        ".claude/skills/moot-proposer/notes.md": b"my own notes",
        "moot/arena.md": b"I rewrote it, without the mark",
    }
    assert _tree(tmp_path) == before | left


MINE = [
    '{"mcpServers": {"theirs": {"command": "x"}}, "theme": "dark"}',
    '{\n  "theme": "dark"\n}\n',
    '{\n    "mcpServers": {\n        "theirs": {"command": "x", "args": []}\n    },\n    "b": [1, 2]\n}',
    '{"a": "}{\\"mcpServers\\": {", "mcpServers": {"x": {}}}',
    '{"mcpServers":{"x":{}}}',
    '{\t"a": {"mcpServers": {"moot": 1}}\r\n}',
    '{\r\n  "mcpServers": {\r\n    "x": {}\r\n  }\r\n}\r\n',
]


@pytest.mark.parametrize("mine", MINE)
def test_every_byte_of_the_user_stays_around_the_entry(mine: str):
    there = with_entry(mine, PLACE, STDIO)
    told = json.loads(there)
    assert told["mcpServers"].pop("moot") == STDIO
    assert told == {"mcpServers": {}, **json.loads(mine)}
    assert without_entry(there, PLACE, STDIO) == mine
    assert "\r\n" not in mine or "\n" not in there.replace("\r\n", "")
    kept = iter(there)
    assert all(letter in kept for letter in mine)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(
    others=st.dictionaries(st.text(max_size=5).filter(lambda key: key != "mcpServers"), _json, max_size=3),
    servers=st.none() | st.dictionaries(st.text(max_size=5).filter(lambda key: key != "moot"), _json, max_size=3),
    indent=st.sampled_from([None, 2, 4]),
)
def test_an_entry_goes_into_any_object_and_out_again(others: Any, servers: Any, indent: int | None):
    mine = others if servers is None else {**others, "mcpServers": servers}
    text = json.dumps(mine, indent=indent)
    there = with_entry(text, PLACE, STDIO)
    assert entry_in(there, PLACE) == STDIO
    assert json.loads(there) == {**mine, "mcpServers": {**(servers or {}), "moot": STDIO}}
    back = json.loads(without_entry(there, PLACE, STDIO) or "{}")
    assert back == mine or back == {key: value for key, value in mine.items() if value or key != "mcpServers"}


@every_file
def test_an_entry_that_the_user_changed_is_left_to_them(target: str, path: str, tmp_path: Path):
    install(target, tmp_path)
    changed = json.dumps({"mcpServers": {"moot": {**STDIO, "env": {"MOOT_HOME": "/srv/moot"}}}})
    (tmp_path / path).write_text(changed)
    install(target, tmp_path)
    uninstall(target, tmp_path)
    assert (tmp_path / path).read_text() == changed


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        (".mcp.json", '{"mcpServers": {"moot": {"command": "other"}}}', "has another mcpServers.moot"),
        (".mcp.json", '{"mcpServers": []}', "something else than an object as 'mcpServers'"),
        (".mcp.json", "[]", "something else than an object in it"),
        (".mcp.json", '{"a": 1, // mine\n}', "is not plain JSON"),
        (".codex/config.toml", '[mcp_servers.moot]\ncommand = "other"\n', "names moot already"),
        (".codex/config.toml", "model = \n", "is not TOML"),
        (".codex/config.toml", "# moot:begin x\n", "begin and end"),
    ],
)
def test_what_stands_in_the_way_is_refused_and_nothing_is_written(path: str, text: str, why: str, tmp_path: Path):
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text)
    with pytest.raises(InvalidInput) as refused:
        install("codex" if path.endswith("toml") else "claude-code", tmp_path)
    assert why in refused.value.message
    assert _tree(tmp_path) == {path: text.encode()}
