"""`moot duel`: two coding agents (stand-ins) debate a plan, and a person rules.

The command's own house is in this process; the person is a thread that gets the page as a browser does, and rules over
the API.
"""

import json
import os
import signal
import socket
from collections.abc import Iterator
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from moot.client import Client
from moot.players.command.agents import AGENTS
from tests.cli.matters import alone
from tests.cli.shell import Shell
from tests.support.coding_agents import StandIn, path_with
from tests.support.house import ServerProcess
from tests.support.stand_in_agent import VERSIONS

pytestmark = pytest.mark.timeout(180)

CLAIM = {"kind": "CLAIM", "target": 1, "content": "Step 2 loses what is in the queue."}
RESOLUTION = {"kind": "RESOLUTION", "target": 2, "content": "Agreed: drain the queue first."}


class Table:
    """A project with a plan, two agents on the path, and a browser that hands pages to the test."""

    def __init__(self, aw: Shell) -> None:
        self.project = aw.home / "shop"
        self.project.mkdir()
        self.plan = self.project / "PLAN.md"
        self.plan.write_text("# Move the queue\n\n1. Stop it.\n2. Start the new one.\n")
        self.claude = StandIn.made(aw.home / "bin", "claude", RESOLUTION)
        self.codex = StandIn.made(aw.home / "bin", "codex", CLAIM)
        aw.set(PATH=path_with(aw.home / "bin"), ANTHROPIC_API_KEY="k-1")
        aw.patch.chdir(self.project)
        self._pages = aw.home / "pages"
        os.mkfifo(self._pages)
        browser = aw.home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > {self._pages}\n')
        browser.chmod(0o755)
        aw.set(MOOT_NO_BROWSER="", BROWSER=f"{browser} %s")

    def page(self) -> tuple[Client, str]:
        """The house and the debate of the page that was opened."""
        url, _, debate = self._pages.read_text().strip().rpartition("/debates/")
        return Client(url), debate


@pytest.fixture
def table(aw: Shell, closed_port: int) -> Table:
    alone(aw, closed_port)
    return Table(aw)


def rule_when_asked(table: Table, seen: "Queue[Any]") -> None:
    """The person: waits on the page until asked, looks who said what, and closes the debate."""
    client, debate = table.page()
    for event in client.watch(debate):
        told = event["data"].get("debate") or event["data"]
        if told.get("waiting_for") == ["arbitrator"]:
            break
    arguments = client.context(debate, argument_limit=20)["arguments"]
    seen.put([client.provenance(debate, argument["id"]) for argument in arguments if argument["type"] != "MOTION"])
    client.rule(debate, "Drain it first, then do it.", close=True)


def test_a_duel_is_interrupted_goes_on_and_ends_with_the_ruling_of_a_person(aw: Shell, table: Table):
    with socket.create_server(("127.0.0.1", 0)) as lifeline:
        table.codex.will({"hang": lifeline.getsockname()[1]}, CLAIM)
        held: Queue[socket.socket] = Queue()

        def interrupt() -> None:
            for _ in range(2):
                held.put(lifeline.accept()[0])
            table.page()
            os.kill(os.getpid(), signal.SIGINT)

        watcher = Thread(target=interrupt, daemon=True)
        watcher.start()
        stopped = aw("duel", "PLAN.md", "--max-rounds", "3", name="moot")
        watcher.join(60)
        assert stopped.code == 130
        debate = stopped.err.split("--resume ")[1].split()[0]
        for _ in range(2):  # The agent and what it started are gone with the house.
            with held.get(timeout=60) as line:
                assert line.recv(1) == b""

    seen: Queue[Any] = Queue()
    person = Thread(target=rule_when_asked, args=(table, seen), daemon=True)
    person.start()
    ended = aw("duel", "--resume", debate, name="moot")
    person.join(60)
    assert ended.code == 0, (ended.out, ended.err)
    assert ended.data["state"] == "CLOSED"
    assert ended.data["ruling"] == "Drain it first, then do it."
    assert "The arbitrator is asked, and that is you: http://127.0.0.1:" in ended.err
    assert "Step 2 loses what is in the queue." in ended.err

    claimed, asked_to_end = seen.get(timeout=60)
    for provenance, agent in ((claimed, "codex"), (asked_to_end, "claude")):
        (call,) = provenance["calls"]
        assert call["by"] == f"{agent} {VERSIONS[agent]}"
        assert call["facts"]["version"] == VERSIONS[agent]
        assert call["prompt"]["argv"][0] == agent
    (spoke,) = table.claude.calls
    assert spoke["cwd"] == str(table.project)
    assert spoke["secrets"] == ["ANTHROPIC_API_KEY"]
    assert "> 2. Start the new one." in spoke["stdin"]
    sound = aw("verify", debate, name="moot")
    assert (sound.code, sound.data["sound"]) == (0, True)
    again = aw("duel", "--resume", debate, "--no-browser", name="moot")
    assert again.data == ended.data


