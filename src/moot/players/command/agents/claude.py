"""Claude Code: `claude -p`, which reads its prompt from standard input and prints one object.

`--tools` leaves it the tools that read, so that no rule of its own settings can let it write or run anything;
`--strict-mcp-config` without a configuration leaves it no MCP server. Plan mode is not used: it makes for a plan that
waits for approval, and not for an answer. The answer is `result`; `is_error` says that there is none. Where its
settings say `verbose`, the object is the last of a list. What it read from its cache counts as tokens in.

Checked against: https://code.claude.com/docs/en/headless and /cli-reference (2026), and the tools of 2.1.197.
"""

import re

from moot.players.command.agents.agent import Agent, Told
from moot.players.command.agents.values import amount, count, inner, last, text

_TOKENS_IN = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def read(printed: str) -> Told | None:
    """The object of type `result`."""
    told = last(printed, "result")
    if told is None:
        return None
    usage, models = inner(told, "usage"), list(inner(told, "modelUsage"))
    answer = text(told, "result") or ""
    return Told(
        text=answer,
        fault=answer or text(told, "subtype") or "an error" if told.get("is_error") is True else None,
        session=text(told, "session_id"),
        tokens_in=count(usage, *_TOKENS_IN),
        tokens_out=count(usage, "output_tokens"),
        money=amount(told, "total_cost_usd"),
        model=", ".join(models) or None,
    )


claude = Agent(
    name="claude",
    program="claude",
    words=("-p", "--output-format", "json", "--tools", "Read,Glob,Grep", "--strict-mcp-config"),
    resume=("--resume",),
    read=read,
    keys=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
    signs=re.compile(r"/login|invalid api key|not logged in|oauth token (has )?expired|authentication_error", re.I),
    login="Run `claude` once and log in with /login, or set ANTHROPIC_API_KEY.",
    install="npm install -g @anthropic-ai/claude-code",
)
