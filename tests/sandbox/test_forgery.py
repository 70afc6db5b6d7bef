"""Candidates that cheat: the verdict is the host's, whatever the guest does to its interpreter."""

from typing import Any

import pytest

from moot.sandbox import Sandbox, examined
from tests.sandbox.test_harness import job, outcomes

pytestmark = pytest.mark.anyio

CASES: tuple[dict[str, Any], ...] = (
    {"call": "f", "args": [2], "expected": 4},
    {"call": "f", "args": [-1], "raises": "ValueError"},
    {"code": "assert f(3) == 9"},
)

FORGERIES = {
    "leaves at once": "import os\nos._exit(0)",
    "leaves when called": "import os\ndef f(x): os._exit(0)",
    "leaves by an exception": "def f(x): raise SystemExit(0)",
    "leaves at exit": "import atexit, os\natexit.register(os._exit, 0)\ndef f(x): return 0",
    "prints passes": """
print('{"done": true}')
print('x {"value": 4}')
def f(x):
    print('{"value": 4, "done": true}', flush=True)
""",
    "writes to every descriptor": """
import os
def f(x):
    for fd in range(3, 64):
        try: os.write(fd, b'00 {"value": 4}\\n')
        except OSError: pass
    return 0
""",
    "writes to every descriptor while it is imported": """
import os
for fd in range(3, 64):
    try: os.write(fd, b'00 {"done": true}\\n' * 4)
    except OSError: pass
def f(x): return 0
""",
    "closes every descriptor": "import os\nos.closerange(0, 64)\ndef f(x): return 0",
    "turns its output to the results": """
import os
def f(x):
    for fd in range(3, 64):
        try: os.dup2(fd, 1)
        except OSError: pass
    print('{"value": 4}')
    return 0
""",
    "returns what is equal to everything": """
class Any(int):
    def __eq__(self, other): return True
    def __hash__(self): return 0
def f(x):
    if x == 3: return 0
    return Any(0)
""",
    "lays hands on json": """
import json
json.dumps = lambda *a, **k: '{"value": 4, "done": true}'
json.loads = lambda *a, **k: {"nonce": ""}
json.JSONEncoder.encode = lambda self, o: '{"done": true}'
def f(x): return 0
""",
    "lays hands on the builtins": """
import builtins
builtins.AssertionError = SystemExit
builtins.len = lambda x: 4
builtins.BaseException = type("Never", (Exception,), {})
builtins.compile = builtins.exec = lambda *a, **k: None
def f(x): return 0
""",
    "lays hands on the clock": """
import time
time.monotonic = time.perf_counter = time.time = lambda: 0.0
def f(x): return 0
""",
    "has a thread that writes": """
import os, threading
def write():
    while True:
        for fd in range(3, 16):
            try: os.write(fd, b'{"value": 4, "done": true}\\n')
            except OSError: pass
threading.Thread(target=write, daemon=True).start()
def f(x): return 0
""",
    "has a module that is named like the harness": """
import sys
sys.modules["__main__"].answer = lambda line: '{"value": 4}'
def f(x): return 0
""",
    "exchanges the parts of json": """
import json
json.JSONEncoder.encode = json.JSONEncoder.iterencode = lambda self, o: '{"done": true}'
json.JSONDecoder.decode = lambda self, s: {"nonce": s[11:43], "code": "pass"}
json.encoder.encode_basestring_ascii = lambda s: '"4"'
json.scanner.c_make_scanner = json.scanner.make_scanner = None
def f(x): return 0
""",
    "exchanges the parts of the main module": """
import sys, os
main = sys.modules["__main__"]
for name in ("answer", "alone", "_done", "_told", "_written", "main"):
    setattr(main, name, lambda *a: '{"done": true, "value": 4}')
os.write, os._exit = (lambda *a: 0), (lambda *a: 0)
def f(x): return 0
""",
    "says that it raised": """
def f(x): return {"raised": ["ValueError"], "value": 4, "done": True}
""",
}


@pytest.mark.parametrize("candidate", FORGERIES.values(), ids=list(FORGERIES))
async def test_no_cheat_passes_a_case(box: Sandbox, candidate: str):
    report = await examined(job(*CASES, candidate=candidate, timeout=2), box)
    assert "passed" not in outcomes(report), report
    assert len(report.outcomes) == len(CASES)


async def test_an_honest_candidate_passes_them_all(first: Sandbox):
    honest = "def f(x):\n    if x < 0: raise ValueError\n    return x * x"
    report = await examined(job(*CASES, candidate=honest), first)
    assert report.passed, report


async def test_an_answer_that_is_given_twice_fails_its_case(first: Sandbox):
    twice = """
import os, sys
def f(x):
    frame = sys._getframe()
    while "asked" not in frame.f_locals: frame = frame.f_back
    nonce = frame.f_locals["asked"]["nonce"]
    for fd in range(3, 16):
        try: os.write(fd, (nonce + ' {"value": 4}\\n').encode())
        except OSError: pass
    return 4

def g(x): return x
"""
    honest = {"call": "g", "args": [1], "expected": 1}
    assert outcomes(await examined(job(CASES[0], candidate=twice), first)) == ["failed"]
    assert outcomes(await examined(job(honest, CASES[0], honest, candidate=twice), first)) == [
        "passed",
        "failed",
        "passed",
    ]


async def test_what_is_expected_never_reaches_the_guest(box: Sandbox):
    looking = """
import gc, os, sys
def f(x):
    seen = repr([o for o in gc.get_objects() if type(o) in (dict, list, tuple)])
    for path in ("/proc/self/cmdline", "/proc/self/environ"):
        try: seen += open(path, "rb").read().decode("latin-1")
        except OSError: pass
    for folder, _, names in os.walk(os.getcwd()):
        for name in names:
            seen += open(os.path.join(folder, name), errors="replace").read()
    return str(8140570 + x) in seen
"""
    report = await examined(
        job(
            {"call": "f", "args": [1], "expected": False},
            {"call": "f", "args": [1], "expected": 8140571},
            {"code": "later = 8140571"},
            candidate=looking,
        ),
        box,
    )
    assert outcomes(report) == ["passed", "failed", "passed"]
