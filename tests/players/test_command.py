"""A program as a player: what it is given, what is taken from it, and how it is ended."""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from moot.debate import Ask
from moot.engine import PlayerFailed, Unfit
from moot.players.command import CommandPlayer, passed_on
from moot.players.command.reading import answer_in
from tests.players.asking import VOTE, Vote, answered, call

pytestmark = pytest.mark.anyio

BOUND = 60
"""Seconds within which what must happen has happened on any machine."""


def program(code: str, *arguments: str, environment: Mapping[str, str] | None = None, **more: Any) -> CommandPlayer:
    """A player that runs these lines of Python."""
    known = passed_on(os.environ) if environment is None else environment
    return CommandPlayer("local", [sys.executable, "-c", code, *arguments], known, **more)


async def printed(text: str) -> str:
    return (await answered(program("import sys; print(sys.argv[1])", text), call())).raw


ECHO = "import json, sys; print(json.dumps({'heard': sys.stdin.read()}))"


async def test_it_is_given_role_record_task_and_form_on_its_standard_input():
    answer = await answered(program(ECHO), call())
    heard = json.loads(answer.raw)["heard"]
    wanted = ["You are a judge.", "A: keep it. B: drop it.", "Which option is better?", "JSON schema"]
    assert [heard.index(part) for part in wanted] == sorted(heard.index(part) for part in wanted)
    assert json.dumps(Vote.model_json_schema(), indent=1) in heard
    assert answer.prompt == {"stdin": heard}


async def test_a_question_with_its_own_record_is_given_that():
    heard = (await answered(program(ECHO), call(Ask("Which?", (Vote,), record="Only side A.")))).raw
    assert "Only side A." in heard
    assert "B: drop it" not in heard


async def test_every_form_is_shown_where_there_are_several():
    class Abstention(Vote):
        kind: str = "ABSTAIN"

    heard = (await answered(program(ECHO), call(Ask("Which?", (Vote, Abstention))))).raw
    assert "ABSTAIN" in heard
    assert "one of these (`kind` says which)" in heard


async def test_it_is_told_what_was_wrong_with_its_last_answer():
    heard = (await answered(program(ECHO), call(before=(Unfit("I like A", "must be JSON"),)))).raw
    assert "I like A" in heard
    assert "must be JSON" in heard


async def test_the_answer_is_the_one_object_that_it_printed():
    answer = await answered(program("""print('{"option": "A"}')"""), call())
    assert answer.raw == '{"option": "A"}'
    assert answer.by == Path(sys.executable).name
    assert answer.spent is not None
    assert (answer.spent.tokens_in, answer.spent.tokens_out, answer.spent.money) == (0, 0, None)
    assert answer.spent.milliseconds > 0


async def test_prose_comes_back_as_it_was_printed():
    assert await printed("I vote for A, clearly.") == "I vote for A, clearly.\n"


@pytest.mark.parametrize(
    "text",
    [
        '{"option": "B"}',
        '\n {"option": "B"} \n',
        'I weighed both.\n\n```json\n{"option": "B"}\n```\nThat is all.',
        'I weighed both.\n```\n{"option": "B"}\n```',
        'The set {a, b} was weighed. {"option": "B"}',
        'One could say {"option": "A"}, but:\n```json\n{"option": "B"}\n```',
        '```json\n{"option": "B"}\n```\nAgain:\n```json\n{"option": "B"}\n```',
    ],
    ids=["alone", "blanks", "fenced", "plain fence", "amid prose", "fence before prose", "said twice"],
)
def test_an_object_is_found(text: str):
    assert json.loads(answer_in(text) or "") == {"option": "B"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I approve. I cannot approve.",
        'Not {"option": "A"} but {"option": "B"}',
        '```json\n{"option": "A"}\n```\nor\n```json\n{"option": "B"}\n```',
        '{"vote": {"option": "B"}',
        'First:\n{"verdict":\n {"option": "B"}\nand then it broke off',
        '["A", "B"]',
        "[" * 100_000,
        '{"a":' * 100_000,
    ],
    ids=["nothing", "prose", "two", "two fences", "cut off", "cut off in lines", "a list", "deep", "deep objects"],
)
def test_where_it_is_not_clear_which_object_is_meant_none_is(text: str):
    assert answer_in(text) is None


def test_an_inner_object_is_never_taken_for_the_answer():
    assert answer_in('So: {"outer": {"option": "B"}} it is') == '{"outer": {"option": "B"}}'


async def test_a_failure_ends_with_what_the_program_complained_of():
    code = "import sys; sys.stderr.write('x' * 10_000 + ' no credit left'); sys.exit(3)"
    with pytest.raises(PlayerFailed, match=r"exit code 3: x+ no credit left\.$") as failed:
        await answered(program(code), call())
    assert len(str(failed.value)) < 600


