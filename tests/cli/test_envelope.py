"""One envelope whatever the command, and the exit codes."""

from typing import Any
from uuid import UUID

import pytest

from moot import __version__
from tests.cli.shell import Shell
from tests.cli.told import argument, context
from tests.client.scripted import Reply, ScriptedServer, refusal

NO_DEBATES: dict[str, Any] = {"debates": [], "next_cursor": None}


def test_generate_id_prints_a_fresh_uuid(aw: Shell):
    first, second = aw("debate", "generate-id"), aw("debate", "generate-id")
    assert first.code == 0
    assert str(UUID(first.data["id"])) == first.data["id"] != second.data["id"]


def test_a_reply_is_one_line_for_programs(aw: Shell):
    assert aw("debate", "generate-id").out.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("debate.state", "AWAITING_PROPOSER"),
        ("arguments.-1.id", "arg-2"),
        ("omitted", "0"),
        ("wait_on", "null"),
        ("debate.waiting_for", '["proposer"]'),
    ],
)
def test_one_field_is_said_bare(aw: Shell, name: str, value: str):
    with ScriptedServer(Reply(context(argument(1), argument(2)))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("debate", "get-context", "--debate-id", "d", "--format", "table", "--field", name)
    assert (said.code, said.out) == (0, f"{value}\n")


@pytest.mark.parametrize("name", ["nope", "seq.deeper", ""])
def test_a_field_that_is_not_there_does_not_hide_what_was_done(aw: Shell, name: str):
    with ScriptedServer(Reply({"seq": 2}, 201)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("debate", "ruling", "--debate-id", "d", "--content", "So be it.", "--field", name)
    assert said.code == 1
    assert said.error["code"] == "NO_SUCH_FIELD"
    assert said.error["data"]["seq"] == 2


def test_a_refusal_is_told_as_the_server_said_it(aw: Shell):
    refused = refusal(409, "ACTION_NOT_ALLOWED", current_state="CLOSED", allowed_roles=[], suggestion="Stop.")
    with ScriptedServer(refused) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("debate", "submit", "--debate-id", "d", "--role", "opponent", "--target-id", "a", "--content", "x")
    assert said.code == 1
    assert said.envelope == refused.body


def test_a_server_that_comes_back_is_answered_under_the_same_id(aw: Shell):
    with ScriptedServer(refusal(503, "UNAVAILABLE"), Reply({"seq": 2}, 201)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("debate", "ruling", "--debate-id", "d", "--content", "So be it.")
    sent = [asked.body["client_request_id"] for asked in server.asked]
    assert said.code == 0
    assert sent == [said.data["client_request_id"]] * 2


def test_a_write_that_reached_nobody_says_under_which_id_to_repeat_it(aw: Shell, closed_port: int):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    said = aw("debate", "intervention", "--debate-id", "d", "--client-request-id", "mine")
    assert said.code == 3
    assert said.error["code"] == "NO_SERVER"
    assert said.error["client_request_id"] == "mine"
    assert "moot serve --detach" in said.error["suggestion"]
    assert f":{closed_port}" in said.error["message"]


def test_another_server_on_the_port_is_no_moot_server(aw: Shell):
    with ScriptedServer(Reply(b"<h1>It works!</h1>", 404)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("debate", "list")
    assert said.code == 3
    assert "not a Moot server" in said.error["message"]


def test_the_token_is_sent(aw: Shell):
    with ScriptedServer(Reply(NO_DEBATES)) as server:
        aw.set(DEBATE_SERVER_URL=server.url, DEBATE_AUTH_TOKEN="seat.d.opponent.key")
        assert aw("debate", "list").code == 0
    assert server.asked[0].headers["authorization"] == "Bearer seat.d.opponent.key"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["debate", "submit"], "Missing option '--debate-id'"),
        (["debate", "list", "--limit", "0"], "0 is not in the range"),
        (["debate", "list", "--format", "yaml"], "'yaml' is not one of"),
        (["debate", "sbmit"], "Did you mean 'submit'?"),
        (["dbate"], "Did you mean 'debate'?"),
        (["docs", "crate"], "Did you mean 'create'?"),
        (["debate"], "A command is missing."),
        (["debate", "list", "--nope"], "--nope"),
        (["verify"], "Name a debate"),
        (["verify", "d", "--all"], "Name a debate"),
    ],
)
def test_wrong_usage_is_told_twice_to_programs_and_to_people(aw: Shell, arguments: list[str], says: str):
    said = aw(*arguments)
    assert said.code == 2
    assert said.error["code"] == "WRONG_USAGE"
    assert says in said.error["message"]
    assert said.error["suggestion"].endswith("--help")
    assert said.err.startswith("Usage: aw")


def test_an_address_that_is_none_is_refused(aw: Shell):
    aw.set(DEBATE_SERVER_URL="localhost:3456")
    said = aw("debate", "list")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"
    assert "'localhost:3456' is not the URL of a server" in said.error["message"]
    assert "DEBATE_SERVER_URL" in said.error["suggestion"]


def test_a_home_that_cannot_be_made_is_told_without_a_traceback(aw: Shell):
    (aw.home / "file").write_text("")
    aw.set(MOOT_HOME=str(aw.home / "file" / "home"))
    said = aw("serve", "--detach", "--port", "0", name="moot")
    assert said.code == 1
    assert said.error["code"] == "SYSTEM_ERROR"
    assert "Not a directory" in said.error["message"]


def test_the_program_alone_shows_its_help(aw: Shell):
    said = aw()
    assert said.code == 0
    assert "Exit codes" in said.out


def test_the_version_is_told(aw: Shell):
    assert aw("--version").out == f"moot {__version__}\n"


@pytest.mark.parametrize("name", ["moot", "aw"])
def test_both_names_are_one_program(aw: Shell, name: str):
    said = aw.process("--help", name=name)
    assert said.code == 0
    assert said.out.startswith(f"Usage: {name} ")
