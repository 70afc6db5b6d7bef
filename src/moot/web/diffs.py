"""Differences within a line: which words of it changed."""

import re
from difflib import SequenceMatcher

from markupsafe import Markup

from moot.desk.replies import DiffRow

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_LONGEST = 2_000
"""Longer lines are shown as changed altogether: comparing them word by word takes too long."""


def marked(row: DiffRow) -> tuple[Markup, Markup]:
    """Both sides of a row, with the words that changed marked."""
    left, right = row.left or "", row.right or ""
    if row.kind != "changed" or len(left) + len(right) > _LONGEST:
        return Markup.escape(left), Markup.escape(right)
    before, after = _WORDS.findall(left), _WORDS.findall(right)
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    removed = [(step[0], "".join(before[step[1] : step[2]])) for step in steps]
    added = [(step[0], "".join(after[step[3] : step[4]])) for step in steps]
    return _side(removed, "del"), _side(added, "ins")


def _side(parts: list[tuple[str, str]], tag: str) -> Markup:
    shown = Markup("")
    for how, text in parts:
        if text:
            shown += Markup.escape(text) if how == "equal" else Markup(f"<{tag}>{{}}</{tag}>").format(text)
    return shown
