"""The detached server: started in a session of its own, known by the lock it holds on its file."""

import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from moot import __version__
from moot.cli.awaiting import came
from moot.cli.environment import DEFAULT_URL, version_at
from moot.cli.place import Place, without_password
from moot.cli.progress import Progress
from moot.cli.server_file import Noted, noted, server_file
from moot.client import Refused

START_SECONDS = 60.0
STOP_SECONDS = 20.0


def start(at: Place) -> Mapping[str, Any]:
    """Starts a detached server and waits until it answers."""
    at = at if at.port else replace(at, port=_free_port(at.host))
    at.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _lock(at.home) as file:
        if version_at(at.url) is not None:
            raise _refused("ALREADY_RUNNING", f"A Moot server answers at {at.url} already.", url=at.url)
        log = at.home / "server.log"
        begins = log.stat().st_size if log.exists() else 0
        child = _spawn(at, log, file)
        told = _note(file, at, child.pid, log)
        try:
            _await(child, at.url, log, begins)
        except BaseException:
            os.ftruncate(file, 0)
            child.terminate()
            raise
    return told if at.url == DEFAULT_URL else {**told, "next": f"export DEBATE_SERVER_URL={at.url}"}


def running(home: Path) -> Noted | None:
    """The detached server, if it runs: it holds the lock as long as it lives, so a stale note deceives nobody."""
    try:
        file = os.open(server_file(home), os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return noted(home)
    finally:
        os.close(file)
    return None


def stop(home: Path) -> dict[str, Any]:
    """Asks the detached server to stop, and waits until it has."""
    found = running(home)
    if found is None:
        raise _refused("NOT_RUNNING", "No detached server runs.", suggestion="See: moot serve status")
    os.kill(found["pid"], signal.SIGTERM)
    with Progress(f"Stopping the server at {found['url']}"):
        if not came(lambda: running(home) is None, STOP_SECONDS):
            raise _refused("STILL_RUNNING", f"The server (process {found['pid']}) has not stopped yet.")
    return {"stopped": True, "url": found["url"], "pid": found["pid"]}


@contextmanager
def _lock(home: Path) -> Generator[int]:
    """The server's file, locked; the lock goes on with the child that inherits it."""
    file = os.open(server_file(home), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        found = noted(home)
        where = "is just starting" if found is None else f"runs at {found['url']} (process {found['pid']})"
        raise _refused(
            "ALREADY_RUNNING", f"A detached server {where}.", suggestion="Stop it with: moot serve stop"
        ) from None
    else:
        os.ftruncate(file, 0)
        yield file
    finally:
        os.close(file)


def _spawn(at: Place, log: Path, file: int) -> subprocess.Popen[bytes]:
    """The child's settings go by its environment: command lines are for everybody to read, passwords are not."""
    settings = {"MOOT_HOST": at.host, "MOOT_PORT": str(at.port), "MOOT_DATABASE_URL": at.database}
    with open(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as out:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "moot.cli", "serve"],
            env={**os.environ, **settings, "MOOT_HOME": str(at.home)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            pass_fds=(file,),
            start_new_session=True,
        )


def _note(file: int, at: Place, pid: int, log: Path) -> Noted:
    told = Noted(pid=pid, url=at.url, database=without_password(at.database), version=__version__, log=str(log))
    os.pwrite(file, json.dumps(told).encode(), 0)
    return told


def _await(child: subprocess.Popen[bytes], url: str, log: Path, begins: int) -> None:
    def answers() -> bool:
        if child.poll() is not None:
            raise _failed(log, begins)
        return version_at(url) is not None

    with Progress(f"Starting a server at {url}"):
        if not came(answers, START_SECONDS):
            raise _refused("NOT_STARTED", f"The server does not answer after {START_SECONDS:g} s; see {log}.")


def _failed(log: Path, begins: int) -> Refused:
    """Why the child ended: its own envelope, or the last lines that it wrote."""
    with log.open("rb") as written:
        written.seek(begins)
        lines = written.read().decode(errors="replace").strip().splitlines()
    for line in reversed(lines):
        try:
            return Refused(json.loads(line)["error"], 0)
        except (ValueError, KeyError, TypeError):
            continue
    return _refused("NOT_STARTED", f"The server ended at once: {' / '.join(lines[-3:])} (see {log}).")


def _free_port(host: str) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


def _refused(code: str, message: str, **fields: Any) -> Refused:
    return Refused({"code": code, "message": message, **fields}, 0)
