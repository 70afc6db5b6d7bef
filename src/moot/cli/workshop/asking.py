"""Asking whoever set the task, where somebody sits at the terminal: the questions of a workshop, and its gates."""

import sys
from typing import Any, cast

import click

from moot.cli.harmless import harmless
from moot.cli.workshop.board import OWNER
from moot.client import Client, Refused

_LATER = "l"
_NO_ANSWER = "No preference."


def ask_owner(client: Client, debate: str) -> bool:
    """Asks what the workshop waits for; False where nobody is here, or who is does not want to say it now."""
    if not at_terminal():
        return False
    try:
        if client.gates(debate)["pending"]:
            return _ask_gate(client, debate)
        return _ask_questions(client, debate)
    except Refused as refused:
        # Somebody else may have said it meanwhile, on the page or in another shell.
        if refused.error["code"] == "ACTION_NOT_ALLOWED":
            return True
        raise


def at_terminal() -> bool:
    """Whether somebody is here who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _ask_gate(client: Client, debate: str) -> bool:
    gate = client.gates(debate)["gates"][-1]
    _say(f"\nThe gate after {gate['phase']} is shut. What there is:")
    for one in gate["artifacts"]:
        tested = "not tested" if one["passed"] is None else f"{one['passed']} of {one['total']} tests passed"
        _say(f"  {one['author']}, line {one['version']}: {tested}")
    choice = click.prompt("[a]pprove, [r]eject or [l]ater", type=click.Choice(["a", "r", _LATER]), err=True)
    if choice == _LATER:
        return False
    if choice == "a":
        client.approve(debate)
        return True
    reason = click.prompt("Why", err=True)
    back = ", ".join(client.gates(debate)["may_go_back_to"])
    back_to = click.prompt(f"Back to which phase ({back}); empty: it ends", default="", show_default=False, err=True)
    client.reject(debate, reason, back_to.strip() or None)
    return True


def _ask_questions(client: Client, debate: str) -> bool:
    lines = client.context(debate, argument_limit=3)["arguments"]
    asked = next((line for line in reversed(lines) if line["type"] == "QUESTIONS"), None)
    if asked is None:
        return False
    _say(f"\n{asked['role']} asks about the task:")
    questions = cast(list[dict[str, Any]], (asked.get("move") or {})["questions"])
    answers = [_answer(number, each["question"]) for number, each in enumerate(questions, start=1)]
    clear = click.confirm("Is everything said now?", default=True, err=True)
    move = {"answers": answers, "confidence": 1.0 if clear else 0.5}
    client.move(debate, OWNER, "ANSWERS", move)
    return True


def _answer(number: int, question: str) -> str:
    _say(f"{number}. {question}")
    return click.prompt(">", default=_NO_ANSWER, show_default=False, err=True)


def _say(text: str) -> None:
    click.echo(harmless(text), err=True)
