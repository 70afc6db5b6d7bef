"""The driver: runs inside the sandbox, lays the files out, and runs one check on them. It loads nothing of Moot.

What it tells goes to the standard output that it was started with; what a check prints besides goes elsewhere.
"""

import io
import json
import os
import runpy
import statistics
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

RUNS = 5
MOST_TOLD = 300
LONGEST = 400
USAGE_ERROR = 4
NOT_STARTED = 127
ASYNC = (("anyio", "anyio.pytest_plugin"), ("asyncio", "pytest_asyncio"))
"""Plugins that are loaded where the tests speak of them."""


def main() -> None:
    """Does what the plan says."""
    plan: dict[str, Any] = json.loads(Path("plan.json").read_text("utf-8"))
    try:
        runpy.run_path("laying.py", run_name="__main__")
    except Exception as trouble:
        print(f"the files could not be laid out: {trouble}", file=sys.stderr)
        sys.exit(NOT_STARTED)
    os.environ.update(plan.get("environment") or {})
    # After the interpreter's own: nothing of the house may stand in for it.
    sys.path.extend(plan["site"])
    {"program": _program, "module": _module, "tests": _tests, "benchmark": _benchmark}[plan["way"]](plan)


def _program(plan: dict[str, Any]) -> None:
    try:
        os.execvp(plan["words"][0], plan["words"])
    except OSError as missing:
        print(f"{plan['words'][0]}: {missing.strerror}", file=sys.stderr)
        sys.exit(NOT_STARTED)


def _module(plan: dict[str, Any]) -> None:
    sys.argv = list(plan["words"])
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


class _Told:
    """Listens to pytest."""

    def __init__(self) -> None:
        self.counts = {"passed": 0, "failed": 0, "skipped": 0, "errors": 0}
        self.findings: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.counts["failed" if report.when == "call" else "errors"] += 1
            self._found(report, "test" if report.when == "call" else report.when)
        elif report.skipped:
            self.counts["skipped"] += 1
        elif report.when == "call":
            self.counts["passed"] += 1

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.counts["errors"] += 1
            self._found(report, "collect")

    def _found(self, report: Any, code: str) -> None:
        if len(self.findings) < MOST_TOLD:
            path, line, said = _place(report)
            message = f"{report.nodeid}: {said}"[:LONGEST]
            self.findings.append({"code": code, "path": path, "line": line, "message": message})


def _place(report: Any) -> tuple[str, int | None, str]:
    """Where it failed, as near to the files as can be told, and the first line of why."""
    crash = getattr(report.longrepr, "reprcrash", None)
    said = (str(crash.message) if crash is not None else report.longreprtext).strip()
    first = next(iter(said.splitlines()), "")
    told = [line for line in said.splitlines() if line.startswith("E ")]
    if crash is not None:
        path = os.path.relpath(str(crash.path))
        if not path.startswith(".."):
            return path, int(crash.lineno), first
    location = getattr(report, "location", None)
    if location is not None:
        return location[0], None if location[1] is None else location[1] + 1, first
    return report.nodeid.partition("::")[0], None, told[-1][1:].strip() if told else first


def _tests(plan: dict[str, Any]) -> None:
    answer = os.dup(1)
    os.dup2(2, 1)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    here = Path.cwd()
    sys.path[:0] = [str(here), *([str(here / "src")] if (here / "src").is_dir() else [])]
    pytest: Any = import_module("pytest")
    covered = _coverage()
    words = [*plan["words"], *_plugins(plan["tests"])]
    told = _Told()
    began = time.perf_counter()
    code = pytest.main(words, [told])
    if code == USAGE_ERROR:
        # Options of the repository may ask for plugins that are not here.
        told = _Told()
        code = pytest.main([*words, "-o", "addopts="], [told])
    seconds = time.perf_counter() - began
    said = {"code": int(code), "counts": told.counts, "findings": told.findings, "seconds": seconds}
    os.write(answer, json.dumps({**said, "coverage": _share(covered)}).encode())
    os._exit(0)


def _plugins(paths: list[str]) -> list[str]:
    text = "".join(Path(path).read_text("utf-8", "replace") for path in paths)
    wanted = [plugin for word, plugin in ASYNC if word in text and find_spec(plugin.partition(".")[0])]
    return [word for plugin in wanted for word in ("-p", plugin)]


def _coverage() -> Any:
    if find_spec("coverage") is None:
        return None
    coverage: Any = import_module("coverage")
    measured = coverage.Coverage(data_file=None, source=["."], omit=["*test*"], config_file=False)
    measured.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured", "module-not-imported"])
    measured.start()
    return measured


def _share(covered: Any) -> float | None:
    """The lines that the tests ran, in percent; None where nothing could be measured."""
    if covered is None:
        return None
    covered.stop()
    try:
        return float(covered.report(file=io.StringIO(), ignore_errors=True))
    except Exception:
        return None


def _benchmark(plan: dict[str, Any]) -> None:
    """Each program alone, several times; the first run only warms the caches."""
    os.environ["PYTHONPATH"] = os.pathsep.join([".", "src", *plan["site"]])
    print(json.dumps({name: _timed(name) for name in plan["words"]}))


def _timed(name: str) -> dict[str, Any]:
    times: list[float] = []
    code, said = 0, ""
    while len(times) <= RUNS and not code:
        began = time.perf_counter()
        ran = subprocess.run(
            [sys.executable, "-B", f"./{name}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        times.append(time.perf_counter() - began)
        code, said = ran.returncode, ran.stderr.decode("utf-8", "replace").strip()
    median = None if code else statistics.median(times[1:])
    return {"code": code, "median": median, "said": said.rpartition("\n")[2][:LONGEST]}


if __name__ == "__main__":
    main()
