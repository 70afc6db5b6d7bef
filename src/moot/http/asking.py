"""What routes ask of a request: who is calling, and of which desk."""

from typing import Annotated, cast

from fastapi import Depends, Header
from starlette.requests import HTTPConnection

from moot.debate import Unauthenticated
from moot.desk import Caller, Desk


async def calling(connection: HTTPConnection) -> Caller:
    """Who is asking; refused where a token is needed and none fits."""
    caller = cast("Caller | None", connection.state.caller)
    if caller is None:
        raise Unauthenticated(
            "This server asks for a token that fits.",
            suggestion="Send Authorization: Bearer …: the owner's token (DEBATE_AUTH_TOKEN) or the key of your seat.",
        )
    return caller


async def desk_of(connection: HTTPConnection) -> Desk:
    """The desk of this house."""
    return cast(Desk, connection.app.state.desk)


CallerHere = Annotated[Caller, Depends(calling)]
DeskHere = Annotated[Desk, Depends(desk_of)]
LastEventId = Annotated[str | None, Header(alias="Last-Event-ID")]
