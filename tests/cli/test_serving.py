"""`moot serve` and `moot run`, with real servers."""

import json
import os
import signal
import socket
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from moot import __version__
from tests.cli.shell import Said, Shell
from tests.support.thorough import only_when_thorough

pytestmark = pytest.mark.timeout(180)


@contextmanager
def served(aw: Shell, *arguments: str) -> Generator[str]:
    """The address of a server in the foreground of another process."""
    process = aw.up("serve", *arguments)
    try:
        yield json.loads(process.stdout.readline())["data"]["url"]
    finally:
        process.terminate()
        process.communicate()


def tried(aw: Shell, *arguments: str) -> Said:
    """What a server says that does not come up."""
    process = aw.up("serve", *arguments)
    out, err = process.communicate(timeout=60)
    return Said(process.wait(), out.decode(), err.decode())


@pytest.fixture
def detached(aw: Shell) -> Iterator[dict[str, Any]]:
    """A detached server, stopped at the end."""
    said = aw.process("serve", "--detach", "--port", "0", name="moot")
    assert said.code == 0, said.out
    yield said.data
    aw("serve", "stop", name="moot")


def test_a_server_in_the_foreground_tells_its_address_and_ends_with_an_interrupt(aw: Shell):
    with aw.start("serve", "--port", "0", "--database", "here.db", name="moot") as process:
        assert process.stdout is not None
        aw.set(DEBATE_SERVER_URL=json.loads(process.stdout.readline())["data"]["url"])
        assert aw("debate", "list").data == {"debates": [], "next_cursor": None}
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == b""
    assert (aw.home / "here.db").exists()


def test_a_detached_server_has_a_session_of_its_own_and_no_second_beside_it_and_is_found_and_stopped(
    aw: Shell, detached: dict[str, Any], closed_port: int
):
    assert os.getsid(detached["pid"]) == detached["pid"]
    mode = (aw.home / "moot" / "server.json").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600, "the file is for its owner alone"
    second = aw("serve", "--detach", "--port", "0", name="moot")
    assert second.code == 1
    assert second.error["code"] == "ALREADY_RUNNING"
    assert detached["url"] in second.error["message"]

    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    assert f"DEBATE_SERVER_URL={detached['url']}" in aw("debate", "list").error["suggestion"]

    aw.set(DEBATE_SERVER_URL=detached["url"])
    assert aw("debate", "list").code == 0
    assert detached["next"] == f"export DEBATE_SERVER_URL={detached['url']}"
    status = aw("serve", "status", name="moot")
    assert status.code == 0
    assert status.data == {
        "running": True,
        "detached": True,
        "pid": detached["pid"],
        "url": detached["url"],
        "database": str(aw.home / "moot" / "moot.db"),
        "version": __version__,
        "log": str(aw.home / "moot" / "server.log"),
    }
    stopped = aw("serve", "stop", name="moot")
    assert stopped.data == {"stopped": True, "url": detached["url"], "pid": detached["pid"]}
    after = aw("serve", "status", name="moot")
    assert after.code == 3
    assert after.data["running"] is False
    again = aw("serve", "stop", name="moot")
    assert again.code == 1
    assert again.error["code"] == "NOT_RUNNING"


def test_a_killed_server_is_not_taken_for_a_running_one(aw: Shell, detached: dict[str, Any], closed_port: int):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    os.kill(detached["pid"], signal.SIGKILL)
    while aw("serve", "status", name="moot").code != 3:
        pass
    port = detached["url"].rpartition(":")[2]
    assert aw.process("serve", "--detach", "--port", port, name="moot").data["url"] == detached["url"]


def test_a_stale_note_does_not_get_an_innocent_process_stopped(aw: Shell, closed_port: int):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    note = {"pid": os.getpid(), "url": "http://127.0.0.1:1", "database": "d", "version": "0", "log": "l"}
    (aw.home / "moot").mkdir()
    (aw.home / "moot" / "server.json").write_text(json.dumps(note))
    assert aw("serve", "status", name="moot").data["running"] is False
    assert aw("serve", "stop", name="moot").error["code"] == "NOT_RUNNING"


@pytest.mark.parametrize(
    "how", [pytest.param(["--detach"], marks=only_when_thorough), []], ids=["detached", "foreground"]
)
def test_a_port_that_is_taken_is_refused(aw: Shell, how: list[str]):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        said = tried(aw, *how, "--port", str(other.getsockname()[1]))
    assert said.code == 1
    assert "Cannot listen on 127.0.0.1" in said.error["message"]
    assert aw("serve", "stop", name="moot").error["code"] == "NOT_RUNNING"


def test_a_server_that_answers_already_is_not_started_again(aw: Shell):
    with served(aw, "--port", "0") as url:
        said = aw("serve", "--detach", "--port", url.rpartition(":")[2], name="moot")
        assert said.code == 1
        assert said.error["code"] == "ALREADY_RUNNING"
        assert url in said.error["message"]
        aw.set(DEBATE_SERVER_URL=url)
        status = aw("serve", "status", name="moot").data
        assert (status["running"], status["detached"], status["url"]) == (True, False, url)


@pytest.mark.parametrize("how", [["--detach"], []], ids=["detached", "foreground"])
def test_no_server_is_opened_to_a_network_without_a_token(aw: Shell, how: list[str]):
    said = tried(aw, *how, "--host", "0.0.0.0", "--port", "0")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"
    assert "DEBATE_AUTH_TOKEN" in said.error["suggestion"]


def test_run_says_what_to_do_next_and_opens_the_page(aw: Shell):
    told, browser = aw.home / "told", aw.home / "browser"
    os.mkfifo(told)
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}\n')
    browser.chmod(0o755)
    aw.set(MOOT_NO_BROWSER="", MOOT_NO_SAMPLE="1", BROWSER=f"{browser} %s")
    process = aw.up("run", "--port", "0")
    url = told.read_text().strip()
    aw.set(DEBATE_SERVER_URL=url)
    assert aw("debate", "list").code == 0
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert b"Traceback" not in err
    for words in (url, "moot skills install", "aw debate create", str(aw.home / "moot" / "moot.db")):
        assert words in out.decode()


def test_run_beside_a_server_only_says_so(aw: Shell):
    with served(aw, "--port", "0") as url:
        said = aw("run", "--port", url.rpartition(":")[2], name="moot")
    assert said.code == 0
    assert said.out == f"Moot is open at {url} already.\n"


def test_the_page_of_a_debate_is_named(aw: Shell):
    with served(aw, "--port", "0") as url:
        aw.set(DEBATE_SERVER_URL=url)
        debate = aw("debate", "generate-id").data["id"]
        opening = ("--debate-id", debate, "--title", "Plan", "--debate-type", "general_debate", "--content", "x")
        assert aw("debate", "create", *opening).code == 0
        assert aw("debate", "open", "--debate-id", debate).data == {"url": f"{url}/debates/{debate}", "opened": False}
        assert aw("debate", "open", "--debate-id", "nowhere").error["code"] == "DEBATE_NOT_FOUND"
        aw.set(MOOT_NO_BROWSER="", BROWSER="echo opening %s")
        opened = aw.process("debate", "open", "--debate-id", debate)
        assert opened.data == {"url": f"{url}/debates/{debate}", "opened": True}
        assert opened.err == f"opening {url}/debates/{debate}\n"
