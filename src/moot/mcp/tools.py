"""The tools: listed as the table has them, called over the API."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from mcp_types import CallToolRequestParams, CallToolResult, InputRequiredResult, TextContent, Tool, ToolAnnotations

from moot.mcp import waiting
from moot.mcp.brevity import piece, shortly
from moot.mcp.call import Call, Ctx
from moot.mcp.faults import as_result
from moot.mcp.next_steps import next_step
from moot.mcp.persons import PersonNeeded
from moot.mcp.refusing import Refused, invalid
from moot.mcp.schemas import Spec, specs
from moot.mcp.table import ROWS
from moot.mcp.wire import Wire

_DOES: Mapping[str, Callable[[Call], Awaitable[dict[str, Any]]]] = {
    "join": waiting.join,
    "wait": waiting.wait,
    "wait_in_arena": waiting.wait_in_arena,
    "finish": waiting.finish,
}


class Tools:
    """Every tool, once the description of the API was read."""

    def __init__(self) -> None:
        self._specs: dict[str, Spec] = {}

    async def all(self, wire: Wire) -> dict[str, Spec]:
        """The tools by their names."""
        if not self._specs:
            self._specs = specs(ROWS, await wire.ask("GET", "/openapi.json"))
        return self._specs

    def schema(self, name: str) -> Mapping[str, Any] | None:
        """What a tool takes, as far as it is known."""
        found = self._specs.get(name)
        return None if found is None else found.schema

    async def listed(self, wire: Wire, groups: Sequence[str]) -> list[Tool]:
        """The tools that are offered: all, or those of some groups."""
        found = (await self.all(wire)).values()
        return [_told(spec) for spec in found if not groups or spec.row.group in groups]

    async def call(self, ctx: Ctx, params: CallToolRequestParams, wire: Wire) -> CallToolResult | InputRequiredResult:
        """What a tool answers; a refusal is an answer too, so that a model can read it."""
        try:
            spec = (await self.all(wire)).get(params.name)
            if spec is None:
                raise invalid(f"There is no tool {params.name[:100]!r}.", "List the tools.")
            call = Call(ctx, params, wire, spec, spec.checked(params.arguments or {}))
            return _result(await _answered(call), spec.row.longest)
        except Refused as refused:
            return as_result(refused)
        except PersonNeeded as needed:
            return needed.result


async def _answered(call: Call) -> dict[str, Any]:
    does = _DOES.get(call.spec.row.does)
    if does is not None:
        told = await does(call)
    else:
        span = call.span() if call.spec.row.pages else None
        answer = await call.send()
        told = cast(dict[str, Any], answer) if span is None else piece(str(answer), *span)
    if "next" not in told and (step := next_step(told)) is not None:
        told = {**told, "next": step}
    return told


def _result(told: dict[str, Any], longest: int) -> CallToolResult:
    short = shortly(told, longest)
    return CallToolResult(content=[TextContent(text=json.dumps(short, ensure_ascii=False))], structured_content=short)


def _told(spec: Spec) -> Tool:
    row = spec.row
    hints = ToolAnnotations(
        title=row.name.replace("_", " ").capitalize(),
        read_only_hint=row.reads,
        destructive_hint=None if row.reads else row.destroys,
        idempotent_hint=None if row.reads else row.again,
        open_world_hint=False,
    )
    return Tool(name=row.name, description=spec.about, input_schema=dict(spec.schema), annotations=hints)
