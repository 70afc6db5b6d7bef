#!/usr/bin/env python3
"""Plays every challenge, or those that are named, one after the other, and says in a table how each came out."""

import subprocess
import sys
from pathlib import Path
from time import monotonic

HERE = Path(__file__).resolve().parent
CHALLENGES = (
    "reflexion",
    "adversarial_dynamics",
    "tree_topology",
    "dehallucination",
    "self_evolvement",
    "condorcet_voting",
    "approval_gate",
    "persistence",
    "benchmark_integration",
    "provenance_audit",
    "deadlock_detection",
    "git_integration",
)


def main(wanted: list[str]) -> int:
    """Plays them; ends with 1 if one failed."""
    if strange := sorted(set(wanted) - set(CHALLENGES)):
        print(f"There is no challenge {strange[0]!r}. There are: {', '.join(CHALLENGES)}", file=sys.stderr)
        return 2
    rows: list[tuple[str, bool, float, int]] = []
    for name in wanted or CHALLENGES:
        began = monotonic()
        done = subprocess.run((sys.executable, str(HERE / f"{name}.py")), capture_output=True, text=True)
        print(done.stdout + done.stderr, flush=True)
        rows.append((name, done.returncode == 0, monotonic() - began, done.stdout.count("✓")))
    print("| challenge | | checks | seconds |\n|---|---|---|---|")
    for name, passed, seconds, checks in rows:
        print(f"| {name} | {'passed' if passed else '**FAILED**'} | {checks} | {seconds:.1f} |")
    return 0 if all(passed for _, passed, _, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
