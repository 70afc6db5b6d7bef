import json
import re
import stat
import tomllib
from pathlib import Path
from typing import cast

import pytest

from moot.debate import InvalidInput
from moot.skills import ARENA, DUEL, ROLES, WHOLE, brief, debate_types, install, show, show_any, targets
from moot.skills.blocks import FENCES, Style, with_block, without_block

FOLDERS = {
    "claude-code": ".claude/skills",
    "codex": ".agents/skills",
    "cursor": ".cursor/skills",
    "gemini": ".gemini/skills",
    "claude-plugin": "moot-plugin/skills",
    "gemini-extension": "moot-extension/skills",
}
SHARED = ("AGENTS.md", ".mcp.json", "mcp.json", "settings.json", "config.toml")
"""What is not ours alone."""
every_target = pytest.mark.parametrize("target", targets())
every_skill = pytest.mark.parametrize("target", FOLDERS)


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _split(skill: str) -> tuple[dict[str, object], str]:
    """Front matter and text; what we write of YAML is `key: value` with JSON values, and lists."""
    _, front, text = skill.split("---\n", 2)
    pairs = re.findall(r"^([a-z-]+): ?(.*)\n((?:  - .*\n)*)", front, re.M)
    return {key: _value(value, items) for key, value, items in pairs}, text


def _value(value: str, items: str) -> object:
    if items:
        return [json.loads(item[4:]) for item in items.splitlines()]
    return json.loads(value) if value.startswith('"') else value


def test_the_targets_are_those_of_the_command_line():
    assert targets() == (
        "claude-code", "claude-plugin", "codex", "cursor", "gemini", "gemini-extension", "generic",
    )  # fmt: skip


@every_target
def test_what_is_written_is_told_and_nothing_else_is_there(target: str, tmp_path: Path):
    written = install(target, tmp_path)
    assert sorted(str(path.relative_to(tmp_path)) for path in written) == sorted(_tree(tmp_path))
    assert all(path.stat().st_size for path in written)


@every_target
def test_a_second_install_changes_no_byte(target: str, tmp_path: Path):
    install(target, tmp_path)
    before = _tree(tmp_path)
    assert install(target, tmp_path)
    assert _tree(tmp_path) == before


@every_target
def test_a_file_of_ours_that_was_changed_is_replaced(target: str, tmp_path: Path):
    written = install(target, tmp_path)
    before = _tree(tmp_path)
    for path in written:
        if path.name not in SHARED:
            path.write_text(path.read_text() + "added by hand")
    install(target, tmp_path)
    assert _tree(tmp_path) == before


