"""What every challenge is played on: a server of its own with an empty home, reached over HTTP alone.

Only the standard library is used, so that a challenge sees what any other program would see.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from story import Unmet, show

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / ".venv" / "bin" / "python"
PYTHON = str(OWN) if OWN.exists() else sys.executable
PATIENCE = float(os.environ.get("CHALLENGE_PATIENCE", "120"))
"""How many seconds anything may take that should take a few."""
PLAYERS = '[players.cast]\nscript = "answers.json"\n'


class House:
    """A running server, and what is asked of it."""

    def __init__(self, home: Path, settings: Mapping[str, str]) -> None:
        self.home = home
        self.url = ""
        self.token = settings.get("DEBATE_AUTH_TOKEN")
        foreign = ("MOOT_", "DEBATE_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        self._environment = {**kept, "MOOT_HOME": str(home), **settings}
        self._server: subprocess.Popen[str] | None = None

    def serve(self, database: Path) -> None:
        """Starts the server on another database."""
        self._environment["MOOT_DATABASE_URL"] = str(database)
        self.start()

    def start(self) -> None:
        """Starts the server and waits until it says where it is."""
        command = (PYTHON, "-m", "moot.cli", "serve", "--port", "0")
        with (self.home / "log").open("a") as log:
            self._server = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env=self._environment, text=True, cwd=self.home
            )
        assert self._server.stdout is not None
        said = self._server.stdout.readline()
        if not said:
            raise Unmet(f"the server starts: {(self.home / 'log').read_text()}")
        self.url = json.loads(said)["data"]["url"] + "/api/v1"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends the server; SIGKILL gives it no time for anything."""
        if self._server is None:
            return
        self._server.send_signal(how)
        try:
            self._server.wait(PATIENCE)
        finally:
            self._server.kill()
            self._server = None

    def moot(self, *arguments: str, cwd: Path | None = None) -> Any:
        """What a command of `moot` answers, from the same home and beside the server."""
        command = (PYTHON, "-m", "moot.cli", *arguments)
        try:
            done = subprocess.run(
                command, env=self._environment, cwd=cwd or self.home, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            raise Unmet(f"moot {' '.join(arguments)} answers within {PATIENCE:.0f} seconds") from None
        try:
            return json.loads(done.stdout)
        except ValueError:
            raise Unmet(f"moot {' '.join(arguments)} answers in JSON: {done.stdout}{done.stderr}") from None

    def script(self, everybody: Mapping[str, Any], **seats: Mapping[str, Any]) -> None:
        """Writes what the players say, by the name of the turn: for everybody, and for a seat of its own."""
        script = {"*": everybody, **{seat: {**everybody, **own} for seat, own in seats.items()}}
        (self.home / "players.toml").write_text(PLAYERS)
        (self.home / "answers.json").write_text(json.dumps(script))

    def get(self, path: str, token: str | None = None) -> Any:
        """What the server answers to a GET."""
        return self._asked("GET", path, None, token)

    def post(self, path: str, token: str | None = None, **body: Any) -> Any:
        """What the server answers to a POST."""
        return self._asked("POST", path, body, token)

    def refused(self, path: str, token: str | None = None, **body: Any) -> Any:
        """The error that the server answers to a POST that it must refuse."""
        try:
            told = self.post(path, token, **body)
        except urllib.error.HTTPError as error:
            with error:
                return {"status": error.code, **json.load(error)["error"]}
        show("not refused", told)
        raise Unmet(f"POST {path} is refused")

    def workshop(self, **given: Any) -> str:
        """Opens a workshop whose seats are held by the script, and gives its id."""
        fields = {"player": "cast", **given}
        return str(self.post("/workshops", **fields)["debate_id"])

    def events(self, debate: str, after: int | None = None, hoping: str = "it happens") -> Iterator[dict[str, Any]]:
        """The server-sent events of a debate, as they come, until one would wait in vain."""
        query = "" if after is None else f"?after={after}"
        event: dict[str, Any] = {}
        until = monotonic() + PATIENCE
        with self._opened("GET", f"/debates/{debate}/events{query}", None, None) as stream:
            for raw in stream:
                if monotonic() > until:
                    raise Unmet(f"{hoping}, within {PATIENCE:.0f} seconds")
                name, _, value = raw.decode().rstrip("\n").partition(": ")
                if name in ("id", "event", "data"):
                    event[name] = json.loads(value) if name == "data" else value
                elif not name and "event" in event:
                    yield event
                    event = {}

    def until(self, debate: str, *states: str) -> str:
        """Watches a debate until it is in one of these states, or over, and says in which it is."""
        hoping = f"the workshop comes to {' or '.join(states) or 'an end'}"
        for event in self.events(debate, hoping=hoping):
            told = event["data"].get("debate", event["data"])
            if event["event"] in ("initial_state", "state_changed") and (told["closed_at"] or told["state"] in states):
                return str(told["state"])
        raise Unmet(hoping)

    def brief(self, debate: str, seat: str) -> str:
        """What a seat is told, once its turn has come: the very text that a model in its place would read."""
        hoping = f"the {seat} is asked"
        for event in self.events(debate, hoping=hoping):
            now: dict[str, Any] = (
                {} if event["event"] == "draft" else self.get(f"/debates/{debate}?argument_limit=0")["debate"]
            )
            if now.get("closed_at"):
                break
            if seat in now.get("waiting_for", ()):
                return json.dumps(self.get(f"/debates/{debate}/brief?role={seat}"), ensure_ascii=False)
        raise Unmet(hoping)

    def answer(self, debate: str, seat: str, **form: Any) -> Any:
        """Takes the turn of a seat that nobody is called on for."""
        return self.post(f"/debates/{debate}/answers", role=seat, filled=[form])

    def result(self, debate: str) -> Any:
        """What came of a debate, once it is over."""
        self.until(debate)
        return self.get(f"/debates/{debate}/result")["result"]

    def turns(self, debate: str, *kinds: str) -> list[dict[str, Any]]:
        """The turns of a workshop, all or of some kinds."""
        told = self.get(f"/debates/{debate}/turns?limit=200")["turns"]
        return [turn for turn in told if not kinds or turn["kind"] in kinds]

    def _asked(self, method: str, path: str, body: object, token: str | None) -> Any:
        with self._opened(method, path, body, token) as answer:
            told = answer.read()
            return json.loads(told) if answer.headers.get_content_type() == "application/json" else told.decode()

    def _opened(self, method: str, path: str, body: object, token: str | None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, sent, {"Content-Type": "application/json"}, method=method)
        if known := token or self.token:
            request.add_header("Authorization", f"Bearer {known}")
        return urllib.request.urlopen(request, timeout=PATIENCE)


@contextmanager
def house(**settings: str) -> Generator[House]:
    """A server with an empty home, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="challenge-", ignore_cleanup_errors=True) as folder:
        opened = House(Path(folder), settings)
        try:
            opened.start()
            yield opened
        finally:
            with suppress(subprocess.TimeoutExpired):
                opened.stop()
