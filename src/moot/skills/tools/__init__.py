"""The tools that the texts can be installed for: one module a tool, which says where it looks and why there."""

from collections.abc import Callable, Iterable, Mapping

from moot.skills.shelf import Item
from moot.skills.texts import Texts
from moot.skills.tools import claude_code, codex, cursor, gemini, generic

TOOLS: Mapping[str, Callable[[Texts], Iterable[Item]]] = {
    "claude-code": claude_code.items,
    "codex": codex.items,
    "cursor": cursor.items,
    "gemini": gemini.items,
    "generic": generic.items,
}

__all__ = ["TOOLS"]
