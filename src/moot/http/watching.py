"""Watching a debate: server-sent events and WebSockets, resumable from a line."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Annotated, Any, TypeVar, cast

from fastapi import Query, WebSocket
from pydantic import ValidationError
from starlette.responses import StreamingResponse
from starlette.websockets import WebSocketDisconnect

from moot.debate import InvalidInput, Outage, Refusal, Unauthenticated
from moot.desk import Caller, Desk
from moot.desk.replies import Event, Receipt
from moot.http.asking import AnyoneHere, DeskHere, LastEventId
from moot.http.debates import DebateId, Role
from moot.http.errors import faults, told
from moot.http.forms import Form, InterventionForm, RulingForm
from moot.http.routers import api_router

router = api_router("watching")

T = TypeVar("T")
After = Annotated[int | None, Query(ge=0, le=2**47, description="Resume after this line.")]
SIGN_IN_SECONDS = 10
UNKEPT = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers of a stream, which nobody on the way may keep."""
STILL = ": still here\n\n"
_LINE = re.compile(r"[0-9]{1,14}")

ACTS: Mapping[str, tuple[type[Form], Callable[..., Awaitable[Receipt]]]] = {
    "submit_intervention": (InterventionForm, Desk.intervene),
    "submit_ruling": (RulingForm, Desk.rule),
}
"""What can be done over a socket: the form of each message, and the verb."""


class EventStream(StreamingResponse):
    """A stream of server-sent events."""

    media_type = "text/event-stream"


@router.get("/debates/{debate_id}/events", response_class=EventStream)
async def events(
    debate_id: DebateId,
    caller: AnyoneHere,
    desk: DeskHere,
    after: After = None,
    role: Role = None,
    last_event_id: LastEventId = None,
) -> EventStream:
    """Watch a debate: `initial_state`, then `new_argument` and `state_changed` as they come."""
    if last_event_id is not None and _LINE.fullmatch(last_event_id):
        after = int(last_event_id)
    following = desk.follow(caller, debate_id, after=after, role=role)
    first = await anext(following)
    return streamed(first, following, _as_sse)


def streamed(first: T | None, following: AsyncIterator[T | None], told: Callable[[T], str]) -> EventStream:
    """A stream of what is there and what comes; silence is told too, so that nobody takes it for a broken line."""

    async def sent() -> AsyncIterator[str]:
        yield STILL if first is None else told(first)
        async for event in following:
            yield STILL if event is None else told(event)

    return EventStream(sent(), headers=UNKEPT)


def _as_sse(event: Event) -> str:
    return f"id: {event.seq}\nevent: {event.event}\ndata: {json.dumps(event.data)}\n\n"


@router.websocket("/debates/{debate_id}/ws")
async def watch(socket: WebSocket, debate_id: str, after: After = None, role: Role = None) -> None:
    """Watch a debate, and act on it as the arbitrator."""
    desk = cast(Desk, socket.app.state.desk)
    await socket.accept()
    try:
        caller = await _signed_in(socket, desk)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_show(socket, desk, caller, debate_id, after, role))
            await _listen(socket, desk, caller, debate_id)
    except* WebSocketDisconnect:
        pass
    except* (Refusal, Outage) as refused:
        await _refuse_and_close(socket, refused.exceptions[0])


async def _signed_in(socket: WebSocket, desk: Desk) -> Caller:
    """Who opened the socket; where no header or cookie could say so, the first message must."""
    caller = cast("Caller | None", socket.state.caller)
    if caller is not None and not caller.visits:
        return caller
    try:
        async with asyncio.timeout(SIGN_IN_SECONDS):
            message = await _received(socket)
    except TimeoutError:
        return await desk.authenticate(None)
    token = message["data"].get("token") if message["event"] == "sign_in" else None
    try:
        return await desk.authenticate(token if isinstance(token, str) else None)
    except Unauthenticated:
        socket.state.wrong_key()
        raise


async def _show(
    socket: WebSocket, desk: Desk, caller: Caller, debate_id: str, after: int | None, role: str | None
) -> None:
    async for event in desk.follow(caller, debate_id, after=after, role=role):
        if event is not None:
            await socket.send_text(event.text)
    await socket.close(1012, "The server is stopping; come back in a moment.")


async def _listen(socket: WebSocket, desk: Desk, caller: Caller, debate_id: str) -> None:
    """Does what the socket asks for until it disconnects."""
    while True:
        request_id: Any = None
        try:
            message = await _received(socket)
            request_id = message["data"].get("client_request_id")
            # The socket may close while the move is being written.
            receipt = await asyncio.shield(_acted(desk, caller, debate_id, message["event"], message["data"]))
        except (Refusal, Outage) as refused:
            data = told(refused) | ({"client_request_id": request_id} if isinstance(request_id, str) else {})
            await _send(socket, "refused", data)
        else:
            await _send(socket, "accepted", receipt.model_dump(mode="json"))


async def _acted(desk: Desk, caller: Caller, debate_id: str, event: str, data: dict[str, Any]) -> Receipt:
    named = data.pop("debate_id", debate_id)
    if not isinstance(named, str) or named.lower() != debate_id.lower():
        raise InvalidInput("This socket watches another debate.", suggestion="Open a socket for that debate.")
    if event not in ACTS:
        raise InvalidInput(f"There is no event {event!r} to send.", suggestion=f"Send {' or '.join(ACTS)}.")
    form, verb = ACTS[event]
    return await verb(desk, caller, debate_id, **_filled(form, data))


def _filled(form: type[Form], data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a form that is filled in as it must be, over REST as here."""
    try:
        return form.model_validate(data).model_dump()
    except ValidationError as unfit:
        raise InvalidInput(faults(unfit.errors()), suggestion=_FORM) from None


async def _received(socket: WebSocket) -> dict[str, Any]:
    """The next message; what is not a JSON object with an event is refused, and the socket stays open."""
    packet = await socket.receive()
    if packet["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(packet.get("code", 1000))
    try:
        message = json.loads(packet.get("text") or "")
    except (ValueError, RecursionError):
        raise InvalidInput("A message must be a JSON object.", suggestion=_FORM) from None
    if not isinstance(message, dict):
        raise InvalidInput("A message must be a JSON object.", suggestion=_FORM)
    fields = cast(dict[str, Any], message)
    event, data = fields.get("event"), fields.get("data", {})
    if not isinstance(event, str) or not isinstance(data, dict):
        raise InvalidInput("A message needs an event and its data.", suggestion=_FORM)
    return {"event": event, "data": cast(dict[str, Any], data)}


_FORM = 'Send {"event": "submit_ruling", "data": {"content": "…"}}.'


async def _send(socket: WebSocket, event: str, data: dict[str, Any]) -> None:
    """In ASCII, because a message may echo half of a character, as JSON can carry it."""
    await socket.send_text(json.dumps({"event": event, "data": data}))


async def _refuse_and_close(socket: WebSocket, refused: BaseException) -> None:
    assert isinstance(refused, Refusal | Outage)
    await _send(socket, "refused", told(refused))
    await socket.close(1008, refused.code)
