"""A house that is killed in the middle of a run leaves no guest behind."""

import os
import subprocess
import sys
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from moot.sandbox import Sandbox
from tests.sandbox.test_attacks import commands

HOUSE = """
import asyncio, sys
from moot.sandbox import BACKENDS, Limits
class Heard:
    over, due = True, None
    def begin(self): return b""
    def heard(self, data):
        print("up", flush=True)
        return b""
backend = next(backend for backend in BACKENDS if backend.name == sys.argv[1])
program = b'''
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        words = [sys.executable, "-c", "import time; print(1, flush=True); time.sleep(600)", sys.argv[1]]
        os.execv(sys.executable, words)
    os._exit(0)
time.sleep(600)
'''
asyncio.run(backend.run({"main.py": program}, ("python", "main.py", sys.argv[2]), Limits(wall=600), Heard()))
"""


def test_no_guest_outlives_a_house_that_is_killed(box: Sandbox):
    if box.name == "wasm":
        pytest.skip("WebAssembly has no processes")
    mark = token_hex(16)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        kill_in_the_middle(box.name, mark, folder)
        patience = monotonic() + 20
        while guests(mark) and monotonic() < patience:
            pass
        assert guests(mark) == 0


def kill_in_the_middle(name: str, mark: str, folder: str) -> None:
    words = [sys.executable, "-c", HOUSE, name, mark]
    house = subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": folder})
    try:
        assert house.stdout is not None
        assert house.stdout.readline() == b"up\n"
        assert guests(mark) > 0
    finally:
        house.kill()
        house.communicate()


def guests(mark: str) -> int:
    return len([line for line in commands() if mark in line])
