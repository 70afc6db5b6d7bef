"""A client for the three requests that are made of X: OAuth 2.0 with a code and PKCE, and `users/me`."""

import re
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, urlencode

import httpx2

from moot.debate import Outage, XNotConfirmed
from moot.members.x import XAccount, challenge

SCOPES = "users.read tweet.read"
SECONDS = 10.0
_ID = re.compile(r"[0-9]{1,30}")
_HANDLE = re.compile(r"[A-Za-z0-9_]{1,30}")
_AGAIN = "Begin again from the page that sent you to X."


@dataclass(frozen=True, slots=True)
class XSetup:
    """Where X is, and as whom it knows this house."""

    client_id: str | None = None
    client_secret: str | None = None
    authorize_url: str = "https://x.com/i/oauth2/authorize"
    token_url: str = "https://api.x.com/2/oauth2/token"
    api_url: str = "https://api.x.com/2"


class XClient:
    """Asks X. What X does not confirm is refused; where X does not answer, that is an outage."""

    def __init__(self, setup: XSetup) -> None:
        self._setup = setup

    @property
    def known(self) -> bool:
        """Whether X knows this house, so that people can be sent there."""
        return self._setup.client_id is not None

    def address(self, *, state: str, verifier: str, redirect_uri: str) -> str:
        """Where somebody is sent."""
        asked = {
            "response_type": "code",
            "client_id": self._setup.client_id or "",
            "redirect_uri": redirect_uri,
            "scope": SCOPES,
            "state": state,
            "code_challenge": challenge(verifier),
            "code_challenge_method": "S256",
        }
        return f"{self._setup.authorize_url}?{urlencode(asked, quote_via=quote)}"

    async def account(self, *, code: str, verifier: str, redirect_uri: str) -> XAccount:
        """The account of somebody who came back with a code."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        told = await self._asked("POST", self._setup.token_url, data=form | self._named(), auth=self._auth())
        token = told.get("access_token")
        if not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise XNotConfirmed("X gave no access token for the code.", suggestion=_AGAIN)
        return await self.holder(token)

    async def holder(self, token: str) -> XAccount:
        """The account that an access token is for."""
        if not token or not token.isascii() or not token.isprintable():
            raise XNotConfirmed("This is no access token of X.", suggestion=_AGAIN)
        headers = {"Authorization": f"Bearer {token}"}
        told = await self._asked("GET", f"{self._setup.api_url.rstrip('/')}/users/me", headers=headers)
        data: Any = told.get("data")
        account = cast(dict[str, Any], data) if isinstance(data, dict) else {}
        id, handle = str(account.get("id", "")), str(account.get("username", ""))
        if _ID.fullmatch(id) is None or _HANDLE.fullmatch(handle) is None:
            raise XNotConfirmed("X does not say whose token this is.", suggestion=_AGAIN)
        return XAccount(id, handle)

    def _named(self) -> dict[str, str]:
        """Whoever has no secret says in the form who it is."""
        return {} if self._setup.client_secret else {"client_id": self._setup.client_id or ""}

    def _auth(self) -> httpx2.BasicAuth | None:
        if not self._setup.client_secret:
            return None
        return httpx2.BasicAuth(self._setup.client_id or "", self._setup.client_secret)

    async def _asked(self, method: str, url: str, **how: Any) -> dict[str, Any]:
        try:
            async with httpx2.AsyncClient(timeout=SECONDS, follow_redirects=False) as http:
                answer = await http.request(method, url, **how)
        except (httpx2.HTTPError, httpx2.InvalidURL) as failure:
            raise Outage(f"X does not answer ({type(failure).__name__}).") from failure
        if answer.status_code >= 500 or answer.status_code == 429:
            raise Outage(f"X cannot answer now (status {answer.status_code}).")
        if answer.status_code != 200:
            raise XNotConfirmed(f"X does not confirm this (status {answer.status_code}).", suggestion=_AGAIN)
        return _told(answer)


def _told(answer: httpx2.Response) -> dict[str, Any]:
    try:
        told: Any = answer.json()
    except ValueError:
        raise Outage("X answered with something that cannot be read.") from None
    return cast(dict[str, Any], told) if isinstance(told, dict) else {}
