"""Gemini CLI: `gemini -p`, which adds its prompt to standard input and prints one object.

A policy of ours (`gemini.toml`) leaves it what reads and nothing else, MCP servers included. Plan mode is not used:
where nobody can be asked, it lets its model leave the mode, and then everything is allowed. `--skip-trust` answers the
question whether the folder is trusted, which nobody is there to answer. The answer is `response`; `error`, on standard
error, says that there is none. Tokens are those of all models in `stats`; it tells no price.

Checked against: https://geminicli.com/docs/cli/headless, /cli-reference and /reference/policy-engine (2026), and the
flags and policies of 0.61.0.
"""

import re

from moot.players.command.agents.agent import ASKED, Agent, Told
from moot.players.command.agents.values import Object, count, inner, objects, text

RULES = "gemini.toml"


def read(printed: str) -> Told | None:
    """The last object that has a response or an error."""
    told = next((found for found in reversed(objects(printed)) if found.keys() & {"response", "error"}), None)
    if told is None:
        return None
    models = inner(told, "stats", "models")
    tokens = [inner(models, name, "tokens") for name in models]
    return Told(
        text=text(told, "response") or "",
        fault=_fault(told) if told.get("error") else None,
        session=text(told, "session_id"),
        tokens_in=sum(count(each, "prompt") for each in tokens),
        tokens_out=sum(count(each, "candidates", "thoughts") for each in tokens),
        model=", ".join(models) or None,
    )


def _fault(told: Object) -> str:
    return text(inner(told, "error"), "message") or text(told, "error") or "an error"


gemini = Agent(
    name="gemini",
    program="gemini",
    words=("-p", ASKED, "--output-format", "json", "--approval-mode", "default", "--policy", RULES, "--skip-trust"),
    rules=RULES,
    resume=("--resume",),
    read=read,
    keys=("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS"),
    signs=re.compile(r"set an auth method|auth method|please (re-?)?authenticate|api key not valid", re.I),
    login="Run `gemini` once and log in, or set GEMINI_API_KEY.",
    install="npm install -g @google/gemini-cli",
)
