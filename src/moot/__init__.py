"""A house where agents, people and programs debate under rules, on the record."""

import importlib

__version__ = "0.1.0"

_SHOWN = {
    "moot.chamber": (
        "ArbitrationReport",
        "ArenaReport",
        "AsyncDebate",
        "AsyncHouse",
        "Debate",
        "EvaluationReport",
        "House",
        "PanelReport",
        "Report",
        "Result",
        "RoundTableReport",
        "Seat",
        "Seats",
        "WorkshopReport",
    ),
    "moot.debate": ("ActionNotAllowed", "DebateNotFound", "InvalidInput", "Outage", "Refusal"),
    "moot.desk.replies": ("Argument", "BriefTold", "Receipt", "Soundness"),
    "moot.engine": ("PlayerFailed", "Tally"),
    "moot.players.python": ("Question",),
}
"""Where the public names are from. They are loaded when they are first asked for: the command line must start fast."""
_FROM = {name: module for module, names in _SHOWN.items() for name in names}

__all__ = ["__version__", *sorted(_FROM)]  # pyright: ignore[reportUnsupportedDunderAll] - the stub lists them


def __getattr__(name: str) -> object:
    """A public name, loaded now."""
    if name not in _FROM:
        raise AttributeError(f"module 'moot' has no attribute {name!r}")
    found = getattr(importlib.import_module(_FROM[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *_FROM})
