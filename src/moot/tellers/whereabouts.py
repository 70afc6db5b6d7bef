"""Whereabouts: of which request, debate, line, seat and turn something is told, without being told each time."""

from collections.abc import Mapping
from contextvars import ContextVar, Token
from types import MappingProxyType

NAMES = ("request", "debate", "line", "seat", "turn")
_NOWHERE: Mapping[str, str | int] = MappingProxyType({})
_HERE: ContextVar[Mapping[str, str | int]] = ContextVar("moot_whereabouts", default=_NOWHERE)


def here() -> Mapping[str, str | int]:
    """Where we are, as far as it is known."""
    return _HERE.get()


class at:
    """What is done within is done there. A class, because it is on the way of every move."""

    __slots__ = ("_known", "_token")

    def __init__(self, **known: str | int) -> None:
        self._known = known

    def __enter__(self) -> None:
        self._token: Token[Mapping[str, str | int]] = _HERE.set({**_HERE.get(), **self._known})

    def __exit__(self, *ended: object) -> None:
        _HERE.reset(self._token)
