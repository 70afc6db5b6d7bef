"""Formatting code as its language has it, in the sandbox."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from pydantic import Field

from moot.debate import InvalidInput
from moot.engine import Told, Tool
from moot.tools.turn.guests import Guest, hosted, outcome, reached
from moot.tools.turn.making import Arguments, tool

FORMATTERS: Mapping[str, tuple[str, ...]] = {
    ".py": ("ruff", "format", "--isolated", "--no-cache", "-"),
    ".pyi": ("ruff", "format", "--isolated", "--no-cache", "--stdin-filename=code.pyi", "-"),
    ".go": ("gofmt",),
    ".rs": ("rustfmt", "--emit", "stdout"),
    ".js": ("prettier", "--stdin-filepath", "code.js"),
    ".jsx": ("prettier", "--stdin-filepath", "code.jsx"),
    ".ts": ("prettier", "--stdin-filepath", "code.ts"),
    ".tsx": ("prettier", "--stdin-filepath", "code.tsx"),
    ".c": ("clang-format",),
    ".cpp": ("clang-format",),
}
"""Programs that read code and write it formatted, by the ending of a file."""


class Formatting(Arguments, frozen=True):
    """Code to be formatted."""

    path: str = Field(default="solution.py", max_length=400, description="Its ending says which language it is.")
    code: str = Field(min_length=1, max_length=40_000)


def formatting(*, unconfined: bool) -> Sequence[Tool]:
    """The tool that formats code."""

    async def format_code(asked: Formatting) -> Told:
        words = FORMATTERS.get(PurePosixPath(asked.path).suffix, ())
        program = reached(words[0]) if words else None
        if program is None:
            there = ", ".join(ending for ending, known in FORMATTERS.items() if reached(known[0]))
            raise InvalidInput(f"Nothing here formats {asked.path[-60:]!r}.", suggestion=f"These are: {there}.")
        given = asked.code.encode("utf-8", "backslashreplace")
        ran = await hosted(Guest((program, *words[1:])), given, unconfined=unconfined)
        if (ran.why, ran.exit_code) != ("exit", 0):
            return Told(outcome(ran), ok=False)
        same = ran.stdout == given
        return Told("It is formatted already." if same else ran.stdout.decode("utf-8", "replace"))

    return (tool("format_code", "Formats code as is usual in its language.", Formatting, format_code),)
