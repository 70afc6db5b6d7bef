"""swarms: a concurrent workflow for each round and one for the vote; its agents block, so each debate has a thread."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

os.environ.setdefault("SWARMS_TELEMETRY_ON", "false")

from harness import AGENTS, BALLOT, QUESTION, ROLE, ROUNDS, Asked, Play, in_threads, run, seen, tallied
from swarms import Agent, ConcurrentWorkflow


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """Agents hold what they heard, so each debate has its own."""

    def agent(name: str) -> Agent:
        return Agent(
            agent_name=name,
            system_prompt=ROLE.format(name=name),
            model_name=f"openai/{name}",
            llm_base_url=asked.url,
            llm_api_key="none",
            max_loops=1,
            print_on=False,
            verbose=False,
            autosave=False,
            dynamic_temperature_enabled=False,
            retry_attempts=1,
        )

    def all_say(told: str) -> list[tuple[str, str]]:
        flow = ConcurrentWorkflow(agents=[agent(name) for name in AGENTS], output_type="dict", verbose=False)
        said = flow.run(told)
        words = {each["role"]: str(each["content"]) for each in said if each["role"] in AGENTS}
        if set(words) != set(AGENTS):
            raise RuntimeError(f"Not all have spoken: {said}")
        return [(name, words[name]) for name in AGENTS]

    def play() -> str:
        said: list[tuple[str, str]] = []
        for _ in range(ROUNDS):
            said += all_say(seen(QUESTION, said))
        return tallied([words for _, words in all_say(seen(QUESTION, said) + "\n\n" + BALLOT)])

    async with in_threads(asked, play) as one:
        yield one


run("swarms", version("swarms"), playing, persistence=False)
