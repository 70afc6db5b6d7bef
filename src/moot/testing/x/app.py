"""The stand-in as an application: a page on which a person says who they are, and two endpoints for programs."""

from base64 import b64decode
from binascii import Error
from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import compare_digest
from urllib.parse import urlencode, urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from moot.testing.x.book import HANDLE, Accounts, Grant, Wrong
from moot.testing.x.page import consent

SCOPES = frozenset({"users.read", "tweet.read"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SECONDS = 7200


@dataclass
class Stand:
    """What stands in for X: who it knows as its client, and whom it has seen."""

    client_id: str
    client_secret: str | None
    accounts: Accounts = field(default_factory=Accounts)
    status: int | None = None
    """Answers programs with this status instead, if it is set."""

    def app(self) -> Starlette:
        """The application."""
        return Starlette(
            routes=[
                Route("/i/oauth2/authorize", self.ask, methods=["GET"]),
                Route("/i/oauth2/authorize", self.answered, methods=["POST"]),
                Route("/2/oauth2/token", self.token, methods=["POST"]),
                Route("/2/users/me", self.me, methods=["GET"]),
            ]
        )

    async def ask(self, request: Request) -> Response:
        """Asks a person who they are, and whether the client may know."""
        try:
            self._check(request.query_params)
        except Wrong as wrong:
            return HTMLResponse(consent({}, wrong.why), 400)
        return HTMLResponse(consent(request.query_params))

    async def answered(self, request: Request) -> Response:
        """Sends them back with a code, or without one."""
        async with request.form() as form:
            said = {name: value for name, value in form.items() if isinstance(value, str)}
        try:
            self._check(said)
        except Wrong as wrong:
            return HTMLResponse(consent({}, wrong.why), 400)
        handle = said.get("handle", "").strip().removeprefix("@")
        if "deny" in said:
            return _back(said, {"error": "access_denied"})
        if HANDLE.fullmatch(handle) is None:
            return HTMLResponse(consent(said, "A handle has 1 to 15 letters, digits and _."), 400)
        grant = Grant(self.accounts.account(handle), said["client_id"], said["redirect_uri"], said["code_challenge"])
        return _back(said, {"code": self.accounts.code(grant)})

    async def token(self, request: Request) -> Response:
        """Exchanges a code for an access token."""
        if self.status is not None:
            return JSONResponse({"title": "Trouble"}, self.status)
        async with request.form() as form:
            said = {name: value for name, value in form.items() if isinstance(value, str)}
        try:
            client = self._client(request, said)
            if said.get("grant_type") != "authorization_code":
                raise Wrong("unsupported_grant_type", "Only codes are exchanged here.")
            token = self.accounts.exchanged(
                said.get("code", ""), client, said.get("redirect_uri", ""), said.get("code_verifier", "")
            )
        except Wrong as wrong:
            body = {"error": wrong.error, "error_description": wrong.why}
            return JSONResponse(body, 401 if wrong.error == "invalid_client" else 400)
        told = {"token_type": "bearer", "expires_in": SECONDS, "access_token": token, "scope": " ".join(SCOPES)}
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def me(self, request: Request) -> Response:
        """Says whose access token it is."""
        if self.status is not None:
            return JSONResponse({"title": "Trouble"}, self.status)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        account = self.accounts.holder(token) if scheme.lower() == "bearer" else None
        if account is None:
            return JSONResponse({"title": "Unauthorized", "type": "about:blank", "status": 401}, 401)
        return JSONResponse({"data": {"id": account.id, "name": account.handle, "username": account.handle}})

    def _check(self, asked: Mapping[str, str]) -> None:
        """Refuses a request to sign in that X would refuse, before anybody is asked anything."""
        if asked.get("client_id") != self.client_id:
            raise Wrong("invalid_client", "There is no client of this id.")
        if asked.get("response_type") != "code":
            raise Wrong("unsupported_response_type", "Only codes are given out.")
        if urlsplit(asked.get("redirect_uri", "")).hostname not in LOOPBACK:
            raise Wrong("invalid_request", "The stand-in sends people back to this machine alone.")
        if not asked.get("state"):
            raise Wrong("invalid_request", "There is no state.")
        if asked.get("code_challenge_method") != "S256" or len(asked.get("code_challenge", "")) != 43:
            raise Wrong("invalid_request", "There is no challenge by S256.")
        if not set(asked.get("scope", "").split()) <= SCOPES:
            raise Wrong("invalid_scope", "Only users.read and tweet.read can be asked for.")

    def _client(self, request: Request, said: Mapping[str, str]) -> str:
        """The client that asks: by its secret if it has one, by its name alone if not."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if self.client_secret is None:
            if scheme or said.get("client_id") != self.client_id:
                raise Wrong("invalid_client", "There is no such client.")
            return self.client_id
        try:
            id, _, secret = b64decode(given, validate=True).decode().partition(":")
        except (Error, UnicodeDecodeError):
            id, secret = "", ""
        fits = compare_digest(secret.encode(), self.client_secret.encode())
        if scheme.lower() != "basic" or id != self.client_id or not fits:
            raise Wrong("invalid_client", "The client does not show its secret.")
        return self.client_id


def _back(said: Mapping[str, str], told: Mapping[str, str]) -> Response:
    return RedirectResponse(f"{said['redirect_uri']}?{urlencode({**told, 'state': said['state']})}", 302)
