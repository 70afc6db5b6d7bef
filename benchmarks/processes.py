"""Servers in processes of their own, and what they weigh."""

import os
import resource
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOOT, BARE, ENDPOINT = "benchmarks.serving", "benchmarks.bare", "benchmarks.endpoint"


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    url: str
    pid: int

    def resident(self) -> int:
        """How many bytes of memory it holds now."""
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(self.pid)], capture_output=True, text=True, check=True)
        return int(told.stdout) * 1024


@contextmanager
def served(*servers: tuple[str, Path | str]) -> Generator[list[Served]]:
    """Servers, each told one thing (its database file), started together and gone at the end of the block."""
    with ExitStack() as stack:
        running = [stack.enter_context(_started(module, given)) for module, given in servers]
        yield [Served(_address(process), process.pid) for process in running]


@contextmanager
def _started(module: str, given: Path | str) -> Generator[subprocess.Popen[str]]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
    command = [sys.executable, "-m", module, str(given)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    if not address:
        raise RuntimeError(f"A server did not start: {process.args}")
    return address


def allow_many_connections() -> None:
    """Lifts our limit of open files, and that of the servers we start, as far as it goes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
