"""Where the CPU goes: a profile of many debates at once, summed up by the part of the program that it is spent in."""

import cProfile
import pstats
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import process_time

_OURS = "moot"


async def profiled(work: Callable[[], Awaitable[object]]) -> list[tuple[str, float]]:
    """The share of each part in the CPU of this thread while the work lasts, the largest first."""
    profile = cProfile.Profile(process_time)
    profile.enable()
    try:
        await work()
    finally:
        profile.disable()
    return _shares(pstats.Stats(profile))


def _entries(stats: pstats.Stats) -> dict[tuple[str, int, str], tuple[int, int, float, float, object]]:
    """By file, line and function: among others, the seconds spent in it and in nothing that it calls."""
    return vars(stats)["stats"]


def _shares(stats: pstats.Stats) -> list[tuple[str, float]]:
    spent: dict[str, float] = {}
    for (file, _, _), (_, _, own, *_) in _entries(stats).items():
        part = _part(file)
        spent[part] = spent.get(part, 0.0) + own
    whole = sum(spent.values()) or 1.0
    found = sorted(((part, round(own / whole, 3)) for part, own in spent.items()), key=lambda each: -each[1])
    return [(part, share) for part, share in found if share >= 0.01]


def _part(file: str) -> str:
    """The room of ours, the package of others, or the interpreter itself."""
    if file.startswith(("~", "<")):
        return "built-in functions"
    parts = Path(file).with_suffix("").parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1]
    if _OURS in parts:
        return ".".join(parts[parts.index(_OURS) :][:2])
    return "the benchmark" if "peers" in parts else "standard library"