@every_target
def test_a_file_that_is_not_ours_is_refused_and_nothing_is_written(
    target: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    own = [path for path in install(target, elsewhere) if path.name not in SHARED]
    last = own[-1].relative_to(elsewhere)
    (tmp_path / last).parent.mkdir(parents=True)
    (tmp_path / last).write_text("mine")
    with pytest.raises(InvalidInput, match=r"was not written by moot; nothing was written") as refused:
        install(target, tmp_path)
    assert str(last) in refused.value.message
    assert _tree(tmp_path) == {str(last): b"mine"}


@every_target
def test_all_targets_can_be_installed_into_one_folder(target: str, tmp_path: Path):
    for each in (*targets(), target):
        install(each, tmp_path)
    told = {".claude", ".mcp.json", ".agents", ".codex", ".cursor", ".gemini", "AGENTS.md", "moot"}
    assert told | {"moot-plugin", "moot-extension"} == {path.name for path in tmp_path.iterdir()}


@every_skill
@pytest.mark.parametrize("role", ROLES)
def test_a_skill_keeps_to_the_open_format(target: str, role: str, tmp_path: Path):
    install(target, tmp_path)
    home = tmp_path / FOLDERS[target] / f"moot-{role}"
    front, text = _split((home / "SKILL.md").read_text())
    assert front["name"] == home.name
    assert 50 < len(str(front["description"])) <= 500
    assert len(text.splitlines()) < 500
    assert _command(role) in text
    for debate_type in debate_types():
        assert f"`references/{debate_type}.md`" in text
        assert (home / f"references/{debate_type}.md").read_text().endswith(brief(role, debate_type))


def _command(role: str) -> str:
    return show(role, "general_debate").split("## Debate types and their rules")[0]


def test_claude_code_may_read_and_wait_without_asking_but_not_speak(tmp_path: Path):
    install("claude-code", tmp_path)
    for role in ROLES:
        front, _ = _split((tmp_path / f".claude/skills/moot-{role}/SKILL.md").read_text())
        allowed = cast("list[str]", front["allowed-tools"])
        assert {"Bash(aw debate wait *)", "Bash(aw debate get-context *)", "Bash(aw debate generate-id)"} <= set(
            allowed
        )
        assert not re.search(r"submit|create|ruling|intervention|appeal|completion|serve", str(allowed))


@every_skill
@pytest.mark.parametrize("name", WHOLE)
def test_the_skills_of_the_arena_and_of_duels_are_one_text(name: str, target: str, tmp_path: Path):
    install(target, tmp_path)
    home = tmp_path / FOLDERS[target] / f"moot-{name}"
    front, text = _split((home / "SKILL.md").read_text())
    assert front["name"] == home.name
    assert 50 < len(str(front["description"])) <= 500
    assert text.endswith(show_any(name, None))
    assert [path.name for path in home.iterdir()] == ["SKILL.md"]


def test_claude_code_may_read_the_arena_without_asking_but_not_act_in_it(tmp_path: Path):
    install("claude-code", tmp_path)
    front, _ = _split((tmp_path / ".claude/skills/moot-arena/SKILL.md").read_text())
    allowed = cast("list[str]", front["allowed-tools"])
    assert {"Bash(moot arena show *)", "Bash(moot arena wait *)", "Bash(moot arena list *)"} <= set(allowed)
    assert not re.search(r"register|propose|post|judge|forfeit|accept|join|like|report", str(allowed))


def test_other_tools_get_only_the_front_matter_that_all_know(tmp_path: Path):
    for target in ("codex", "cursor", "gemini", "gemini-extension"):
        install(target, tmp_path)
        front, _ = _split((tmp_path / FOLDERS[target] / "moot-opponent/SKILL.md").read_text())
        assert set(front) == {"name", "description"}


def test_gemini_commands_are_toml_that_points_to_the_skill(tmp_path: Path):
    install("gemini", tmp_path)
    for role in (*ROLES, *WHOLE):
        command = tomllib.loads((tmp_path / f".gemini/commands/moot/{role}.toml").read_text())
        assert role in command["description"]
        (injected,) = re.findall(r"@\{(.+?)\}", command["prompt"])
        assert (tmp_path / injected).is_file()
        assert "{{args}}" in command["prompt"]


def test_the_generic_block_points_to_files_that_are_there(tmp_path: Path):
    install("generic", tmp_path)
    named = re.findall(r"`(moot/.+?\.md)`", (tmp_path / "AGENTS.md").read_text())
    assert named[3:] == ["moot/arena.md", "moot/duel.md"]
    assert (tmp_path / "moot/duel.md").read_text().endswith(show_any(DUEL, None))
    assert (tmp_path / "moot/arena.md").read_text().endswith(show_any(ARENA, None))
    for path in named[:3]:
        rules = re.findall(r"`(moot/rules/.+?\.md)`", (tmp_path / path).read_text())
        assert len(rules) == 2
        assert all((tmp_path / rule).is_file() for rule in rules)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("# Mine\n", "\nMore of mine.\n"),
        ("# Mine, no newline at the end", ""),
        ("# Mine\r\n\r\nwith CRLF\r\n", "\r\nend\r\n"),
        ("Ünïcode 🏛\n", ""),
    ],
)
def test_a_users_own_text_stays_around_the_block(before: str, after: str, tmp_path: Path):
    shared = tmp_path / "AGENTS.md"
    shared.write_bytes(before.encode())
    install("generic", tmp_path)
    shared.write_bytes(shared.read_bytes() + after.encode())
    first = shared.read_bytes().decode()
    assert first.startswith(before)
    assert first.endswith(after)
    assert first.count("moot:begin") == 1
    if "\r\n" in before:
        assert not re.search(r"(?<!\r)\n", first)
    shared.write_bytes(first.replace("## Debates (Moot)", "## An older heading").encode())
    install("generic", tmp_path)
    assert shared.read_bytes().decode() == first


