"""Codex: `codex exec … -`, which reads its prompt from standard input and prints events, one a line.

The sandbox is read-only and nothing is asked for: what would need approval is refused. It need not be in a Git
repository. The answer is the last `agent_message`; `turn.failed` or `error` without one says that there is none. Tokens
are those of `turn.completed`; it tells no price. `--output-schema` is not used: it takes one strict schema, and most
turns offer several forms. A resumed session does not keep the sandbox that it began with (openai/codex#40149), so that
it is told again, in the only way that `resume` takes it.

Checked against: https://developers.openai.com/codex/noninteractive (2026), and the flags and events of 0.166.0.
"""

import re

from moot.players.command.agents.agent import Agent, Told
from moot.players.command.agents.values import Object, count, inner, objects, text


def read(printed: str) -> Told | None:
    """The events, folded."""
    events = objects(printed)
    started, completed = _of(events, "thread.started"), _of(events, "turn.completed")
    if not started and not completed:
        return None
    items = [inner(event, "item") for event in _of(events, "item.completed")]
    messages = [item for item in items if item.get("type") == "agent_message"]
    usages = [inner(event, "usage") for event in completed]
    return Told(
        text=(text(messages[-1], "text") if messages else None) or "",
        fault=None if completed else _fault(events),
        session=text(started[-1], "thread_id") if started else None,
        tokens_in=sum(count(usage, "input_tokens") for usage in usages),
        tokens_out=sum(count(usage, "output_tokens") for usage in usages),
    )


def _of(events: list[Object], kind: str) -> list[Object]:
    return [event for event in events if event.get("type") == kind]


def _fault(events: list[Object]) -> str:
    failed = [text(inner(event, "error"), "message") for event in _of(events, "turn.failed")]
    errors = [text(event, "message") for event in _of(events, "error")]
    return next((told for told in (*failed, *reversed(errors)) if told), "it stopped before its turn was over")


codex = Agent(
    name="codex",
    program="codex",
    words=("exec", "--json", "--sandbox", "read-only", "--skip-git-repo-check", "-c", 'approval_policy="never"'),
    tail=("-",),
    resume=("resume", "-c", 'sandbox_mode="read-only"'),
    read=read,
    keys=("OPENAI_API_KEY", "CODEX_API_KEY"),
    signs=re.compile(r"not logged in|codex login|401 unauthorized|missing bearer|invalid.{0,20}api key", re.I),
    login="Run `codex login`, or set CODEX_API_KEY.",
    install="npm install -g @openai/codex",
)
