"""Lines in the way of compilers, which most programs that check code can write."""

import re
from collections.abc import Iterator

from moot.formats.workshop import Finding
from moot.tools.checks.check import finding

# Nothing in it can be matched in two ways: whoever writes the lines may want it to take long.
_LINE = re.compile(r"(?:vet: )?(?P<path>[^\s:()]+):(?P<line>\d+)(?::(?P<column>\d+))?:(?P<message>.+)")


def lines_of(tool: str, text: str, severity: str = "warning") -> Iterator[Finding]:
    """What a program says in the way of compilers: path, line, maybe a column, and what is wrong."""
    for line in text.splitlines():
        told = _LINE.match(line.strip())
        if told is not None and ("." in told["path"] or "/" in told["path"]):
            path, message = told["path"].removeprefix("./"), told["message"].strip()
            graded = "error" if severity == "error" or message.lower().startswith("error") else "warning"
            column = None if told["column"] is None else int(told["column"])
            yield finding(tool, graded, message, path=path, line=int(told["line"]), column=column)
