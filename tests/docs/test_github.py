"""The workflow that users copy: it may do little, believes nobody, and what it runs works."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from moot import __version__
from moot.cli.app import app
from moot.testing.wire import WireServer
from tests.cli.conftest import aw, closed_port
from tests.cli.matters import alone
from tests.cli.shell import Shell
from tests.support.players import one_by_one, recommending, seat
from tests.support.thorough import only_when_thorough

__all__ = ["aw", "closed_port"]

FILE = Path(__file__).parents[2] / "examples" / "github" / "panel.yml"
WORKFLOW: dict[Any, Any] = yaml.safe_load(FILE.read_text())
JOB: dict[str, Any] = WORKFLOW["jobs"]["panel"]
STEPS: dict[str, dict[str, Any]] = {step["name"]: step for step in JOB["steps"]}
DEBATE = "0190a000-0000-7000-8000-000000000001"
HOSTILE = "$(touch pwned) `touch pwned` \"; touch pwned; ' && touch pwned # @everyone"
STAND_IN = """#!{python}
import json, os, pathlib, sys
home = pathlib.Path(os.environ["RUNNER_TEMP"], "moot")
with (home / "called").open("a") as called:
    called.write(json.dumps([pathlib.Path(sys.argv[0]).name, *sys.argv[1:]]) + "\\n")
if sys.argv[1:3] == ["panel", "ask"]:
    print("{debate}")
if sys.argv[1:2] == ["export"]:
    pathlib.Path(sys.argv[sys.argv.index("--out") + 1]).write_text("the comment")
if sys.argv[1:2] == ["api"] and "--jq" in sys.argv:
    print(os.environ.get("BEFORE", ""), end="")
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A runner's machine, whose `moot`, `gh` and `pipx` only note how they were called."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "moot").mkdir()
    for name in ("moot", "gh", "pipx"):
        program = tmp_path / "bin" / name
        program.write_text(STAND_IN.format(python=sys.executable, debate=DEBATE))
        program.chmod(0o700)
    return tmp_path


def run(machine: Path, body: str | None = HOSTILE, **env: str) -> list[list[str]]:
    """Runs the steps as a runner does, each told what those before it noted; how the programs were called."""
    bash = shutil.which("bash")
    assert bash is not None
    event, noted = machine / "event.json", machine / "env"
    event.write_text(json.dumps({"issue": {"body": body}}))
    noted.touch()
    of_runner = {"RUNNER_TEMP": str(machine), "GITHUB_EVENT_PATH": str(event), "GITHUB_ENV": str(noted)}
    known = {"PATH": f"{machine / 'bin'}{os.pathsep}{os.environ['PATH']}", **of_runner}
    for step in STEPS.values():
        given = {**known, "NUMBER": "7", "REPO": "o/r", "TITLE": HOSTILE, "MODEL": "embedded", **env}
        given |= dict(line.split("=", 1) for line in noted.read_text().splitlines())
        script = [bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(script, env=given, cwd=machine, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (machine / "moot" / "called").read_text().splitlines()]


def test_it_may_comment_and_nothing_else_and_uses_nothing_of_others():
    assert WORKFLOW["permissions"] == {}
    assert JOB["permissions"] == {"issues": "write"}
    assert not [step for step in STEPS.values() if "uses" in step]
    assert f'\npipx install "moot=={__version__}"\n' in STEPS["Install Moot"]["run"]
    # `on` is true to a reader of YAML 1.1.
    assert WORKFLOW[True] == {"issues": {"types": ["labeled"]}}


def test_what_people_write_never_becomes_a_part_of_a_command():
    assert all("${{" not in step["run"] for step in STEPS.values())
    keys = [name for name, step in STEPS.items() if "secrets." in json.dumps(step)]
    assert keys == ["Ask the panel"]


def test_the_steps_run_and_a_hostile_issue_is_only_words(machine: Path):
    called = run(machine)
    assert [call[:3] for call in called] == [
        ["pipx", "install", f"moot=={__version__}"],
        ["moot", "panel", "ask"],
        ["moot", "export", DEBATE],
        ["gh", "api", "--paginate"],
        ["gh", "issue", "comment"],
    ]
    assert called[1][3] == f"--question={HOSTILE}"
    assert (machine / "moot" / "issue.md").read_text() == HOSTILE
    assert not (machine / "pwned").exists()


def test_a_comment_that_is_there_is_written_over_and_long_texts_are_cut_between_characters(machine: Path):
    # Longer than any variable may be.
    called = run(machine, "ä" * 100_000, BEFORE="42")
    assert called[-1][:5] == ["gh", "api", "--method", "PATCH", "repos/o/r/issues/comments/42"]
    assert (machine / "moot" / "issue.md").read_text() == "ä" * 30_000


def test_an_issue_without_a_text_is_told_as_such(machine: Path):
    run(machine, None, TITLE="--help")
    assert (machine / "moot" / "issue.md").read_text() == "(The issue has no text.)"


WHERE = {
    ("jobs", "panel", "env"): {"github", "needs", "strategy", "matrix", "vars", "secrets", "inputs"},
    ("jobs", "panel", "if"): {"github", "needs", "vars", "inputs"},
    ("jobs", "panel", "concurrency"): {"github", "needs", "strategy", "matrix", "inputs", "vars"},
}
"""What GitHub lets an expression name, by where it stands; with one that names something else, the file is invalid."""


def test_each_expression_names_what_there_is_where_it_stands():
    for path, there in WHERE.items():
        part: Any = WORKFLOW
        for name in path:
            part = part[name]
        told = json.dumps(part)
        expressions = re.findall(r"\$\{\{(.*?)\}\}", told) if path[-1] != "if" else [told]
        assert expressions
        assert {name for each in expressions for name in re.findall(r"(?<![.\w'])([a-z]+)\.", each)} <= there, path


def test_every_option_that_the_workflow_gives_is_one_of_the_programs(machine: Path):
    for program, *command in run(machine):
        if program == "moot":
            found, arguments, context = app, command, click.Context(app)
            while isinstance(found, click.Group):
                name, *arguments = arguments
                found = found.get_command(context, name)
            assert found is not None
            found.make_context(found.name, list(arguments), parent=context)


@only_when_thorough
def test_the_real_program_takes_what_the_workflow_says(machine: Path, aw: Shell, closed_port: int):
    alone(aw, closed_port)
    with WireServer({"m": one_by_one(*[recommending("A")] * 3)}) as wire:
        _, asking, exporting, *_ = run(machine, MODEL=seat(wire, "m"))
        debate = aw(*asking[1:], name="moot").out.strip()
    out = aw.home / "comment.md"
    assert aw("export", debate, *exporting[3:-1], str(out), name="moot").code == 0
    comment = out.read_text()
    assert comment.startswith(f"<!-- moot:debate:{debate} -->")
    assert "- **recommended_option**: A" in comment
    assert "@everyone" not in comment
