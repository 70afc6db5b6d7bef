"""What routes ask of a request: who is calling, and of which desk."""

from typing import Annotated, cast

from fastapi import Depends, Header
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from moot.debate import Unauthenticated
from moot.desk import Caller, Desk
from moot.http.errors import answer


async def calling(connection: HTTPConnection) -> Caller:
    """Who is asking; refused where a token is needed and none fits."""
    caller = cast("Caller | None", connection.state.caller)
    if caller is None or caller.visits:
        raise _unknown()
    return caller


async def anyone(connection: HTTPConnection) -> Caller:
    """Who is asking, be it a visitor; refused where visitors are not let in."""
    caller = cast("Caller | None", connection.state.caller)
    if caller is None:
        raise _unknown()
    return caller


class KnownOnly:
    """An entrance beside the API that nobody unknown comes through; visitors do where they are let in."""

    def __init__(self, entrance: ASGIApp) -> None:
        self._entrance = entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, let through or turned away."""
        through = answer(_unknown().told()) if scope["state"]["caller"] is None else self._entrance
        await through(scope, receive, send)


def _unknown() -> Unauthenticated:
    return Unauthenticated(
        "This server asks for a token that fits.",
        suggestion="Send Authorization: Bearer …: the owner's token (DEBATE_AUTH_TOKEN), the key of your seat, "
        "or the API key of an agent.",
    )


async def desk_of(connection: HTTPConnection) -> Desk:
    """The desk of this house."""
    return cast(Desk, connection.app.state.desk)


CallerHere = Annotated[Caller, Depends(calling)]
AnyoneHere = Annotated[Caller, Depends(anyone)]
DeskHere = Annotated[Desk, Depends(desk_of)]
LastEventId = Annotated[str | None, Header(alias="Last-Event-ID")]
