"""`moot skills`."""

from pathlib import Path

from tests.cli.shell import Shell


def test_instructions_are_written_where_a_tool_looks_for_them(aw: Shell, tmp_path: Path):
    said = aw("skills", "install", "--for", "claude-code", "--dir", str(tmp_path), name="moot")
    assert said.code == 0
    assert said.data["for"] == "claude-code"
    assert all((tmp_path / path).exists() for path in said.data["written"])


def test_a_tool_that_is_not_known_is_refused(aw: Shell, tmp_path: Path):
    said = aw("skills", "install", "--for", "emacs", "--dir", str(tmp_path), name="moot")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"


def test_instructions_are_printed_to_be_read(aw: Shell):
    said = aw("skills", "show", "opponent", "coding_plan_debate", name="moot")
    assert said.code == 0
    assert said.out.startswith("# ")
    assert "aw debate wait" in said.out


def test_instructions_can_be_had_as_json(aw: Shell):
    said = aw("skills", "show", "opponent", "general_debate", "--format", "json", name="moot")
    assert said.data["role"] == "opponent"
    assert said.data["text"].startswith("# ")


def test_a_debate_type_that_is_not_known_is_refused(aw: Shell):
    said = aw("skills", "show", "opponent", "no_such_debate", name="moot")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"


def test_the_arena_has_instructions_of_its_own(aw: Shell):
    said = aw("skills", "show", "arena", name="moot")
    assert said.code == 0
    assert "moot arena wait" in said.out


def test_a_role_needs_a_type_of_debate(aw: Shell):
    said = aw("skills", "show", "opponent", name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert "general_debate" in said.error["suggestion"]
