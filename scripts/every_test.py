"""Runs every test; the few that failed beside the others are run once more, alone, and told either way.

Hundreds of processes, browsers and databases share the machine while the tests run, and some are killed on purpose. One
that fails in that crowd and passes alone found a race, in the house or in itself: it does not hold up a landing, and it
is named in the last lines until somebody has mended it.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

# Twice as many workers as cores: they mostly wait for what they start. Each reads only the files that it is dealt.
CROWD = ("-n", "4", "--dist", "worksteal", "-p", "tests.support.by_file", "-o", "console_output_style=classic")
ALONE = ("--last-failed", "--last-failed-no-failures=none")
FAILED = Path(".pytest_cache", "v", "cache", "lastfailed")
FEW = 3
"""What breaks more than this is no race."""
SOME_FAILED = 1


def main(wanted: Sequence[str]) -> int:
    """Run the tests that are wanted, all if none is named; the exit code is pytest's."""
    crowded = _pytest(*CROWD, "--cache-clear", *wanted)
    failed = _failed() if crowded == SOME_FAILED else []
    if not 0 < len(failed) <= FEW:
        return crowded
    alone = _pytest(*ALONE, *wanted)
    still = set(_failed()) if alone else set[str]()
    print("\nfailed beside the others, then alone:")
    for test in failed:
        print(f"  {'failed' if test in still else 'passed: a race, to be mended'}  {test}")
    return alone


def _pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode


def _failed() -> list[str]:
    """The tests that failed when they were run last, as pytest keeps them."""
    return sorted(cast("dict[str, bool]", json.loads(FAILED.read_text("utf-8")))) if FAILED.exists() else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