def test_a_dry_run_shows_what_would_be_called_and_does_nothing(aw: Shell, table: Table):
    said = aw("duel", "PLAN.md", "--proposer", "codex", "--dry-run", name="moot")
    assert (said.data["title"], said.data["max_rounds"], said.data["as_document"]) == ("Move the queue", 5, False)
    seats = said.data["seats"]
    assert set(seats) == {"proposer", "opponent"}
    assert seats["proposer"] == seats["opponent"]
    assert seats["opponent"]["argv"] == [str(table.codex.path), *AGENTS["codex"].called()]
    assert (seats["opponent"]["cwd"], seats["opponent"]["keys"]) == (str(table.project), [])
    assert table.codex.calls == []
    assert not (aw.home / "moot").exists()


def test_what_the_players_file_says_of_an_agent_counts(aw: Shell, table: Table):
    home = aw.home / "moot"
    home.mkdir()
    other = StandIn.made(aw.home / "elsewhere", "codex", CLAIM)
    (home / "players.toml").write_text(
        f'[players.codex]\nagent = "codex"\nprogram = "{other.path}"\nflags = ["--model", "x"]\n'
        '[players.mine]\ncommand = ["sh", "-c", "echo"]\n'
    )
    seats = aw("duel", "PLAN.md", "--proposer", "mine", "--timeout", "9", "--dry-run", name="moot").data["seats"]
    assert seats["proposer"] == {"player": "mine"}
    assert seats["opponent"]["argv"][0] == str(other.path)
    assert seats["opponent"]["argv"][-3:] == ["--model", "x", "-"]
    assert seats["opponent"]["timeout"] == 9


