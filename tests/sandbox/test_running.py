"""Running a program: what it is given, what is told of it, and that nothing of it is left."""

import asyncio
from collections.abc import Generator
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import InvalidInput
from moot.sandbox import Files, Limits, Sandbox, Unconfined, plain, width
from moot.sandbox.lane import place
from moot.sandbox.tree import descendants, end_tree, held
from tests.sandbox.test_attacks import commands

pytestmark = pytest.mark.anyio


async def test_a_program_has_its_files_its_words_and_its_input(box: Sandbox):
    files: Files = {
        "main.py": b"import sys, pack.inner; print(pack.inner.x, sys.argv[1:], sys.stdin.read(), open('d.txt').read())",
        "pack/__init__.py": b"",
        "pack/inner.py": b"x = 42",
        "d.txt": "é".encode(),
    }
    ran = await box.run(files, ("python", "main.py", "a", "b c"), stdin=b"given")
    assert (ran.backend, ran.why, ran.exit_code) == (box.name, "exit", 0), ran
    assert ran.stdout.decode() == "42 ['a', 'b c'] given é\n"
    assert ran.seconds > 0


async def test_a_program_may_write_beside_its_files(box: Sandbox):
    program = b"open('new', 'w').write('x'); print(open('new').read())"
    assert (await box.run({"main.py": program}, ("python", "main.py"))).stdout == b"x\n"


async def test_nothing_that_was_written_is_there_at_the_next_run(box: Sandbox):
    program = b"import os; print(os.path.exists('new')); open('new', 'w').write('x')"
    for _ in range(2):
        assert (await box.run({"main.py": program}, ("python", "main.py"))).stdout == b"False\n"


@pytest.mark.parametrize(
    ("program", "why", "code"),
    [("raise SystemExit(3)", "exit", 3), ("import os; os._exit(4)", "exit", 4), ("1/0", "exit", 1)],
)
async def test_the_exit_code_is_told(box: Sandbox, program: str, why: str, code: int):
    ran = await box.run({"main.py": program.encode()}, ("python", "main.py"))
    # WebAssembly tells only whether a program that vanishes did so well or not.
    assert (ran.why, ran.exit_code) == (why, 1 if box.name == "wasm" and "_exit" in program else code)


async def test_the_end_by_a_signal_is_told(first: Sandbox):
    ran = await first.run({"main.py": b"import os; os.kill(os.getpid(), 15)"}, ("python", "main.py"))
    assert (ran.why, ran.exit_code) == ("signal", 143)


async def test_a_program_that_is_not_there_is_refused(box: Sandbox):
    ran = await box.run({}, ("/no/such/program",))
    assert ran.why == "refused" or (ran.why, ran.exit_code) == ("exit", 127), ran


async def test_both_streams_are_kept_apart_and_in_part(first: Sandbox):
    program = b"import sys; print('o' * 5000); print('e' * 5000, file=sys.stderr)"
    ran = await first.run({"main.py": program}, ("python", "main.py"), Limits(kept=1000))
    assert (ran.why, ran.stdout, ran.stderr) == ("exit", b"o" * 1000, b"e" * 1000)


async def test_a_run_that_is_cancelled_leaves_nothing_behind(box: Sandbox):
    if box.name == "wasm":
        pytest.skip("what a guest prints is not heard by those who talk with it")
    mark = token_hex(16)
    sleeping = f"import time; print('{mark}', flush=True); time.sleep(600)".encode()
    heard = Heard()
    run = asyncio.create_task(box.run({"main.py": sleeping}, ("python", "main.py", mark), stdin=heard))
    async with asyncio.timeout(20):
        await heard.something.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert not [line for line in commands() if mark in line]


async def test_no_more_run_at_once_than_there_are_cores():
    inside: list[int] = []
    most = 0

    async def wait() -> None:
        nonlocal most
        async with place() as number:
            inside.append(number)
            most = max(most, len(inside))
            assert len(set(inside)) == len(inside)
            for _ in range(5):
                await asyncio.sleep(0)
            inside.remove(number)

    await asyncio.gather(*(wait() for _ in range(3 * width())))
    assert most == width()


