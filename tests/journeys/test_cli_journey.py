"""The whole debate of spec 001, typed command by command, each command a process."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.request import urlopen

import pytest

from tests.support.ports import steady_port
from tests.support.program import BIN
from tests.support.thorough import ON_POSTGRES_TOO
from tests.support.understudy import Understudy

SECONDS = 60
"""How long any command may take."""

pytestmark = [pytest.mark.journey, pytest.mark.timeout(240)]


@dataclass
class Server:
    """`moot serve` in a process of its own; it can be killed and started again at the same address."""

    database: str
    environment: Mapping[str, str]
    port: int = field(default_factory=steady_port)
    url: str = ""
    _process: Understudy | None = None

    def start(self) -> None:
        command = ["serve", "--port", str(self.port), "--database", self.database]
        self._process = Understudy(command, self.environment)
        self.url = json.loads(self._process.stdout.readline())["data"]["url"]

    def until_heard(self, waiters: int) -> None:
        """Until so many wait at it: who has met a server comes back to it, however long it is away."""
        until = monotonic() + SECONDS
        waiting = 0
        while waiting < waiters:
            assert monotonic() < until
            with urlopen(f"{self.url}/metrics", timeout=SECONDS) as told:
                waiting = int(re.findall(r"(?m)^moot_waiting (\d+)", told.read().decode())[0])

    def end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.communicate(timeout=SECONDS)


@dataclass
class Waiter:
    """`aw debate wait`, running."""

    process: subprocess.Popen[bytes]

    def told(self) -> dict[str, Any]:
        """What it was told in the end."""
        out, err = self.process.communicate(timeout=SECONDS)
        assert self.process.returncode == 0, (out, err)
        return json.loads(out)["data"]

    def leave(self) -> None:
        """Ends it where a test went wrong before it was told anything."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