@pytest.mark.parametrize("style", FENCES)
@pytest.mark.parametrize("mine", ["", "a = 1", "a = 1\n", "a = 1\n\n", "a = 1\r\n\r\nb = 2", "a = 1\r\n"])
def test_a_block_goes_in_once_and_out_again_without_a_trace(mine: str, style: Style):
    there = with_block(mine, "c = 3", style)
    assert with_block(there, "c = 3", style) == there
    assert (without_block(there, style) or "") == mine


@pytest.mark.parametrize(
    "broken",
    [
        "<!-- moot:begin x -->\nmine\n",
        "<!-- moot:end -->\n<!-- moot:begin x -->\n",
        "<!-- moot:begin -->\n" * 2 + "<!-- moot:end -->\n",
    ],
)
def test_a_broken_block_is_refused(broken: str, tmp_path: Path):
    (tmp_path / "AGENTS.md").write_text(broken)
    with pytest.raises(InvalidInput, match="begin and end"):
        install("generic", tmp_path)
    assert _tree(tmp_path) == {"AGENTS.md": broken.encode()}


def test_a_link_inside_the_folder_is_followed_and_kept(tmp_path: Path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/agents.md").write_text("# Mine\n")
    (tmp_path / "AGENTS.md").symlink_to("docs/agents.md")
    install("generic", tmp_path)
    assert (tmp_path / "AGENTS.md").is_symlink()
    assert "moot:begin" in (tmp_path / "docs/agents.md").read_text()


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory):
    outside = tmp_path_factory.mktemp("outside") / "profile"
    outside.write_text("mine")
    (tmp_path / "AGENTS.md").symlink_to(outside)
    with pytest.raises(InvalidInput, match="leads out of the folder"):
        install("generic", tmp_path)
    assert outside.read_text() == "mine"


def test_what_is_no_file_or_no_folder_is_refused(tmp_path: Path):
    (tmp_path / "AGENTS.md").mkdir()
    with pytest.raises(InvalidInput, match="is not a file"):
        install("generic", tmp_path)
    (tmp_path / ".claude").write_text("mine")
    with pytest.raises(InvalidInput, match="is not a folder"):
        install("claude-code", tmp_path)
    with pytest.raises(InvalidInput, match="There is no folder"):
        install("codex", tmp_path / "nowhere")


def test_text_that_is_not_utf8_is_refused(tmp_path: Path):
    (tmp_path / "AGENTS.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidInput, match="cannot be read as text"):
        install("generic", tmp_path)


def test_permissions_of_a_shared_file_stay(tmp_path: Path):
    shared = tmp_path / "AGENTS.md"
    shared.write_text("# Mine\n")
    shared.chmod(0o640)
    install("generic", tmp_path)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o640


def test_what_cannot_be_written_is_refused(tmp_path: Path):
    (tmp_path / ".AGENTS.md.moot-draft").mkdir()
    with pytest.raises(InvalidInput, match="cannot be written: Is a directory"):
        install("generic", tmp_path)


def test_an_unknown_target_is_refused_with_what_there_is(tmp_path: Path):
    with pytest.raises(InvalidInput, match="'emacs'") as refused:
        install("emacs", tmp_path)
    assert refused.value.suggestion == f"Choose one of: {', '.join(targets())}."


@every_target
def test_debate_types_of_the_owner_are_installed_too(
    target: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
):
    extra = tmp_path_factory.mktemp("extra")
    (extra / "api_review").mkdir()
    (extra / "api_review/opponent.md").write_text("# Rules\n\nBe kind.\n")
    written = [path for path in install(target, tmp_path, extra) if "api_review" in str(path)]
    assert len(written) == 3
    assert sum("Be kind." in path.read_text() for path in written) == 1
