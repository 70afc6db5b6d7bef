"""The floor: an asyncio client that makes the same calls in the same stages, and keeps nothing."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
from harness import ROLE, Asked, Play, debated, run


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """A debate: two rounds in which all speak at once, and a vote."""
    most = 3 * asked.crowd
    limits = httpx2.Limits(max_connections=most, max_keepalive_connections=most)
    async with httpx2.AsyncClient(limits=limits, timeout=120, trust_env=False) as client:

        async def says(name: str, told: str) -> str:
            messages = [{"role": "system", "content": ROLE.format(name=name)}, {"role": "user", "content": told}]
            answer = await client.post(f"{asked.url}/chat/completions", json={"model": name, "messages": messages})
            return answer.json()["choices"][0]["message"]["content"]

        yield lambda: debated(says)


run("bare asyncio", httpx2.__version__, playing, persistence=False)