@pytest.mark.parametrize("name", ["../a", "/a", "a/../b", "", ".", "a\nb", "a//b", "./a", "tmp/x", "a\0b"])
async def test_a_file_cannot_lie_outside_the_folder(first: Sandbox, name: str):
    with pytest.raises(InvalidInput):
        await first.run({name: b""}, ("python", "-c", ""))


async def test_a_file_cannot_lie_in_a_file(first: Sandbox):
    with pytest.raises(InvalidInput):
        await first.run({"a": b"", "a/b": b""}, ("python", "-c", ""))


async def test_root_runs_nothing_unconfined(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    ran = await Unconfined().run({}, ("python", "-c", "print(1)"))
    assert (ran.backend, ran.why, ran.stdout) == ("none", "refused", b"")


async def test_an_ordinary_user_may_run_unconfined_under_the_same_watch(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    ran = await Unconfined().run({"main.py": b"print(input())"}, ("python", "main.py"), stdin=b"x\n")
    assert (ran.backend, ran.why, ran.exit_code, ran.stdout) == ("none", "exit", 0, b"x\n")
    ran = await Unconfined().run({}, ("python", "-c", "import time; time.sleep(600)"), Limits(wall=0.2))
    assert ran.why == "timeout"


@pytest.mark.parametrize("listed", [True, False])
async def test_a_tree_is_everybody_below_and_ends_as_a_whole(listed: bool, monkeypatch: pytest.MonkeyPatch):
    if not listed:
        monkeypatch.setattr("moot.sandbox.tree._LISTED", Path("/nowhere"))
    words = ("sh", "-c", "sh -c 'echo up; exec sleep 600' & sleep 600")
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    await process.stdout.readline()
    below = descendants(process.pid)
    assert below
    assert held(process.pid) > 0
    end_tree(process.pid)
    assert await process.wait() in (-9, 137)
    assert descendants(process.pid) == []


@given(st.binary() | st.text(), st.integers(min_value=2, max_value=300))
def test_what_is_shown_is_short_and_can_be_obeyed_by_nobody(said: bytes | str, longest: int):
    shown = plain(said, longest)
    assert len(shown) <= longest
    assert all(char in "\n\t" or ord(char) >= 32 for char in shown)
    assert not {"\x7f", "\x9b", "\u202e", "\u2028", "\u200b"} & set(shown)


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=50))
def test_what_is_harmless_is_shown_as_it_is(text: str):
    assert plain(text, 50) == text


class Heard:
    """Listens without ever saying anything."""

    def __init__(self) -> None:
        self.something = asyncio.Event()
        self.over = True
        self.due = None

    def begin(self) -> bytes:
        return b""

    def heard(self, data: bytes) -> bytes:
        self.something.set()
        return b""


@pytest.fixture(params=["/tmp", "/var/tmp"])
def known(request: pytest.FixtureRequest) -> Generator[Path]:
    """A file of this machine that anybody may read, in a folder of its own."""
    with TemporaryDirectory(dir=request.param) as folder:
        Path(folder).chmod(0o755)
        path = Path(folder, "inner", "known")
        path.parent.mkdir()
        path.write_text("seen")
        yield path


async def test_a_folder_that_is_named_can_be_read_where_it_is_and_not_written(box: Sandbox, known: Path):
    if box.name == "wasm":
        pytest.skip("A folder for wasm could not be had: it has no files but its own")
    program = f"""print(open({str(known)!r}).read())
try:
    open({str(known.parent / "new")!r}, "w")
except OSError:
    print("refused")
"""
    files = {"main.py": program.encode()}
    ran = await box.run(files, ("python", "main.py"), Limits(readable=(known.parent,)))
    assert ran.stdout == b"seen\nrefused\n", ran
    assert (await box.run(files, ("python", "main.py"))).stdout == b""
