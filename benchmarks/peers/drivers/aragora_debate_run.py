"""aragora-debate: two rounds of proposals, each with its vote, which is how it is built; critiques cost no call here.

Its own agent for OpenAI calls a blocking client, so that one call waits for another; this one is asynchronous, so that
the engine is measured and not that.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from aragora_debate import Agent, Arena, Critique, DebateConfig, Vote
from harness import AGENTS, BALLOT, QUESTION, ROLE, ROUNDS, Asked, Play, run, seen
from openai import AsyncOpenAI


class Speaker(Agent):
    """An agent as the package's own page shows how to write one."""

    def __init__(self, name: str, client: AsyncOpenAI) -> None:
        super().__init__(name=name, model=name)
        self._client = client

    async def _asked(self, told: str) -> str:
        answer = await self._client.chat.completions.create(
            model=self.model,
            messages=[{"role": "system", "content": ROLE.format(name=self.name)}, {"role": "user", "content": told}],
        )
        return answer.choices[0].message.content or ""

    async def generate(self, prompt: str, context: Any = None) -> str:
        """What it proposes."""
        said = [(each.agent, each.content) for each in context or []]
        return await self._asked(seen(prompt, said))

    async def critique(self, proposal: str, task: str, **more: Any) -> Critique:
        """Nothing: the debate that is compared has no critiques."""
        target = str(more.get("target_agent") or "")
        return Critique(agent=self.name, target_agent=target, target_content=proposal, issues=[], severity=1.0)

    async def vote(self, proposals: dict[str, str], task: str, **more: Any) -> Vote:
        """For its own."""
        words = await self._asked(seen(task, list(proposals.items())) + "\n\n" + BALLOT)
        return Vote(agent=self.name, choice=self.name, reasoning=words)


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """An arena for each debate; the client is shared."""
    async with AsyncOpenAI(base_url=asked.url, api_key="none", max_retries=0) as client:

        async def play() -> object:
            agents: list[Agent] = [Speaker(name, client) for name in AGENTS]
            config = DebateConfig(rounds=ROUNDS, early_stopping=False)
            return await Arena(question=QUESTION, agents=agents, config=config).run()

        yield play


run("aragora-debate", version("aragora-debate"), playing, persistence=False, stages=2 * ROUNDS)