@dataclass(frozen=True)
class Table:
    """Where the commands of one debate are typed."""

    folder: Path
    environment: Mapping[str, str]
    debate: str = ""
    waiters: list[Waiter] = field(default_factory=list[Waiter])

    def start(self, *arguments: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """Starts a command."""
        pipe = subprocess.PIPE
        command = [BIN / "aw", *arguments]
        return subprocess.Popen(command, env=self.environment, cwd=self.folder, stdin=stdin, stdout=pipe, stderr=pipe)

    def type(self, *arguments: str, given: str | None = None, code: int = 0) -> Any:
        """What a command answers: its data, or the error where one is expected."""
        process = self.start(*arguments, stdin=subprocess.DEVNULL if given is None else subprocess.PIPE)
        out, err = process.communicate(None if given is None else given.encode(), timeout=SECONDS)
        assert process.returncode == code, (arguments, out, err)
        envelope = json.loads(out)
        assert envelope["success"] is (code == 0)
        return envelope["data" if code == 0 else "error"]

    def say(self, verb: str, *arguments: str, given: str | None = None, code: int = 0) -> Any:
        """A command about the debate."""
        return self.type("debate", verb, "--debate-id", self.debate, *arguments, given=given, code=code)

    def wait(self, role: str, on: str) -> Waiter:
        """Waits in the background, as an agent does."""
        about = ["--debate-id", self.debate, "--argument-id", on, "--role", role]
        self.waiters.append(Waiter(self.start("debate", "wait", *about)))
        return self.waiters[-1]

    def stands(self) -> str:
        """The debate's state."""
        return self.say("get-context", "--argument-limit", "0")["debate"]["state"]


@pytest.fixture(params=ON_POSTGRES_TOO)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "moot.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
    server = Server(database, {**outside, "MOOT_HOME": str(tmp_path / "home")})
    server.start()
    yield server
    server.end(signal.SIGTERM)


@pytest.fixture
def table(server: Server, tmp_path: Path) -> Iterator[Table]:
    environment = {**server.environment, "DEBATE_SERVER_URL": server.url}
    table = Table(tmp_path, environment, Table(tmp_path, environment).type("debate", "generate-id")["id"])
    yield table
    for waiter in table.waiters:
        waiter.leave()


def test_a_debate_from_the_motion_to_the_close(table: Table, server: Server):
    document, motion = open_with_a_plan(table)
    claim = argue(table, document, motion)
    aligned = appeal(table, server, claim)
    answered = intervene(table, aligned)
    close(table, answered)
    look_back(table, document)


def open_with_a_plan(table: Table) -> tuple[str, str]:
    """The proposer shares its plan and puts the motion."""
    (table.folder / "plan.md").write_text("# Plan\n\n1. Copy the table.\n2. Drop the old one.\n")
    document = table.type("docs", "create", "--title", "Migration plan", "--file", "plan.md")["document_id"]
    opening = ["--title", "Migrate the users table", "--debate-type", "coding_plan_debate"]
    asked = [*opening, "--client-request-id", "open-1"]
    text = f"Migrate in one step; the whole plan is {document}."
    opened = table.say("create", *asked, given=text)
    assert (opened["seq"], opened["state"], opened["action"]) == (1, "AWAITING_OPPONENT", "wait_for_opponent")
    again = table.say("create", *asked, "--content", text)
    assert (again["argument_id"], again["repeated"]) == (opened["argument_id"], True)
    assert table.say("create", *asked, "--content", "Another.", code=1)["code"] == "REQUEST_ID_REUSED"
    other = table.say("create", *opening, "--content", text, code=1)
    assert other["code"] == "DEBATE_EXISTS"
    return document, opened["argument_id"]


def argue(table: Table, document: str, motion: str) -> str:
    """The opponent joins, reads the plan and attacks it; the proposer was waiting, and mends the plan."""
    proposer = table.wait("proposer", motion)
    joined = table.say("get-context", "--role", "opponent")
    assert joined["action"] == "respond"
    assert joined["arguments"][0]["documents"][0]["id"] == document
    assert "Drop the old one" in table.type("docs", "get", document)["content"]
    out_of_turn = table.say("submit", "--role", "proposer", "--target-id", motion, "--content", "Well?", code=1)
    assert out_of_turn["code"] == "ACTION_NOT_ALLOWED"
    assert out_of_turn["allowed_roles"] == ["opponent"]
    claim = table.say("submit", "--role", "opponent", "--target-id", motion, "--content", "Step 2 cannot be undone.")
    told = proposer.told()
    assert (told["action"], told["arguments"][-1]["content"]) == ("respond", "Step 2 cannot be undone.")
    opponent = table.wait("opponent", claim["argument_id"])
    (table.folder / "plan.md").write_text("# Plan\n\n1. Copy the table.\n2. Keep the old one for a week.\n")
    mended = table.type("docs", "submit", document, "--file", "plan.md", "--note", "Keep it", "--base-version", "1")
    assert mended["version"] == 2
    about = ["--role", "proposer", "--target-id", claim["argument_id"]]
    revised = table.say("submit", *about, "--content", f"Agreed: see {document}.")
    assert opponent.told()["arguments"][-1]["id"] == revised["argument_id"]
    changed = table.type("docs", "diff", document, "--from", "1")
    assert (changed["to_version"], changed["added"], changed["removed"]) == (2, 1, 1)
    return table.say("submit", "--role", "opponent", "--target-id", motion, "--content", "A week is short.")[
        "argument_id"
    ]


def appeal(table: Table, server: Server, claim: str) -> str:
    """The proposer appeals; the arbitrator rules while the server dies and comes back under the waiting agents."""
    ways = ["--option", "A=Keep it for a month", "--option", "B=A week will do"]
    asked = table.say("appeal", "--target-id", claim, "--content", "How long do we keep the old table?", *ways)
    assert (asked["state"], asked["action"]) == ("AWAITING_ARBITRATOR", "wait_for_ruling")
    offered = table.say("get-context", "--role", "arbitrator")["arguments"][-1]["options"]
    assert [option["id"] for option in offered] == ["A", "B", "other"]
    waiting = {role: table.wait(role, asked["argument_id"]) for role in ("proposer", "opponent")}
    server.until_heard(len(waiting))
    server.end(signal.SIGKILL)
    server.start()
    wrong = table.say("ruling", "--content", "C it is.", "--option", "C", code=1)
    assert wrong["code"] == "INVALID_INPUT"
    ruled = table.say("ruling", "--content", "A month, and not a day less.", "--option", "A")
    told = {role: waiter.told() for role, waiter in waiting.items()}
    assert told["proposer"]["action"] == "align_to_ruling"
    assert told["opponent"]["action"] == "wait_for_proposer"
    assert all(reply["arguments"][-1]["option"] == "A" for reply in told.values())
    about = ["--role", "proposer", "--target-id", ruled["argument_id"]]
    return table.say("submit", *about, "--content", "A month, then.")["argument_id"]


def intervene(table: Table, aligned: str) -> str:
    """The arbitrator stops the debate; what the opponent was writing is parked, nothing else is let in."""
    proposer = table.wait("proposer", aligned)
    stopped = table.say("intervention", "--content", "Stop: the budget has changed.")
    assert stopped["state"] == "INTERVENTION_PENDING"
    assert proposer.told()["action"] == "wait_for_ruling"
    parked = table.say("submit", "--role", "opponent", "--target-id", aligned, "--content", "And the backups?")
    assert (parked["state"], parked["action"]) == ("INTERVENTION_PENDING", "wait_for_ruling")
    assert parked["wait_on"] == stopped["argument_id"]
    for role in ("proposer", "opponent"):
        more = table.say("submit", "--role", role, "--target-id", aligned, "--content", "More.", code=1)
        assert more["code"] == "ACTION_NOT_ALLOWED"
    assert table.say("intervention", code=1)["code"] == "ACTION_NOT_ALLOWED"
    ruled = table.say("ruling", given="Go on, with half the money.\n")
    assert ruled["state"] == "AWAITING_PROPOSER"
    about = ["--role", "proposer", "--target-id", parked["argument_id"]]
    answered = table.say("submit", *about, "--content", "Backups go to cold storage.")
    return table.say("submit", "--role", "opponent", "--target-id", answered["argument_id"], "--content", "Fine.")[
        "argument_id"
    ]


def close(table: Table, last: str) -> None:
    """The proposer asks to end; the arbitrator does not let it at first."""
    early = table.say("ruling", "--content", "Enough.", "--close", code=1)
    assert (early["code"], early["current_state"]) == ("ACTION_NOT_ALLOWED", "AWAITING_PROPOSER")
    asked = table.say("request-completion", "--target-id", last, "--content", "All is agreed.")
    assert asked["state"] == "AWAITING_ARBITRATOR"
    refused = table.say("ruling", "--content", "Not yet: who restores the backups?")
    assert refused["state"] == "AWAITING_PROPOSER"
    proposer = table.wait("proposer", asked["argument_id"])
    assert proposer.told()["action"] == "align_to_ruling"
    again = table.say("request-completion", "--target-id", refused["argument_id"], "--content", "The owner does.")
    waiting = [table.wait(role, again["argument_id"]) for role in ("proposer", "opponent")]
    closed = table.say("ruling", "--content", "Closed.", "--close")
    assert closed["state"] == "CLOSED"
    assert [waiter.told()["action"] for waiter in waiting] == ["debate_closed", "debate_closed"]


def look_back(table: Table, document: str) -> None:
    """Nothing can be added, everything is there once, and the record is sound."""
    assert table.stands() == "CLOSED"
    for late in (["intervention"], ["ruling", "--content", "And one more thing."]):
        assert table.say(*late, code=1)["code"] == "ACTION_NOT_ALLOWED"
    whole = table.say("get-context", "--argument-limit", "100")
    kinds = [argument["type"] for argument in whole["arguments"]]
    assert kinds == [
        *["MOTION", "CLAIM", "CLAIM", "CLAIM", "APPEAL", "RULING", "CLAIM"],
        *["INTERVENTION", "CLAIM", "RULING", "CLAIM", "CLAIM"],
        *["RESOLUTION", "RULING", "RESOLUTION", "RULING"],
    ]
    assert [argument["seq"] for argument in whole["arguments"]] == list(range(1, 17))
    assert [argument["seq"] for argument in whole["arguments"] if argument.get("parked")] == [9]
    assert [entry["id"] for entry in table.type("debate", "list", "--status", "closed")["debates"]] == [table.debate]
    versions = table.type("docs", "history", document)["versions"]
    assert [version["version"] for version in versions] == [1, 2]
    sound = table.type("verify", table.debate, "--expect", whole["debate"]["hash"])
    assert (sound["sound"], sound["read_from"]) == (True, "server")
    events, _ = table.start("debate", "watch", "--debate-id", table.debate).communicate(timeout=SECONDS)
    assert [json.loads(event)["event"] for event in events.splitlines()] == ["initial_state"]
