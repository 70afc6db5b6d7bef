"""Sites to use tools at, and using them."""

from collections.abc import Iterable
from typing import Any

from moot.debate import Refusal
from moot.engine import Told, Tool
from moot.tools.turn import Site

HELPER = b'def twice(n: int) -> int:\n    """Twice n."""\n    return n * 2\n'
BROKEN = (
    b"import os\nfrom helper import twice\n\n\ndef f(xs: list[int]) -> int:\n    return twice(sum(xs)) + undefined\n"
)
GOOD = b"from helper import twice\n\n\ndef f(xs: list[int]) -> int:\n    return twice(sum(xs)) // 2\n"
FILES = {
    "helper.py": HELPER,
    "solution.py": BROKEN,
    "data.bin": b"\x00\x01",
    "notes/read me.md": b"# Twice\nSee helper.\n",
}
SITE = Site("debate", "critic", "critic", FILES, {"generator": {**FILES, "solution.py": GOOD}})


async def used(tools: Iterable[Tool], name: str, /, **arguments: Any) -> Told:
    """What a tool tells; a refusal is what a model would be told of it."""
    tool = next(tool for tool in tools if tool.name == name)
    try:
        return await tool.use(arguments)
    except Refusal as refusal:
        return Told(f"{refusal.message} {refusal.suggestion or ''}".strip(), ok=False)
