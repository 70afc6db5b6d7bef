"""Fixtures: series and brackets, which open debates one after the other."""

from typing import Protocol


class Fixtures(Protocol):
    """What the desk needs of them."""
