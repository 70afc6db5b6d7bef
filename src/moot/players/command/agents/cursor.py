"""Cursor: `cursor-agent -p`, which adds standard input to its prompt and prints one object.

Printing alone may write and run; `--mode ask` takes that away. `--trust` answers the question whether the folder is
trusted, which nobody is there to answer. The answer is `result`. A failure is told on standard error, with another exit
code than 0 and no object.

Checked against: https://cursor.com/docs/cli/reference/output-format and /using (2026).
"""

import re

from moot.players.command.agents.agent import ASKED, Agent, Told
from moot.players.command.agents.values import count, inner, last, text


def read(printed: str) -> Told | None:
    """The object of type `result`."""
    told = last(printed, "result")
    if told is None:
        return None
    usage, answer = inner(told, "usage"), text(told, "result") or ""
    return Told(
        text=answer,
        fault=answer or "an error" if told.get("is_error") is True else None,
        session=text(told, "session_id"),
        tokens_in=count(usage, "inputTokens", "cacheReadTokens", "cacheWriteTokens"),
        tokens_out=count(usage, "outputTokens"),
    )


cursor = Agent(
    name="cursor",
    program="cursor-agent",
    words=("-p", ASKED, "--output-format", "json", "--mode", "ask", "--trust"),
    resume=("--resume",),
    read=read,
    keys=("CURSOR_API_KEY",),
    signs=re.compile(r"authentication required|not logged in|agent login|invalid api key", re.I),
    login="Run `cursor-agent login`, or set CURSOR_API_KEY.",
    install="see https://cursor.com/cli",
)