async def test_the_end_of_standard_error_is_kept_with_an_answer():
    answer = await answered(program("import sys; sys.stderr.write('x' * 10_000 + 'end'); print('{}')"), call())
    told = answer.facts["stderr"]
    assert isinstance(told, str)
    assert (len(told), told[-4:]) == (4096, "xend")


async def test_a_program_that_never_stops_printing_is_stopped():
    with pytest.raises(PlayerFailed, match="printed more than 1048576 bytes"):
        await answered(program("while True: print('x' * 4096)"), call())


async def test_a_program_that_does_not_read_is_no_trouble():
    long = Ask("Which?", (Vote,), record="x" * 1_000_000)
    assert (await answered(program("print('{}')"), call(long))).raw == "{}"


async def test_a_program_that_is_not_there_fails_and_says_so():
    with pytest.raises(PlayerFailed, match="nowhere could not be started"):
        await answered(CommandPlayer("gone", ["/nowhere"], {}), call())


async def test_no_shell_reads_the_words_of_a_command():
    player = CommandPlayer("local", [sys.executable, "-c", "import sys; print(sys.argv[1])", "$HOME; `id`"], {})
    assert (await answered(player, call())).raw == "$HOME; `id`\n"


async def test_it_runs_in_an_empty_folder_that_is_gone_afterwards():
    code = "import json, os; open('left', 'w'); print(json.dumps({'at': os.getcwd(), 'had': os.listdir()}))"
    told = json.loads((await answered(program(code), call())).raw)
    assert told["had"] == ["left"]
    assert not os.path.exists(told["at"])  # noqa: ASYNC240 -- a test may block


async def test_it_runs_where_its_owner_said(tmp_path: Path):
    code = "import json, os; print(json.dumps({'at': os.getcwd()}))"
    told = json.loads((await answered(program(code, folder=tmp_path), call())).raw)
    assert Path(told["at"]) == tmp_path


async def test_it_learns_no_secrets_but_those_named_for_it():
    house = {
        "PATH": "/bin",
        "HOME": "/home/me",
        "MOOT_DATABASE_URL": "postgresql://me:secret@db",
        "DEBATE_AUTH_TOKEN": "secret",
        "OPENAI_API_KEY": "secret",
        "ANTHROPIC_API_KEY": "wanted",
        "AWS_ACCESS_KEY_ID": "secret",
        "PGPASSWORD": "secret",
        "GITHUB_TOKEN": "secret",
    }
    code = "import json, os; print(json.dumps(dict(os.environ)))"
    given = passed_on(house, ["ANTHROPIC_API_KEY"])
    told = json.loads((await answered(program(code, environment=given), call())).raw)
    assert {name: value for name, value in told.items() if name in house} == {
        "PATH": "/bin",
        "HOME": "/home/me",
        "ANTHROPIC_API_KEY": "wanted",
    }


async def test_what_it_may_cost_cannot_be_told():
    assert program("").reserve(call(VOTE)) is None


async def test_a_program_that_does_not_answer_in_time_fails():
    with pytest.raises(PlayerFailed, match=r"did not answer within 0\.05 s"):
        await answered(program("import signal; signal.pause()", timeout=0.05), call())


STUBBORN = """
import signal, socket, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
held = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
"""
AND_A_CHILD = """
subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1]])
"""
FOR_EVER = """
held.recv(1)  # until it is killed; or, if nobody does, until the test is over
"""


class Lifelines:
    """Connections that programs hold as long as they live."""

    def __init__(self) -> None:
        self._held: asyncio.Queue[asyncio.StreamReader] = asyncio.Queue()
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> "Lifelines":
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        self._held.put_nowait(reader)

    @property
    def port(self) -> str:
        return str(self._server.sockets[0].getsockname()[1])

    async def of(self, count: int) -> list[asyncio.StreamReader]:
        """The lines of so many programs, once they run."""
        async with asyncio.timeout(BOUND):
            return [await self._held.get() for _ in range(count)]


async def ended(lines: list[asyncio.StreamReader]) -> None:
    """Waits until every program that held one of these is dead."""
    async with asyncio.timeout(BOUND):
        for line in lines:
            with suppress(ConnectionResetError):
                assert await line.read() == b""


async def test_when_it_is_dismissed_it_is_killed_with_all_that_it_started():
    async with Lifelines() as lifelines:
        code = STUBBORN + AND_A_CHILD + FOR_EVER
        speaking = asyncio.ensure_future(answered(program(code, lifelines.port, STUBBORN + FOR_EVER), call()))
        lines = await lifelines.of(2)
        speaking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await speaking
        await ended(lines)


async def test_when_it_has_answered_nothing_that_it_started_is_left():
    async with Lifelines() as lifelines:
        waits = "import time\nwhile not __import__('os').path.exists('up'): time.sleep(0.01)\n"
        child = STUBBORN + "open('up', 'w')\n" + FOR_EVER
        code = STUBBORN + AND_A_CHILD + waits + "print('{}')"
        assert (await answered(program(code, lifelines.port, child), call())).raw == "{}"
        await ended(await lifelines.of(2))
