"""How a command on a workshop ends: what it shows, and its exit code."""

import shlex
from pathlib import Path
from typing import Any

import click

from moot.cli.envelope import DONE, IN_VAIN, REFUSED, chosen_field, tell, tell_line
from moot.cli.matters.showing import show_result, write_papers
from moot.cli.workshop.board import OWNER
from moot.client import Client, Refused
from moot.client.git_shapes import GitTold

RESULTS = frozenset({"decided", "contested"})
"""A vote was held. All other endings are without one."""

format_ = click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "jsonl", "yaml", "markdown"]),
    default="json",
    show_default=True,
    help="JSON or YAML for programs, JSON lines as it goes on; Markdown for people.",
)
write_dir = click.option(
    "--write-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the winner's files and `workshop.md` there.",
)


def conclude(
    client: Client, debate: str, format_: str, write_dir: Path | None, *, waited: bool, branch: bool = False
) -> int:
    """Shows what came of a workshop, with its `branch` where it has one; the exit code.

    0: a vote was held, or it was only looked at; 1: it ended without one; 4: it waits for whoever set the task.
    """
    found = client.result(debate)
    written = [] if write_dir is None else write_papers(client, debate, write_dir)
    more: dict[str, Any] = {"written": written} if write_dir is not None else {}
    more |= {"git": _branch(client.git(debate))} if branch else {}
    code = DONE
    if found["closed"]:
        code = DONE if found["state"] in RESULTS else REFUSED
    elif waited:
        code = IN_VAIN
        more |= {"waiting_for": [OWNER], "message": _waits(debate, found["state"]), "retry_command": _again(debate)}
    data = {"debate_id": debate, "state": found["state"], "closed": found["closed"], **found["result"], **more}
    match "json" if chosen_field() is not None else format_:
        case "jsonl":
            tell_line({"event": "result", "exit_code": code, "data": data})
        case "json" if code == REFUSED:
            message = f"The workshop ended without a decision: {found['state']}."
            raise Refused({"code": "NOT_DECIDED", "message": message, "debate_id": debate, "data": data}, 0)
        case "json":
            tell(data)
        case _:
            show_result(client, debate, format_)
    return code


def _branch(found: GitTold) -> dict[str, Any]:
    return {name: found[name] for name in ("path", "branch", "start", "tip", "version", "agreed")}


def _waits(debate: str, state: str) -> str:
    if state.startswith("gate_after_"):
        how = f"moot workshop approve {debate} --wait, or: moot workshop reject {debate} --reason TEXT"
        return f"It waits at the gate after {state.removeprefix('gate_after_')}. Decide with: {how}"
    return f"It waits for answers to its questions. Read them with: aw debate brief --debate-id {debate} --role {OWNER}"


def _again(debate: str) -> str:
    return shlex.join(["moot", "workshop", "show", debate, "--wait"])
