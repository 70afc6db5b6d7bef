"""A small patcher, written for tests from what a unified diff means; it trusts nothing of the code that makes diffs."""

import re

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(files: dict[str, str], diff: str) -> dict[str, str]:
    """The files after a unified diff."""
    changed = dict(files)
    lines = diff.split("\n")
    at = 0
    while at < len(lines) and lines[at]:
        old, new = lines[at].removeprefix("--- "), lines[at + 1].removeprefix("+++ ")
        at, text = _one(changed.get(old.removeprefix("a/"), ""), lines, at + 2)
        if new == "/dev/null":
            del changed[old.removeprefix("a/")]
        else:
            changed[new.removeprefix("b/")] = text
    return changed


def _one(text: str, lines: list[str], at: int) -> tuple[int, str]:
    before = text.split("\n")
    unended = before[-1] != ""
    before = before if unended else before[:-1]
    made: list[str] = []
    done = 0
    while at < len(lines) and (hunk := _HUNK.match(lines[at])):
        start, count = int(hunk[1]), int(hunk[2] or 1)
        made += before[done : start - 1 if count else start]
        done = start - 1 if count else start
        at += 1
        while at < len(lines) and lines[at][:1] in (" ", "-", "+", "\\"):
            mark, rest = lines[at][0], lines[at][1:]
            if mark == "\\":
                unended = lines[at - 1][0] != "-"
            else:
                if mark in " -":
                    assert before[done] == rest, f"{before[done]!r} is not {rest!r}"
                    done += 1
                if mark in " +":
                    made.append(rest)
                    unended = unended and done < len(before)
            at += 1
    made += before[done:]
    return at, "\n".join(made) + ("" if unended or not made else "\n")
