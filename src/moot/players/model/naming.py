"""Models by name: as pydantic-ai names them, or at any address that speaks the same wire format as OpenAI."""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx2
from openai.types.chat_model import ChatModel
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from moot.debate import InvalidInput
from moot.players.model.addressed import AtAddress
from moot.players.model.elsewhere import Elsewhere
from moot.players.model.lines import Lines
from moot.players.providers import NEEDS, needs_of

NO_KEY = "none"
"""Sent where an address needs a key and none was given."""

_CONNECT = 10.0
_READ = 600.0
_OPENAI = ("openai:", "openai-chat:")


def model_named(name: str, *, base_url: str | None = None, api_key: str | None = None) -> Model:
    """The model of this name.

    Args:
        name: As pydantic-ai names it (`anthropic:claude-…`); with a base URL, as that server names it.
        base_url: Where a server speaks the OpenAI wire format (`http://localhost:11434/v1`).
        api_key: The key; by default the provider's own variable. With a base URL nothing of the environment is sent.

    Raises:
        InvalidInput: It says which package or which variable is missing, or what a name looks like.
    """
    if base_url is not None:
        return _at_address(name, base_url, api_key)
    provider, colon, model = name.partition(":")
    if not (provider and colon and model):
        raise InvalidInput(
            f"{name!r} names no model.", suggestion="Name the provider and its model, as in anthropic:NAME"
        )
    try:
        return infer_model(name, _keyed(api_key)) if api_key else infer_model(name)
    except ImportError:
        raise _missing_package(provider) from None
    except (UserError, ValueError, TypeError) as trouble:
        raise _not_made(name, provider, trouble) from trouble


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine.

    >>> is_loopback("http://127.0.0.1:8080/v1"), is_loopback("https://api.openai.com/v1")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _at_address(name: str, base_url: str, api_key: str | None) -> Model:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput(f"{base_url!r} is no base URL.", suggestion="Write it as http://localhost:11434/v1")
    model: ChatModel | str = next((name.removeprefix(known) for known in _OPENAI if name.startswith(known)), name)
    # A proxy is never asked for what runs on this machine; where one is asked, the library knows how.
    direct = is_loopback(base_url) or not getproxies()
    lines = Lines() if direct else None
    http = httpx2.AsyncClient(timeout=httpx2.Timeout(_READ, connect=_CONNECT), transport=lines)
    client = Elsewhere(lines, base_url=base_url, api_key=api_key or NO_KEY, http_client=http, max_retries=0)
    return AtAddress(model, provider=OpenAICompatibleProvider(parts.netloc.rpartition("@")[2], openai_client=client))


def _keyed(api_key: str) -> Callable[[str], Provider[Any]]:
    def make(name: str) -> Provider[Any]:
        maker: Any = infer_provider_class(name)
        return maker(api_key=api_key)

    return make


def _missing_package(provider: str) -> InvalidInput:
    needs = needs_of(provider)
    extra = provider if needs is None else needs.extra
    return InvalidInput(
        f"The models of {provider} need a package that is not installed.",
        suggestion=f'Install it with: pip install "pydantic-ai-slim[{extra}]"',
    )


def _not_made(name: str, provider: str, trouble: Exception) -> InvalidInput:
    needs = needs_of(provider)
    if needs is not None and "environment variable" in str(trouble):
        return InvalidInput(f"The models of {provider} need a key.", suggestion=f"Set {needs.key}.", key=needs.key)
    if needs is None:
        known = ", ".join(NEEDS)
        return InvalidInput(f"{name!r} names no model that is known here.", suggestion=f"Providers: {known}.")
    return InvalidInput(f"{name!r} cannot be used: {trouble}")
