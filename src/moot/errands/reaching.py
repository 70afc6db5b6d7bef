"""Reaching a receiver: at the address that was looked at, within a time, and wherever that sends us on, not there."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from ssl import SSLContext
from typing import TypeAlias

import httpx2

from moot.errands.addresses import is_public

SECONDS = 10.0
"""How long a receiver may take in all."""
_MOST_ADDRESSES = 3

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host."""


class Unreached(Exception):
    """The receiver was not reached; the text says why."""


async def resolved(host: str, port: int) -> Sequence[str]:
    """The addresses of a host, as the machine knows them."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


class Reach:
    """Posts bodies to receivers."""

    def __init__(self, private: bool = False, resolve: Resolve = resolved, seconds: float = SECONDS) -> None:
        self._private = private
        """Whether receivers may be on this machine and its network."""
        self._resolve = resolve
        self._seconds = seconds

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status that the receiver answers with, or raises Unreached."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._posted(httpx2.URL(url), body, headers)
        except (TimeoutError, httpx2.TimeoutException):
            raise Unreached(f"gave no answer within {self._seconds:g} s") from None
        except httpx2.ConnectError as broken:
            raise Unreached(f"could not be connected to ({broken})") from broken
        except httpx2.InvalidURL as unreadable:
            raise Unreached(f"has no address that can be read ({unreadable})") from unreadable
        except httpx2.HTTPError as broken:
            raise Unreached(f"broke off ({type(broken).__name__})") from broken

    async def _posted(self, url: httpx2.URL, body: bytes, headers: Mapping[str, str]) -> int:
        addresses = await self._checked(url)
        for address in addresses[:-1]:
            try:
                return await self._at(address, url, body, headers)
            except httpx2.ConnectError:
                continue
        return await self._at(addresses[-1], url, body, headers)

    async def _checked(self, url: httpx2.URL) -> Sequence[str]:
        """The addresses of the receiver, all of which must be allowed."""
        try:
            found = await self._resolve(url.host, url.port or (443 if url.scheme == "https" else 80))
        except (OSError, UnicodeError) as unknown:
            raise Unreached(f"has no address ({unknown})") from unknown
        if not found:
            raise Unreached("has no address")
        if not self._private and not all(map(is_public, found)):
            raise Unreached("has an address that is not public")
        return found[:_MOST_ADDRESSES]

    async def _at(self, address: str, url: httpx2.URL, body: bytes, headers: Mapping[str, str]) -> int:
        # The name was looked up once; to look it up again could yield an address that nobody checked.
        named = {**headers, "Host": url.netloc.decode("ascii")}
        # A client of its own: a connection kept for one name at an address must not serve another name there.
        trust = self._trust if url.scheme == "https" else False
        async with httpx2.AsyncClient(verify=trust, trust_env=False, timeout=self._seconds) as client:
            request = client.build_request(
                "POST", url.copy_with(host=address), content=body, headers=named, extensions={"sni_hostname": url.host}
            )
            response = await client.send(request, stream=True, follow_redirects=False)
            await response.aclose()
            return response.status_code

    @cached_property
    def _trust(self) -> SSLContext:
        return httpx2.create_ssl_context()
