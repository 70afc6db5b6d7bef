"""TEMPORARY until hiring.py lands (the lead removes it)."""

from typing import Any


class Hiring:
    """Hires nobody."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    def must_know(self, seated: Any) -> None: ...

    def hire(self, seated: Any) -> Any:
        """Nobody."""
        raise LookupError("no players yet")

    def catalogue(self) -> tuple[Any, ...]:
        """Nobody."""
        return ()
