"""Reading what was asked over a connection: just enough of HTTP/1.1 for clients of this API."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

ANSWER = "answer"
"""The tool in which players of Moot want the form; beside it there may be others that are for use before."""
MARKER = "x-moot-marker"
"""The header by which a caller names its own calls; without it the same question has the same marker."""


@dataclass(frozen=True)
class Asked:
    """A request that came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    """By name in lower case."""
    body: Any = None

    @property
    def model(self) -> str:
        """The model that is asked."""
        return str(self._told.get("model", ""))

    @property
    def marker(self) -> str:
        """What tells this call from others: as the caller says, or the digest of the conversation."""
        said = self.headers.get(MARKER)
        told = json.dumps(self._told.get("messages"), sort_keys=True)
        return said if said is not None else sha256(told.encode()).hexdigest()[:16]

    @property
    def streams(self) -> bool:
        """Whether the answer is wanted piece by piece."""
        return bool(self._told.get("stream"))

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation so far."""
        return cast(list[dict[str, Any]], self._told.get("messages") or [])

    @property
    def tool(self) -> str | None:
        """The tool that must be called: the one that is named, the one for the answer, or the first."""
        choice: Any = self._told.get("tool_choice")
        if isinstance(choice, Mapping):
            named = cast(Mapping[str, Any], choice)
            return str(cast(Mapping[str, Any], named.get("function", {})).get("name"))
        if not self.tools or choice == "none":
            return None
        if ANSWER not in self.tools and choice == "auto":
            return None
        return ANSWER if ANSWER in self.tools else self.tools[0]

    @property
    def tools(self) -> list[str]:
        """The tools that may be called."""
        return [str(tool["name"]) for tool in self._tools]

    @property
    def form(self) -> Mapping[str, Any] | None:
        """The schema of what is wanted, where one is."""
        if self.tool is not None:
            return next((tool.get("parameters", {}) for tool in self._tools if tool["name"] == self.tool), None)
        wanted = cast(Mapping[str, Any], self._told.get("response_format") or {})
        return cast(Mapping[str, Any], wanted.get("json_schema") or {}).get("schema")

    @property
    def _told(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self.body) if isinstance(self.body, Mapping) else {}

    @property
    def _tools(self) -> list[Mapping[str, Any]]:
        return [tool["function"] for tool in self._told.get("tools") or ()]


async def read_request(reader: asyncio.StreamReader) -> Asked | None:
    """The next request on a connection; None when the caller is gone."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").strip().split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        sent = await reader.readexactly(int(headers.get("content-length") or 0))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return Asked(method, path, headers, _json(sent))


def _json(sent: bytes) -> Any:
    try:
        return json.loads(sent) if sent else None
    except ValueError:
        return None
