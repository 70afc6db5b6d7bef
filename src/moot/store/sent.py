"""Stores that other packages send: each opens the addresses of a scheme of its own."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast

from moot.debate import InvalidInput
from moot.delegates import STORES, received
from moot.store.database import Database

Opener: TypeAlias = Callable[[str, float], Awaitable[Database]]
"""Opens the database at an address, with so many seconds of patience. It may have its own `bulletin` and `lanes`."""
_OURS = frozenset({"sqlite", "postgresql", "postgres"})


def opener_at(url: str) -> Opener | None:
    """Whoever opens this address; None: the house itself. A refusal says why nobody does."""
    scheme, marked, _ = url.partition("://")
    if not marked or scheme in _OURS:
        return None
    stores = received(STORES, _an_opener)
    if (away := stores.kept_out(scheme)) is not None:
        raise away.refusal()
    if scheme not in stores.there:
        own = "".join(f", {name}://…" for name in stores.there)
        raise InvalidInput(
            f"There is no store for {scheme}:// addresses.",
            suggestion=f"Use sqlite:///PATH, a path, or postgresql://…{own}",
        )
    return stores.there[scheme]


def _an_opener(name: str, given: Any) -> Opener:
    if name in _OURS or not callable(given):
        raise ValueError("it is no store: a store is an async function that opens addresses of a scheme of its own")
    return cast(Opener, given)
