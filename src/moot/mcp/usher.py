"""The usher: whom MCP clients speak to, over whatever transport."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from mcp.server.lowlevel import Server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    EmptyResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    UnsubscribeRequestParams,
)
from starlette.requests import Request

from moot import __version__
from moot.mcp import resources, subscriptions
from moot.mcp.call import Ctx
from moot.mcp.faults import as_fault
from moot.mcp.instructions import INSTRUCTIONS
from moot.mcp.prompts import Prompts
from moot.mcp.refusing import Refused, invalid
from moot.mcp.table import GROUPS
from moot.mcp.tools import Tools
from moot.mcp.wire import Skills, Wire

Reach: TypeAlias = Callable[[Request | None], Wire]
"""The way to the house for whoever made a request; there is none over pipes."""


class Usher:
    """Answers what MCP clients ask, each as the caller it is."""

    def __init__(self, reach: Reach, skills: Skills, groups: Sequence[str] = ()) -> None:
        self._reach = reach
        self._prompts = Prompts(skills)
        self._groups = tuple(groups)
        self._tools = Tools()
        self._listening = subscriptions.Listening()

    def server(self) -> Server[Any]:
        """The server that a transport drives."""
        return Server(
            "moot",
            title="Moot",
            version=__version__,
            instructions=INSTRUCTIONS,
            get_tool_input_schema=self._tools.schema,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=self._listen,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    async def _list_tools(self, ctx: Ctx, params: PaginatedRequestParams | None) -> ListToolsResult:
        async with self._for(ctx) as wire:
            return ListToolsResult(tools=await self._tools.listed(wire, self._wanted(ctx)))

    async def _call_tool(self, ctx: Ctx, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        return await self._tools.call(ctx, params, self._reach(ctx.request))

    async def _list_resources(self, ctx: Ctx, params: PaginatedRequestParams | None) -> ListResourcesResult:
        async with self._for(ctx) as wire:
            return await resources.listed(wire, params.cursor if params else None)

    async def _list_templates(self, ctx: Ctx, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=resources.TEMPLATES)

    async def _read_resource(self, ctx: Ctx, params: ReadResourceRequestParams) -> ReadResourceResult:
        async with self._for(ctx) as wire:
            return await resources.read(wire, str(params.uri))

    async def _subscribe(self, ctx: Ctx, params: SubscribeRequestParams) -> EmptyResult:
        async with self._for(ctx) as wire:
            await subscriptions.subscribe(ctx, wire, str(params.uri))
        return EmptyResult()

    async def _unsubscribe(self, ctx: Ctx, params: UnsubscribeRequestParams) -> EmptyResult:
        subscriptions.unsubscribe(ctx, str(params.uri))
        return EmptyResult()

    async def _listen(self, ctx: Ctx, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        async with self._for(ctx) as wire:
            return await self._listening.listen(ctx, wire, params)

    async def _list_prompts(self, ctx: Ctx, params: PaginatedRequestParams | None) -> ListPromptsResult:
        return ListPromptsResult(prompts=self._prompts.listed())

    async def _get_prompt(self, ctx: Ctx, params: GetPromptRequestParams) -> GetPromptResult:
        async with self._for(ctx) as wire:
            return await self._prompts.given(wire, params.name, params.arguments or {})

    @asynccontextmanager
    async def _for(self, ctx: Ctx) -> AsyncGenerator[Wire]:
        """The way to the house for whoever asks; a refusal on it is told in MCP's terms."""
        try:
            yield self._reach(ctx.request)
        except Refused as refused:
            raise as_fault(refused) from refused

    def _wanted(self, ctx: Ctx) -> tuple[str, ...]:
        """The groups of tools that a client wants: over HTTP its address says so, as in `/mcp?tools=debate,panel`."""
        request: Request | None = ctx.request
        if request is None:
            return self._groups
        wanted = tuple(filter(None, request.query_params.get("tools", "").split(",")))
        if strange := [group for group in wanted if group not in GROUPS]:
            raise invalid(f"There is no group of tools {strange[0][:50]!r}.", f"There are: {', '.join(GROUPS)}.")
        return wanted
