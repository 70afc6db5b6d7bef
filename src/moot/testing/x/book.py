"""What the stand-in keeps: accounts, codes that were given out, and tokens."""

import re
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import compare_digest, token_urlsafe
from threading import Lock

from moot.members import XAccount, challenge

HANDLE = re.compile(r"[A-Za-z0-9_]{1,15}")


class Wrong(Exception):
    """A request that X would turn away; `error` is the code that OAuth has for it."""

    def __init__(self, error: str, why: str) -> None:
        super().__init__(why)
        self.error = error
        self.why = why


@dataclass(frozen=True)
class Grant:
    """A code, and what it was given out for."""

    account: XAccount
    client: str
    redirect_uri: str
    challenge: str


@dataclass
class Accounts:
    """Every account that anybody said to be; one that nobody has named before is made on the spot."""

    _known: dict[str, XAccount] = field(default_factory=dict[str, XAccount])
    _codes: dict[str, Grant] = field(default_factory=dict[str, Grant])
    _tokens: dict[str, XAccount] = field(default_factory=dict[str, XAccount])
    _lock: Lock = field(default_factory=Lock)

    def account(self, handle: str, id: str | None = None) -> XAccount:
        """The account of this name; `id` says whose it is, as when somebody took another name."""
        with self._lock:
            known = self._known.get(handle.lower())
            if known is None or id not in (None, known.id):
                known = self._known[handle.lower()] = XAccount(id or _id(handle), handle)
            return known

    def token(self, handle: str) -> str:
        """An access token for an account."""
        return self._token(self.account(handle))

    def code(self, grant: Grant) -> str:
        """A code that can be exchanged once."""
        code = token_urlsafe(32)
        with self._lock:
            self._codes[code] = grant
        return code

    def exchanged(self, code: str, client: str, redirect_uri: str, verifier: str) -> str:
        """An access token for a code, used up by the asking."""
        with self._lock:
            grant = self._codes.pop(code, None)
        if grant is None:
            raise Wrong("invalid_grant", "The code is not known, or was used before.")
        if grant.client != client or grant.redirect_uri != redirect_uri:
            raise Wrong("invalid_grant", "The code was given out to another client, or for another address.")
        if not compare_digest(challenge(verifier).encode(), grant.challenge.encode()):
            raise Wrong("invalid_grant", "The verifier does not fit the challenge.")
        return self._token(grant.account)

    def holder(self, token: str) -> XAccount | None:
        """Whose token this is."""
        with self._lock:
            return self._tokens.get(token)

    def _token(self, account: XAccount) -> str:
        token = token_urlsafe(32)
        with self._lock:
            self._tokens[token] = account
        return token


def _id(handle: str) -> str:
    """The same number for a name each time that the stand-in is started."""
    return str(int(sha256(handle.lower().encode()).hexdigest()[:15], 16))
