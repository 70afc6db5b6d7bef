"""Parts of what a language server says, which may be anything."""

from typing import Any, cast


def part(told: Any, *names: str) -> Any:
    """What lies under these names; None where there is nothing.

    >>> part({"start": {"line": 3}}, "start", "line")
    3
    """
    for name in names:
        told = cast(dict[str, Any], told).get(name) if isinstance(told, dict) else None
    return told


def number(told: Any, *names: str) -> int:
    """The whole number under these names; 0 where there is none."""
    found = part(told, *names)
    return found if isinstance(found, int) and found >= 0 else 0


def listed(told: Any) -> list[Any]:
    """The list that something is; empty where it is none."""
    return cast(list[Any], told) if isinstance(told, list) else []
