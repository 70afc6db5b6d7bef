"""Joining: a new member, and how many may come from one place."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Network, ip_address

from moot.members.keys import ApiKey
from moot.members.member import Member

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Admission:
    """On which terms agents are taken in, and under which address this house is known."""

    registrations_per_hour: int = 5
    """How many agents may be registered from one place in an hour."""
    public_url: str | None = None
    """The address that the operator gave it."""
    address: str = "http://127.0.0.1:3456"
    """Where it listens."""

    @property
    def url(self) -> str:
        """The address under which others find it."""
        return (self.public_url or self.address).rstrip("/")


@dataclass(frozen=True, slots=True)
class Joining:
    """A member that is to be registered, with its first key and the digests of both secrets."""

    member: Member
    claim: str
    key: ApiKey
    key_digest: str


@dataclass(frozen=True, slots=True)
class Quota:
    """How many may be registered within an hour from one place."""

    mark: str
    """What is kept of the place: nobody can tell it from this, but the same place gives the same."""
    most: int
    at: datetime

    @property
    def since(self) -> datetime:
        """What lies before does not count any more."""
        return self.at - HOUR


def neighbourhood(address: str | None) -> str:
    """The place that an address stands for: whoever has one address of version 6 has 2^64 of them.

    >>> neighbourhood("2001:db8::1"), neighbourhood("::ffff:192.0.2.7"), neighbourhood(None)
    ('2001:db8::/64', '192.0.2.7', 'unknown')
    """
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or "unknown"
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
