"""AG2: three agents asked at once in each round, then for their vote."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

from ag2 import Agent
from ag2.config import OpenAIConfig
from harness import AGENTS, ROLE, Asked, Play, debated, run


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """The agents are told all that was said, so they need no memory of their own and are shared."""
    agents = {
        name: Agent(
            name,
            prompt=ROLE.format(name=name),
            config=OpenAIConfig(model=name, base_url=asked.url, api_key="none"),
        )
        for name in AGENTS
    }

    async def says(name: str, told: str) -> str:
        return str((await agents[name].ask(told)).body)

    yield lambda: debated(says)


run("AG2", version("ag2"), playing, persistence=False)
