"""Following resources for a client: it is told that one has changed, and reads it again if it cares."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeAlias

import anyio
from mcp.server.connection import Connection
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY
from mcp_types import (
    ResourceUpdatedNotification,
    ResourceUpdatedNotificationParams,
    SubscriptionFilter,
    SubscriptionsAcknowledgedNotification,
    SubscriptionsAcknowledgedNotificationParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
)

from moot.mcp.call import Ctx
from moot.mcp.refusing import Refused
from moot.mcp.resources import Named, named
from moot.mcp.wire import Wire

MOST = 32
"""Resources that one client may follow at once."""
MOST_LISTENING = 256
"""Streams that may be open at once, over all clients of the newer protocol."""
LOOKS = 2.0
"""Seconds between two looks at a document, whose growth nobody announces."""
_REST = 1.0
_KEY = "moot.followed"

Tell: TypeAlias = Callable[[str], Awaitable[None]]


async def subscribe(ctx: Ctx, wire: Wire, uri: str) -> None:
    """Follows a resource until the session ends, for a client of the older protocol."""
    connection = _connection(ctx)
    followed = _followed(connection)
    for ended in [each for each, task in followed.items() if task.done()]:
        del followed[ended]
    if uri in followed:
        return
    _must_be_few(len(followed) + 1)
    it, mark = named(uri), await _mark(wire, named(uri))
    followed[uri] = asyncio.create_task(_follow(wire, it, mark, uri, connection.send_resource_updated), name=uri)


def unsubscribe(ctx: Ctx, uri: str) -> None:
    """Follows a resource no longer."""
    task = _followed(_connection(ctx)).pop(uri, None)
    if task is not None:
        task.cancel()


class Listening:
    """Streams of changes, for clients of the newer protocol: the request itself stays open."""

    def __init__(self) -> None:
        self._open = 0

    async def listen(self, ctx: Ctx, wire: Wire, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """Tells what changes until the client goes away, or nothing that it asked for can be read any longer."""
        uris = list(dict.fromkeys(params.notifications.resource_subscriptions or ()))
        _must_be_few(len(uris))
        if self._open >= MOST_LISTENING:
            raise _limit(f"{MOST_LISTENING} streams are open already.")
        marks = {uri: (named(uri), await _mark(wire, named(uri))) for uri in uris}
        meta: dict[str, Any] = {SUBSCRIPTION_ID_META_KEY: ctx.request_id}
        self._open += 1
        try:
            honoured = SubscriptionsAcknowledgedNotificationParams(
                notifications=SubscriptionFilter(resource_subscriptions=uris or None), _meta=meta
            )
            await ctx.session.send_notification(SubscriptionsAcknowledgedNotification(params=honoured), ctx.request_id)

            async def tell(uri: str) -> None:
                told = ResourceUpdatedNotificationParams(uri=uri, _meta=meta)
                await ctx.session.send_notification(ResourceUpdatedNotification(params=told), ctx.request_id)

            async with anyio.create_task_group() as tasks:
                for uri, (it, mark) in marks.items():
                    tasks.start_soon(_follow, wire, it, mark, uri, tell)
        finally:
            self._open -= 1
        return SubscriptionsListenResult(_meta=meta)


async def _follow(wire: Wire, it: Named, mark: int, uri: str, tell: Tell) -> None:
    """Tells of each change after a mark, as long as it may be read; a server that restarts is waited for."""
    while True:
        try:
            if it.kind == "document":
                await anyio.sleep(LOOKS)
                if (now := await _mark(wire, it)) != mark:
                    mark = now
                    await tell(uri)
                continue
            events = wire.grows(f"{it.path}/events?after={mark}")
            async with aclosing(events):
                async for event in events:
                    if event["event"] != "draft" and event["seq"] > mark:
                        mark = event["seq"]
                        await tell(uri)
        except Refused as refused:
            if refused.code not in ("NO_SERVER", "UNAVAILABLE", "STORE_BUSY"):
                return
        await anyio.sleep(_REST)


async def _mark(wire: Wire, it: Named) -> int:
    """How far a resource has grown; refused where the caller may not read it."""
    if it.kind == "document":
        return int((await wire.ask("GET", it.path))["latest"])
    told = await wire.ask("GET", it.path, {"argument_limit": "0"})
    return int(told.get("debate", told)["seq"])


def _must_be_few(number: int) -> None:
    if number > MOST:
        raise _limit(f"A client may follow {MOST} resources at once.")


def _limit(message: str) -> Refused:
    return Refused({"code": "LIMIT_REACHED", "message": message, "suggestion": "Follow fewer, or read them instead."})


def _connection(ctx: Ctx) -> Connection:
    """What lasts as long as the session: the SDK hands handlers only a proxy of it."""
    return ctx.session._connection  # pyright: ignore[reportPrivateUsage]


def _followed(connection: Connection) -> dict[str, asyncio.Task[None]]:
    followed: dict[str, asyncio.Task[None]] | None = connection.state.get(_KEY)
    if followed is None:
        followed = connection.state[_KEY] = {}

        def end() -> None:
            for task in followed.values():
                task.cancel()

        connection.exit_stack.callback(end)
    return followed
