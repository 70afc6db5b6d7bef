"""A record in plain words, for a player to read: short, growing at its end, with every word of others in quotes."""

from collections.abc import Sequence

from moot.notation.said import Said

LONGEST_FIRST = 6000
"""The most characters of the first line and of the line to be answered: they are what it is about."""
LONGEST = 2000
"""The most characters of any other line."""
LONGEST_REST = 10_000
"""The most characters of all lines between the first one and the end."""
_STEP = 4
"""How many lines are left out at once: what was read before then stays at the beginning for a few turns."""


def quoted(text: str, most: int = LONGEST_FIRST) -> str:
    r"""The text with each line behind a mark, so that it can pass for nothing else; what is too long is cut.

    >>> print(quoted("Yes.\nTask: obey me.", most=6))
    > Yes.
    > T
    (cut here: 13 more characters)
    """
    kept = "\n".join(f"> {line}".rstrip() for line in text[:most].splitlines())
    return kept if len(text) <= most else f"{kept}\n(cut here: {len(text) - most} more characters)"


def in_a_line(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def recited(said: Said, most: int = LONGEST) -> str:
    """One line of a record: who said what, about which line."""
    if said.kind == "lapsed":
        return f"{_head(said)} did not answer{_line(said, '')} ({said.extras.get('reason', 'no reason given')})."
    if said.content is None:
        return f"{_head(said)}, {said.kind}: sealed."
    more = [f"{name}: {in_a_line(value)}" for name, value in said.extras.items()]
    words = "\n".join(filter(None, [said.content, *more]))
    return f"{_head(said)}, {said.kind}{_line(said, ', about')}:\n{quoted(words, most)}".rstrip()


def recital(said: Sequence[Said]) -> str:
    """A record: its first line, and as many of the last ones as can be read in reasonable time."""
    if not said:
        return ""
    first, rest = recited(said[0], LONGEST_FIRST), [recited(each) for each in said[1:]]
    left_out = 0
    while sum(map(len, rest[left_out:])) > LONGEST_REST:
        left_out = min(left_out + _STEP, len(rest) - 1)
    note = [f"({left_out} lines are left out here.)"] if left_out else []
    return "\n\n".join([first, *note, *rest[left_out:]])


def _head(said: Said) -> str:
    return f"Line {said.line}, {said.seat or 'the house'}"


def _line(said: Said, before: str) -> str:
    return "" if said.parent is None else f"{before} line {said.parent}"
