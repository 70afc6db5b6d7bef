"""What the commands for panels and evaluations are tried with: files, and a place where no server answers."""

import json
import sys
from pathlib import Path
from typing import Any

import yaml

from moot.testing.wire import WireServer
from tests.cli.shell import Said, Shell
from tests.support.players import JUDGES, QUESTION, recommendation, seats

PROGRAM = """
import json, sys
told = sys.stdin.read()
assert "You are the effort judge" in told
print("I have weighed it.")
print(json.dumps({answer}))
"""
PLAYERS = """
[players.program]
command = ["{python}", "{program}"]

[players.written]
script = "answers.yaml"
"""


def alone(aw: Shell, port: int) -> None:
    """Nobody answers where a server usually is, so that a command is its own house."""
    aw.patch.setattr("moot.cli.environment.DEFAULT_URL", f"http://127.0.0.1:{port}")


def question_file(aw: Shell, **fields: Any) -> str:
    """The usual question, in the sections in which people keep it."""
    context = {name: value for name, value in {**QUESTION, **fields}.items() if value is not None}
    config = {"max_rounds": 2, "consensus_threshold": 0.67, "timeout_per_judge": 60}
    return written(aw, "QUESTION.yaml", yaml.safe_dump({"debate_context": context, "debate_config": config}))


def written(aw: Shell, name: str, text: str) -> str:
    """A file, and where it is."""
    path = aw.home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def sitting(wire: WireServer, *models: str) -> list[str]:
    """Options that give each seat to the model of its name."""
    return [f"--seat={name}={player}" for name, player in seats(wire, *(models or JUDGES)).items()]


def asked(aw: Shell, *arguments: str) -> Said:
    """`moot panel ask`, which must succeed."""
    said = aw("panel", "ask", *arguments, name="moot")
    assert said.code == 0, (said.out, said.err)
    return said


def with_players(aw: Shell) -> None:
    """A players file with a program that judges effort, and a script that judges value."""
    answer = recommendation("A", "It ships in a week.")
    program = written(aw, "judge.py", PROGRAM.format(answer=repr(answer)))
    home = Path(aw.environment["MOOT_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "players.toml").write_text(PLAYERS.format(python=sys.executable, program=program))
    (home / "answers.yaml").write_text(json.dumps({"value": [recommendation("B", "It is worth more.")]}))
