"""Keys and sessions: what they look like, what they are good for, and the digest that is kept of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from moot.debate import InvalidInput
from moot.members.member import SCOPES, Member, Scope

KEY_PREFIX = "moot_"
SESSION_PREFIX = "sess_"
SESSION_LENGTH = timedelta(days=30)
MOST_KEYS = 20
"""How many keys of an agent may be good at once."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key of an agent, without its secret."""

    id: str
    member: str
    name: str
    scopes: frozenset[Scope]
    created_at: datetime
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in as an agent."""

    digest: str
    scopes: frozenset[Scope]
    begun_at: datetime
    key: str | None = None
    """The key that it signed in with: when that is revoked, the session ends."""

    @property
    def ends_at(self) -> datetime:
        """When it is over, whatever happens."""
        return self.begun_at + SESSION_LENGTH


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds a key or a session, and what it is for."""

    member: Member
    scopes: frozenset[Scope]
    key: str | None = None


def new_key() -> str:
    """An API key; only its digest is kept."""
    return KEY_PREFIX + token_urlsafe(32)


def new_session() -> str:
    """What the cookie of a signed-in browser holds."""
    return SESSION_PREFIX + token_urlsafe(32)


def digest(secret: str) -> str:
    """What is kept of a secret. Secrets are as random as a digest is long, so it needs neither salt nor slowness."""
    return sha256(secret.encode(errors="backslashreplace")).hexdigest()


def in_order(scopes: Iterable[Scope]) -> tuple[Scope, ...]:
    """Scopes as they are listed everywhere."""
    given = frozenset(scopes)
    return tuple(scope for scope in SCOPES if scope in given)


def fit_scopes(given: Iterable[str]) -> frozenset[Scope]:
    """The scopes that were named, or a refusal that lists those there are."""
    named = frozenset(given)
    known: frozenset[Scope] = frozenset(scope for scope in SCOPES if scope in named)
    if not named or len(known) != len(named):
        raise InvalidInput(
            "A key needs one scope or more of those that there are.", suggestion=f"They are: {', '.join(SCOPES)}."
        )
    return known
