"""Models as players. Importing this imports the libraries of providers, which takes a while: only who needs it does.

`Hiring` imports it in another thread, when a seat first names a model.
"""

import asyncio
from urllib.parse import urlsplit

from pydantic_ai.models import Model

from moot.engine import Allowance, Toolbox
from moot.players.embedded import Embedded
from moot.players.model import FREE, Load, ModelPlayer, Price, model_named
from moot.players.model.player import AT_ONCE
from moot.players.named import NamedGguf, NamedModel


def elsewhere(
    name: str,
    named: NamedModel,
    key: str | None,
    toolbox: Toolbox | None = None,
    allowance: Allowance | None = None,
    provider_calls: int | None = None,
) -> ModelPlayer:
    """A model that a provider offers, or that answers at an address."""
    return ModelPlayer(
        name,
        _loading(named, key),
        # How much an address of one's own can take, and what it charges, has nothing to do with the provider's.
        provider=named.provider if named.base_url is None else urlsplit(named.base_url).netloc,
        model=named.model.partition(":")[2],
        manner=named.verdict or "paired",
        at_once=_at_once(named.at_once, provider_calls or AT_ONCE),
        settings=named.settings,
        price=None if named.price is None else Price(named.price.input, named.price.output),
        toolbox=toolbox,
        allowance=allowance,
    )


def in_process(name: str, named: NamedModel | NamedGguf, model: Embedded) -> ModelPlayer:
    """A model that runs in this process. It can use no tools."""
    return ModelPlayer(
        name,
        model.load,
        provider="embedded",
        model=model.name,
        manner=named.verdict or model.manner,
        at_once={"provider": 1, "model": 1},
        settings=named.settings,
        # A small model that is left to chance judges by it.
        steadily={"temperature": 0.0},
        price=FREE,
    )


def _at_once(model: int | None, provider: int) -> dict[str, int]:
    """How many calls may be out; who may be called on more often than is usual needs as much room at its provider."""
    return {"provider": max(provider, model or 0), "model": model or provider}


def _loading(named: NamedModel, key: str | None) -> Load:
    async def load() -> Model:
        # The first model of a provider imports its library, which takes a while.
        return await asyncio.to_thread(model_named, named.model, base_url=named.base_url, api_key=key)

    return load
