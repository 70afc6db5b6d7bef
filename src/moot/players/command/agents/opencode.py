"""OpenCode: `opencode run`, which reads its prompt from standard input and prints events, one a line.

Its agent `plan` may not edit files, but may run anything; `OPENCODE_PERMISSION`, which counts after every other rule
but those that its owner made for this agent, leaves it what reads. Nothing is left to be asked about: where nobody can
be asked, it may wait for ever. The answer is the text after the last use of a tool; tokens and cost are those of every
`step_finish`.

Checked against: https://opencode.ai/v1/docs/cli and /permissions (2026), and the flags and rules of 1.18.33.
"""

import json
import re

from moot.players.command.agents.agent import Agent, Told
from moot.players.command.agents.values import Object, amount, count, inner, objects, text

_READS = ("read", "grep", "glob", "list", "lsp")
_KINDS = frozenset({"step_start", "text", "tool_use", "step_finish", "error"})


def read(printed: str) -> Told | None:
    """The events, folded."""
    events = [event for event in objects(printed) if event.get("type") in _KINDS]
    if not events:
        return None
    steps = [inner(event, "part") for event in events if event["type"] == "step_finish"]
    costs = [cost for step in steps if (cost := amount(step, "cost")) is not None]
    return Told(
        text=_last_words(events),
        fault=next((_fault(event) for event in events if event["type"] == "error"), None),
        session=text(events[0], "sessionID"),
        tokens_in=sum(count(inner(step, "tokens"), "input") for step in steps),
        tokens_out=sum(count(inner(step, "tokens"), "output", "reasoning") for step in steps),
        money=sum(costs) if costs else None,
    )


def _last_words(events: list[Object]) -> str:
    said: list[str] = []
    for event in events:
        if event["type"] == "tool_use":
            said.clear()
        elif event["type"] == "text":
            said.append(text(inner(event, "part"), "text") or "")
    return "".join(said)


def _fault(event: Object) -> str:
    error = inner(event, "error")
    return text(inner(error, "data"), "message") or text(error, "name") or text(event, "message") or "an error"


opencode = Agent(
    name="opencode",
    program="opencode",
    words=("run", "--format", "json", "--agent", "plan"),
    environment={"OPENCODE_PERMISSION": json.dumps({"*": "deny", **dict.fromkeys(_READS, "allow")})},
    resume=("--session",),
    read=read,
    keys=("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"),
    signs=re.compile(r"auth login|no providers?|api key is missing|invalid.{0,20}api key", re.I),
    login="Run `opencode auth login`.",
    install="npm install -g opencode-ai",
)
