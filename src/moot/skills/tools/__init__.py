"""The tools that the texts can be installed for: one module a tool, which says where it looks and why there."""

from collections.abc import Callable, Iterable, Mapping

from moot.skills.shelf import Item
from moot.skills.texts import Texts
from moot.skills.tools import claude_code, claude_plugin, codex, cursor, gemini, gemini_extension, generic

TOOLS: Mapping[str, Callable[[Texts, str], Iterable[Item]]] = {
    "claude-code": claude_code.items,
    "claude-plugin": claude_plugin.items,
    "codex": codex.items,
    "cursor": cursor.items,
    "gemini": gemini.items,
    "gemini-extension": gemini_extension.items,
    "generic": generic.items,
}

__all__ = ["TOOLS"]
