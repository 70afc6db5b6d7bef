"""The challenges pass, and each notices that the code it guards was changed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from challenges.mutations import MUTATIONS, SOURCE, Mutation
from tests.support.company import must_confine
from tests.support.thorough import only_when_thorough

HERE = Path(__file__).parents[2] / "challenges"
CHALLENGES = sorted(file.stem for file in HERE.glob("*.py") if file.read_text().rstrip().endswith("play(act)"))
QUICKEST = ("adversarial_dynamics", "dehallucination")
"""Played with every `make test`; the others with `make chaos`."""
SECONDS = 300


def played(*command: str) -> subprocess.CompletedProcess[str]:
    must_confine()
    words = (sys.executable, *command)
    return subprocess.run(words, cwd=HERE.parent, capture_output=True, text=True, timeout=SECONDS)


@pytest.mark.journey
@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize(
    "name", [name if name in QUICKEST else pytest.param(name, marks=only_when_thorough) for name in CHALLENGES]
)
def test_a_challenge_passes(name: str):
    done = played(str(HERE / f"{name}.py"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✓") >= 3
    assert done.stdout.endswith("PASSED\n")


@only_when_thorough
@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.challenge)
def test_a_challenge_fails_where_the_code_it_guards_is_changed(mutation: Mutation):
    done = played(str(HERE / "mutations.py"), mutation.challenge)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "**nobody**" not in done.stdout


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.challenge)
def test_what_a_mutation_changes_is_there_once(mutation: Mutation):
    assert (SOURCE / mutation.file).read_text().count(mutation.before) == 1


def test_there_are_twelve_and_each_guards_something():
    assert len(CHALLENGES) == 12
    assert sorted(mutation.challenge for mutation in MUTATIONS) == CHALLENGES
    listed = re.findall(r'^    "([a-z_]+)",$', (HERE / "all.py").read_text(), re.MULTILINE)
    assert sorted(listed) == CHALLENGES