@pytest.mark.parametrize(
    ("arguments", "message", "suggestion"),
    [
        (["--opponent", "emacs"], "no agent 'emacs'. There are: claude, codex, cursor,", "[players.emacs]"),
        (["--opponent", "gemini"], "no program 'gemini' on the PATH", "gemini-cli. Here there are: claude, codex."),
        (["--opponent", "no:such:model"], "'no:such:model' cannot be called on here", ""),
        (["--arbitrator", "judge"], "There is no agent 'judge'", ""),
    ],
)
def test_an_agent_that_is_not_here_is_refused_with_those_that_are(
    aw: Shell, table: Table, arguments: list[str], message: str, suggestion: str
):
    aw.set(PATH=f"{aw.home / 'bin'}")
    said = aw("duel", "PLAN.md", *arguments, name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert message in said.error["message"]
    assert suggestion in said.error["suggestion"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b" \n", "is empty"),
        (b"\x89PNG\r\n\xff", "not valid UTF-8"),
        (b"a\0b", "is not a text"),
        (b"x" * (1024 * 1024 + 1), "a plan may have 1048576"),
        (b"long " * 2000, "where the agents could read it to its end"),
    ],
    ids=["missing", "empty", "binary", "NUL", "too large", "long and elsewhere"],
)
def test_a_plan_that_cannot_be_debated_is_refused(aw: Shell, table: Table, content: bytes | None, message: str):
    plan = aw.home / "other.md"
    if content is not None:
        plan.write_bytes(content)
    said = aw("duel", str(plan), "--dir", str(table.project), name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert message in said.error["message"]


def test_a_plan_or_a_debate_must_be_given_and_not_both(aw: Shell, table: Table):
    assert aw("duel", name="moot").code == 2
    assert aw("duel", "PLAN.md", "--resume", "x", name="moot").code == 2


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a home of its own, which knows nothing of the agents of the shell."""
    with ServerProcess.serving(str(tmp_path_factory.mktemp("duels") / "moot.db")) as server:
        yield server


def test_a_server_with_another_home_does_not_know_the_agents_of_this_machine(
    aw: Shell, table: Table, house: ServerProcess
):
    aw.set(DEBATE_SERVER_URL=house.url)
    said = aw("duel", "PLAN.md", name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert "has another home" in said.error["message"]
    assert Client(house.url).debates(q="queue")["debates"] == []


def test_nobody_can_name_an_agent_over_the_api_who_was_not_noted_here(aw: Shell, table: Table, house: ServerProcess):
    aw.set(DEBATE_SERVER_URL=house.url)
    for name in ("codex", "claude", str(table.codex.path)):
        said = aw(
            *["debate", "create", "--debate-id", "d-1", "--title", "x", "--debate-type", "general_debate"],
            *["--content", "x", "--seat", f"opponent={name}"],
        )
        assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert table.codex.calls == []


@pytest.mark.parametrize("step", ["Step by step. " * 1000, "一步一步来。" * 900])
def test_a_long_plan_is_a_document_and_a_seat_can_be_left_for_whoever_joins(
    aw: Shell, table: Table, house: ServerProcess, step: str
):
    aw.set(DEBATE_SERVER_URL=house.url, MOOT_NO_BROWSER="1")
    table.plan.write_text(f"# A long plan\n\n{step}")
    people = ["--proposer", "human", "--opponent", "human"]
    said = aw("duel", "PLAN.md", *people, "--title", "Long", "--detach", name="moot")
    assert said.code == 0, said.out
    debate = said.data["debate_id"]
    assert said.data["url"] == f"{house.url}/debates/{debate}"
    (motion,) = aw("debate", "get-context", "--debate-id", debate).data["arguments"]
    (document,) = motion["documents"]
    assert "finds it as `PLAN.md`" in motion["content"]
    text = aw("docs", "get", document["id"]).data["content"]
    assert text == table.plan.read_text().strip()
    assert json.loads(said.out)["data"]["next"] == f"moot duel --resume {debate}"


def test_another_format_is_no_duel(aw: Shell, table: Table, house: ServerProcess):
    aw.set(DEBATE_SERVER_URL=house.url)
    panel = ["--question", "Which?", "--option", "A=x", "--option", "B=y", "--seat", "risk=human"]
    seats = ["--seat", "value=human", "--seat", "effort=human", "--no-wait"]
    debate = aw("panel", "ask", *panel, *seats, name="moot").data["debate_id"]
    said = aw("duel", "--resume", debate, name="moot")
    assert "is no duel" in said.error["message"]
    assert aw("duel", "--resume", "nowhere", name="moot").error["code"] == "DEBATE_NOT_FOUND"


def rule_when_nobody_can(table: Table) -> None:
    """The person: rules where the player that should has failed."""
    client, debate = table.page()
    for event in client.watch(debate):
        told = event["data"].get("arguments") or [event["data"]]
        if any((one.get("type"), one.get("role")) == ("lapsed", "arbitrator") for one in told):
            break
    client.rule(debate, "Drain it first, then do it.", close=True)


def test_on_a_server_an_agent_that_cannot_answer_is_told_with_what_to_do_and_the_person_decides(
    aw: Shell, table: Table, house: ServerProcess
):
    aw.set(DEBATE_SERVER_URL=house.url, MOOT_HOME=str(house.folder))
    table.codex.will({"printed": "", "stderr": "not logged in", "exit": 1})
    person = Thread(target=rule_when_nobody_can, args=(table,), daemon=True)
    person.start()
    ended = aw("duel", "PLAN.md", "--arbitrator", "codex", name="moot")
    person.join(60)
    assert "did not answer: failed (codex is not logged in. Run `codex login`" in ended.err
    assert "The arbitrator could not rule, and you may: http" in ended.err
    assert ended.data["state"] == "CLOSED"
    notes = (house.folder / "duels").iterdir()
    assert sorted(path.name.rsplit("-", 1)[0] for path in notes) == ["claude-in-shop", "codex-in-shop"]
