#!/usr/bin/env python3
"""Shows that each challenge guards something: a line of the code it guards is changed in a copy, and it must fail.

The working tree is never touched: the server is started on the copy.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src"
PATIENCE = "60"
"""Seconds after which a challenge that waits in vain gives up; a mutation may well leave it waiting."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A line of the code, and what it is changed to."""

    challenge: str
    file: str
    before: str
    after: str
    what: str
    """What the changed code does."""


WORKSHOP = "moot/formats/workshop"
MUTATIONS = (
    Mutation(
        "reflexion",
        f"{WORKSHOP}/phases/evolving.py",
        "if version.sound or agreed is None or round >= agreed.attempts or thread in state.out:",
        "if True:",
        "whoever fails is not asked to reflect",
    ),
    Mutation(
        "adversarial_dynamics",
        f"{WORKSHOP}/phases/attacking.py",
        'broke = tuple(id for id, outcome in came.items() if outcome not in ("passed", "not_run"))',
        "broke: tuple[str, ...] = ()",
        "no attack ever breaks anything",
    ),
    Mutation(
        "tree_topology",
        f"{WORKSHOP}/topology/tree.py",
        "for near in ((node.parent,) if node.parent else ()) + node.children",
        "for near in everybody(self.members)",
        "everybody in a tree reads everybody",
    ),
    Mutation(
        "dehallucination",
        f"{WORKSHOP}/phases/clarifying.py",
        'clear = float(str(entry.move["confidence"])) > agreed.confidence',
        "clear = True",
        "every task is taken to be clear",
    ),
    Mutation(
        "self_evolvement",
        f"{WORKSHOP}/phases/evolving.py",
        'wanted = FAILS if state.setup.task_kind in BEFORE_CODE else (*FAILS, "passed")',
        'wanted = (*FAILS, "passed")',
        "a test counts that passes without any code",
    ),
    Mutation(
        "condorcet_voting",
        "moot/voting/condorcet.py",
        "if champion or not voted:",
        "if True:",
        "nobody looks whether the votes go in a circle",
    ),
    Mutation(
        "approval_gate",
        f"{WORKSHOP}/table.py",
        'return replace(state, gate=None, deals=(), queue=(), ending="gate_timed_out")',
        "return replace(state, gate=None, gated=True, deals=())",
        "silence at a gate means yes",
    ),
    Mutation(
        "persistence",
        "moot/engine/runner.py",
        "await self._find_called()",
        "pass",
        "after a restart nobody looks whose turn it was",
    ),
    Mutation(
        "benchmark_integration",
        "moot/bench/scoring.py",
        'bad = [one for one in outcomes if one.outcome != "passed"]',
        "bad: list[Judged] = []",
        "every program passes, whatever it did",
    ),
    Mutation(
        "provenance_audit",
        "moot/notation/chain.py",
        "if digest != sha256(line.body.encode()).hexdigest():",
        "if False:",
        "verifying does not look at what was said",
    ),
    Mutation(
        "deadlock_detection",
        f"{WORKSHOP}/state.py",
        "FAILURES = 2",
        "FAILURES = 1000",
        "whoever is silent is asked again and again",
    ),
    Mutation(
        "git_integration",
        "moot/tools/git/dirt.py",
        "found = list(islice(_uncommitted(repository, head), _SHOWN + 1))",
        "found: list[bytes] = []",
        "nobody looks whether everything is committed",
    ),
)


def tried(mutation: Mutation, source: Path) -> str | None:
    """What the challenge found fault with when it was played on the changed copy; None where it noticed nothing."""
    if (fault := _played(mutation.challenge, source)) is not None:
        raise SystemExit(f"{mutation.challenge} fails where nothing was changed: {fault}")
    file = source / mutation.file
    kept = file.with_suffix(".kept")
    shutil.copy2(file, kept)
    text = file.read_text()
    if text.count(mutation.before) != 1:
        raise SystemExit(f"{mutation.challenge}: {mutation.before!r} is not once in {mutation.file}")
    file.write_text(text.replace(mutation.before, mutation.after))
    try:
        return _played(mutation.challenge, source, CHALLENGE_PATIENCE=PATIENCE)
    finally:
        kept.replace(file)


def _played(challenge: str, source: Path, **hurry: str) -> str | None:
    environment = {**os.environ, "PYTHONPATH": str(source), **hurry}
    command = (sys.executable, str(HERE / f"{challenge}.py"))
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    fault = re.search(r"✗ (.*)", done.stdout)
    if fault is None or fault[1].startswith("the server starts"):
        raise SystemExit(f"{challenge} was not played at all:\n{done.stdout}{done.stderr}")
    return fault[1].strip()


def table(rows: Iterable[tuple[Mutation, str | None]]) -> str:
    """The rows as they stand in README.md."""
    told = ["| challenge | what was changed | then | what the challenge finds not to hold |", "|---|---|---|---|"]
    for mutation, fault in rows:
        place = f"`{mutation.file.removeprefix('moot/')}`"
        told.append(f"| {mutation.challenge} | {place} | {mutation.what} | {fault or '**nobody**'} |")
    return "\n".join(told)


def main(wanted: list[str]) -> int:
    """Tries the mutations of these challenges, or of all."""
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        source = Path(shutil.copytree(SOURCE, Path(folder) / "src"))
        rows: list[tuple[Mutation, str | None]] = []
        for mutation in MUTATIONS:
            if not wanted or mutation.challenge in wanted:
                rows.append((mutation, tried(mutation, source)))
                print(f"{mutation.challenge}: {rows[-1][1] or 'NOT NOTICED'}", file=sys.stderr, flush=True)
    print(table(rows))
    return 0 if all(fault for _, fault in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
