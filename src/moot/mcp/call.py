"""A call of a tool: what was asked, for whom, and by what way its client can be told something meanwhile."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import NAMESPACE_URL, uuid5

import anyio
from mcp.server.context import ServerRequestContext
from mcp_types import CallToolRequestParams
from uuid_utils import uuid7

from moot.mcp.refusing import invalid
from moot.mcp.schemas import Spec
from moot.mcp.wire import Wire

Ctx: TypeAlias = ServerRequestContext[Any, Any]

_REQUEST_ID = "client_request_id"
_DEBATE_ID = "debate_id"
"""Made from the request id where it is not given, so that the same request opens the same debate."""
_ONLY_HERE = frozenset({"wait", "within", "until", "offset", "length"})


@dataclass(slots=True)
class Call:
    """One call, on its way."""

    ctx: Ctx
    params: CallToolRequestParams
    wire: Wire
    spec: Spec
    given: dict[str, Any]
    """Its arguments, completed."""
    notes: int = 0
    request_id: str = field(init=False)

    def __post_init__(self) -> None:
        # The rounds of one call share what the client hands back, so that a move is made once.
        self.request_id = str(self.given.get(_REQUEST_ID) or self.params.request_state or uuid7())

    def within(self) -> float:
        """How long it may wait, in seconds."""
        return float(self._number("within"))

    def span(self) -> tuple[int, int]:
        """Which piece of a long text is wanted."""
        return int(self._number("offset")), int(self._number("length"))

    async def note(self, message: str) -> None:
        """Tells the client how it goes on, if it wants to know."""
        self.notes += 1
        # A client that is gone is noticed by whoever reads from it.
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            await self.ctx.session.report_progress(self.notes, None, message)

    async def send(self) -> Any:
        """Makes the request of the tool; gives what the house answers."""
        row = self.spec.row
        told = {
            name: value for name, value in self.given.items() if name not in _ONLY_HERE or name in self.spec.in_body
        }
        query = {name: _worded(name, told[name]) for name in sorted(told.keys() & self.spec.in_query)}
        body = {name: told[name] for name in sorted(told.keys() & self.spec.in_body)}
        if _REQUEST_ID in self.spec.in_body:
            body[_REQUEST_ID] = self.request_id
        if _DEBATE_ID in row.optional:
            body.setdefault(_DEBATE_ID, str(uuid5(NAMESPACE_URL, f"moot:{self.request_id}")))
        return await self.wire.ask(row.method, self.path(), query, body if self.spec.in_body else None)

    def path(self) -> str:
        """The path of its request."""
        filled = {name: _segment(name, self.given[name]) for name in self.spec.in_path}
        return self.spec.row.path.format(**filled)

    def _number(self, name: str) -> float:
        field_of = self.spec.schema["properties"][name]
        value = self.given.get(name, field_of["default"])
        fits = isinstance(value, int | float) and not isinstance(value, bool)
        whole = field_of["type"] != "integer" or isinstance(value, int)
        least, most = field_of["minimum"], field_of.get("maximum", 2**47)
        if not (fits and whole and least <= value <= most):
            raise invalid(f"{name}: must be a number from {least} to {most}.", str(field_of["description"]))
        return value


def _worded(name: str, value: Any) -> str:
    """A value as a query has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise invalid(f"{name}: must be a text or a number.", "See the tool's input schema.")


def _segment(name: str, value: Any) -> str:
    """A value as one part of a path, whatever is in it."""
    text = _worded(name, value)
    if not text or text in (".", ".."):
        raise invalid(f"{name}: must be given.", "See the tool's input schema.")
    return Wire.segment(text)
