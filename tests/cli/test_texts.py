"""Every write takes its text from --content, --file or standard input."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.client.scripted import Reply, ScriptedServer

SUBMIT = ("debate", "submit", "--debate-id", "d", "--role", "opponent", "--target-id", "a")
TEXT = "Wait: «später» 🙂\n"


@pytest.fixture
def server(aw: Shell) -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply({"seq": 2}, 201)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        yield server


def test_content_is_sent_as_it_is(aw: Shell, server: ScriptedServer):
    assert aw(*SUBMIT, "--content", TEXT).code == 0
    assert server.asked[0].body["content"] == TEXT


def test_a_file_is_read(aw: Shell, server: ScriptedServer, tmp_path: Path):
    path = tmp_path / "claim.md"
    path.write_text(TEXT, "utf-8")
    assert aw(*SUBMIT, "--file", str(path)).code == 0
    assert server.asked[0].body["content"] == TEXT


def test_a_byte_order_mark_is_not_part_of_a_text(aw: Shell, server: ScriptedServer, tmp_path: Path):
    path = tmp_path / "claim.md"
    path.write_text(TEXT, "utf-8-sig")
    aw(*SUBMIT, "--file", str(path))
    assert server.asked[0].body["content"] == TEXT


@pytest.mark.parametrize("named", [["--file", "-"], []], ids=["named", "piped"])
def test_standard_input_is_read(aw: Shell, server: ScriptedServer, named: list[str]):
    assert aw.process(*SUBMIT, *named, given=TEXT.encode()).code == 0
    assert server.asked[0].body["content"] == TEXT


@pytest.mark.parametrize("named", [["--file", "-"], []], ids=["named", "piped"])
def test_input_that_is_no_utf8_is_refused_and_not_sent(aw: Shell, server: ScriptedServer, named: list[str]):
    said = aw.process(*SUBMIT, *named, given="Café".encode("latin-1"))
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"
    assert said.error["message"] == "standard input is not valid UTF-8: byte 3 is 0xe9."
    assert server.asked == []


def test_a_file_that_is_no_utf8_is_refused(aw: Shell, tmp_path: Path):
    path = tmp_path / "latin.md"
    path.write_bytes(b"caf\xe9")
    said = aw(*SUBMIT, "--file", str(path))
    assert said.code == 1
    assert "latin.md is not valid UTF-8" in said.error["message"]


def test_an_argument_that_is_no_utf8_is_refused(aw: Shell, server: ScriptedServer):
    said = aw(*SUBMIT, "--content", "caf\udce9")
    assert said.code == 1
    assert said.error["message"] == "content is not valid UTF-8."


def test_a_file_that_is_not_there_is_refused(aw: Shell):
    said = aw(*SUBMIT, "--file", "nowhere.md")
    assert said.code == 1
    assert said.error["message"] == "Cannot read 'nowhere.md': No such file or directory."


def test_two_texts_are_one_too_many(aw: Shell):
    said = aw(*SUBMIT, "--file", "a.md", "--content", "b")
    assert said.code == 2
    assert "not both" in said.error["message"]


@pytest.mark.parametrize("given", [None, b""], ids=["nothing", "an empty pipe"])
def test_no_text_is_wrong_usage(aw: Shell, given: bytes | None):
    said = aw.process(*SUBMIT, given=given)
    assert said.code == 2
    assert "--content TEXT, --file PATH, or on standard input" in said.error["message"]


def test_an_intervention_needs_no_text_and_does_not_wait_for_one(aw: Shell, server: ScriptedServer):
    assert aw.process("debate", "intervention", "--debate-id", "d", given=b"not asked for").code == 0
    assert "content" not in server.asked[0].body


def test_an_intervention_takes_standard_input_when_it_is_named(aw: Shell, server: ScriptedServer):
    assert aw.process("debate", "intervention", "--debate-id", "d", "--file", "-", given=b"Stop.").code == 0
    assert server.asked[0].body["content"] == "Stop."
