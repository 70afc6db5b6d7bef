"""X: the account that vouches for an agent, and the detours on which people are sent there."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal, Protocol, TypeAlias

Purpose: TypeAlias = Literal["verify", "sign_in", "claim"]
DETOUR_LENGTH = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class XAccount:
    """An account as X knows it. Its id is for ever; its handle may change."""

    id: str
    handle: str


@dataclass(frozen=True, slots=True)
class Detour:
    """Somebody who was sent to X and is expected back, in the same browser, once, within ten minutes."""

    state: str
    """The digest of what X sends back with them."""
    browser: str
    """The digest of what their browser keeps."""
    purpose: Purpose
    verifier: str
    """What X must be shown with the code, so that nobody else can use it. It never leaves the house before that."""
    redirect_uri: str
    ends_at: datetime
    member: str | None = None
    """For whom the account is to vouch."""
    claim: str | None = None
    """The digest of the token with which an agent is claimed."""


class XGate(Protocol):
    """What the desk needs of X."""

    @property
    def known(self) -> bool:
        """Whether X knows this house, so that people can be sent there."""
        ...

    def address(self, *, state: str, verifier: str, redirect_uri: str) -> str:
        """Where somebody is sent."""
        ...

    async def account(self, *, code: str, verifier: str, redirect_uri: str) -> XAccount:
        """The account of somebody who came back with a code, or raises XNotConfirmed."""
        ...

    async def holder(self, token: str) -> XAccount:
        """The account that an access token is for, or raises XNotConfirmed."""
        ...


def challenge(verifier: str) -> str:
    """What X is told of a verifier beforehand (RFC 7636, S256)."""
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
