"""The process in which a guest runs as WebAssembly; run as a file, so that it loads little. It may be brought down."""

import ctypes
import json
import os
import re
import signal
import sys
from functools import partial
from importlib import import_module
from typing import Any, BinaryIO

PR_SET_PDEATHSIG = 1
LEFT = re.compile(r"Exited with i32 exit status (\d+)")

FRAME = """
import io as _io, os as _os, sys as _sys, traceback as _traceback
_plan = {plan!r}
for _name, _text in _plan["files"].items():
    for _place, _sign in enumerate(_name):
        if _sign == "/" and not _os.path.isdir("/data/" + _name[:_place]):
            _os.mkdir("/data/" + _name[:_place])
    with _io.open("/data/" + _name, "wb") as _file:
        _file.write(_text.encode("latin-1"))
_os.mkdir("/data/tmp")
_os.environ.update(HOME="/data", LANG="C.UTF-8", TMPDIR="/data/tmp")
_os.chdir("/data")
_sys.path.insert(0, "/data")
_sys.argv = _plan["argv"]
_sys.stdin = _io.TextIOWrapper(_io.BytesIO(_plan["stdin"].encode("latin-1")), encoding="utf-8")
_inside = {{"__name__": _plan["name"], "__file__": _plan["argv"][0], "__builtins__": __builtins__}}
code = 0
try:
    exec(compile(_plan["source"], _plan["argv"][0], "exec"), _inside)
except SystemExit as _left:
    code = _left.code if type(_left.code) is int else 0 if _left.code is None else 1
except BaseException:
    _traceback.print_exc()
    code = 1
"""
CONVERSING = """
async def _converse(answer, hear, tell):
    while line := await hear():
        await tell(text=answer(line))
await _converse(_inside.pop("answer"), hear, tell)
"""


def main() -> None:
    """Reads what to run from the first line of standard input, runs it, and ends as it ended."""
    if sys.platform.startswith("linux"):
        # It must not outlive the house.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    plan: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    given = sys.stdin.buffer
    eryx: Any = import_module("eryx")
    talks = bool(plan["talks"])
    # What a guest prints never mixes with what it answers.
    printing = 2 if talks else 1
    box = eryx.Sandbox(
        resource_limits=eryx.ResourceLimits(
            execution_timeout_ms=None,
            callback_timeout_ms=None,
            max_memory_bytes=plan["memory"],
            max_callback_invocations=1_000_000,
            max_vfs_bytes=plan["disk"],
        ),
        callbacks=_callbacks(given),
        on_stdout=partial(_say, printing),
        on_stderr=partial(_say, 2),
        result_variable="code",
    )
    plan["stdin"] = "" if talks else given.read().decode("latin-1")
    program = FRAME.format(plan=plan) + (CONVERSING if talks else "")
    try:
        ended = box.execute(program)
        code = ended.result if isinstance(ended.result, int) else 0
    except eryx.EryxError as failed:
        left = LEFT.search(str(failed))
        code = 1 if left is None else int(left[1])
        if left is None:
            _say(2, f"{str(failed).strip().splitlines()[-1]}\n".encode())
    os._exit(code & 0xFF)


def _callbacks(given: BinaryIO) -> list[dict[str, Any]]:
    def hear() -> str:
        return given.readline().decode("utf-8")

    def tell(text: str) -> None:
        _say(1, f"{text}\n".encode())

    return [{"name": "hear", "fn": hear}, {"name": "tell", "fn": tell}]


def _say(fd: int, said: bytes) -> None:
    view = memoryview(said)
    while view:
        view = view[os.write(fd, view) :]


if __name__ == "__main__":
    main()
