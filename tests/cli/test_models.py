"""`moot models`: who can be called on, and one question to see whether they answer."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Said, Shell


@pytest.fixture
def moot(aw: Shell) -> "Moot":
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        aw.patch.delenv(name, raising=False)
    return Moot(aw)


class Moot:
    """The program, with a players file."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.file = shell.home / "moot" / "players.toml"

    def __call__(self, *arguments: str) -> Said:
        return self.shell("models", *arguments, name="moot")

    def knows(self, text: str) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(text)

    def knows_program(self, code: str) -> None:
        self.knows(f"[players.local]\ncommand = {json.dumps([sys.executable, '-c', code])}\n")


def test_everybody_is_listed_with_why_not(moot: Moot):
    moot.knows('[players.fixed]\nscript = "nowhere.yaml"\n')
    said = moot()
    told = {one["name"]: one for one in said.data["players"]}
    assert said.code == 0
    assert said.data["file"] == str(moot.file)
    assert told["human"]["usable"]
    assert "MB" in told["embedded"]["detail"]
    assert told["openai:MODEL"]["why_not"] == "OPENAI_API_KEY is not set. Set it: export OPENAI_API_KEY=…"
    assert "Cannot read the script" in told["fixed"]["why_not"]


def test_nothing_is_made_by_listing(moot: Moot):
    assert moot().code == 0
    assert not moot.file.parent.exists()


@pytest.mark.parametrize("format_", ["table", "markdown"])
def test_people_can_read_it(moot: Moot, format_: str):
    moot.knows('[players.local]\nmodel = "openai:qwen3"\nbase_url = "http://localhost/v1"\n')
    said = moot("--format", format_)
    assert said.code == 0
    assert "openai:qwen3 at http://localhost/v1" in said.out
    assert "OPENAI_API_KEY is not set" in said.out


def test_a_file_that_is_no_toml_is_refused(moot: Moot):
    moot.knows("[players")
    said = moot()
    assert said.code == 1
    assert "is not TOML" in said.error["message"]


def test_a_player_is_checked_with_one_question(moot: Moot):
    moot.knows_program("""import sys; print('{"sides": %d}' % (3 if "triangle" in sys.stdin.read() else 0))""")
    said = moot("check", "local")
    assert said.code == 0
    assert said.data["answer"] == '{"sides": 3}'
    assert said.data["right"] is True
    assert said.data["by"] == Path(sys.executable).name
    assert said.data["milliseconds"] > 0
    assert "tokens_in" not in said.data


def test_a_wrong_answer_is_an_answer(moot: Moot):
    moot.knows_program("""print('{"sides": 4}')""")
    assert moot("check", "local", "--field", "right").out == "false\n"


def test_an_answer_that_is_out_of_form_is_told_as_a_failure(moot: Moot):
    moot.knows_program("print('Three.')")
    said = moot("check", "local")
    assert said.code == 1
    assert said.error["code"] == "PLAYER_FAILED"
    assert "not in the form" in said.error["message"]
    assert said.error["answer"] == "Three.\n"


def test_a_player_that_fails_says_why(moot: Moot):
    moot.knows_program("import sys; sys.exit('no credit left')")
    said = moot("check", "local")
    assert said.code == 1
    assert said.error["code"] == "PLAYER_FAILED"
    assert "no credit left" in said.error["message"]


@pytest.mark.parametrize("name", ["replay:some", "fixed"])
def test_what_was_written_beforehand_is_not_asked(moot: Moot, name: str):
    moot.knows('[players.fixed]\nscript = "answers.yaml"\n')
    (moot.file.parent / "answers.yaml").write_text("check: [{sides: 3}]")
    said = moot("check", name)
    assert said.code == 1
    assert "nothing to ask" in said.error["message"]


def test_somebody_unknown_is_refused(moot: Moot):
    said = moot("check", "nobody")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"
    assert "moot models" in said.error["suggestion"]


def test_a_person_is_not_asked(moot: Moot):
    said = moot("check", "human")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"


def test_only_embedded_models_are_fetched(moot: Moot):
    said = moot("fetch", "anthropic:claude")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"
    assert "default, small" in said.error["suggestion"]
