"""The promises of stores bite: a store that breaks one is found, and told which."""

from contextlib import suppress

import pytest

from moot.engine import Growth, LineTaken
from moot.store import Store
from moot.testing.stores import PROMISES, PromiseBroken, check_store

pytestmark = pytest.mark.anyio


async def test_a_store_in_memory_keeps_every_promise_while_it_is_open_and_none_afterwards():
    await check_store("sqlite://", outlives=False)
    with pytest.raises(PromiseBroken, match="gone after closing"):
        await check_store("sqlite://")


async def test_a_store_that_forgets_requests_is_found(monkeypatch: pytest.MonkeyPatch):
    async def nothing(store: Store, debate: str, request: str) -> None:
        return None

    monkeypatch.setattr(Store, "requested", nothing)
    with pytest.raises(PromiseBroken, match="read back byte for byte: a line is not found by its request"):
        await check_store("sqlite://")


async def test_a_store_that_swallows_a_second_writer_is_found(monkeypatch: pytest.MonkeyPatch):
    append = Store.append

    async def careless(store: Store, growth: Growth) -> None:
        with suppress(LineTaken):
            await append(store, growth)

    monkeypatch.setattr(Store, "append", careless)
    with pytest.raises(PromiseBroken, match="a line is written once: it was not refused with LineTaken"):
        await check_store("sqlite://")


def test_every_promise_says_what_it_promises():
    assert all(promise.__doc__ for promise in PROMISES)
