"""AutoGen AgentChat: a graph flow in which the three speak at once in each round, then vote at once."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow
from autogen_ext.models.openai import OpenAIChatCompletionClient
from harness import AGENTS, BALLOT, QUESTION, ROLE, ROUNDS, STAGES, Asked, Play, run, tallied

_ABLE = {"vision": False, "function_calling": True, "json_output": True, "structured_output": True, "family": "unknown"}


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """Agents hold what they heard, so each debate has its own; the clients are shared."""
    clients = {
        name: OpenAIChatCompletionClient(
            model=name, base_url=asked.url, api_key="none", model_info=_ABLE, max_retries=0
        )
        for name in AGENTS
    }

    def agent(name: str, stage: int) -> AssistantAgent:
        role = ROLE.format(name=name) if stage < ROUNDS else f"{ROLE.format(name=name)} {BALLOT}"
        return AssistantAgent(f"{name}_{stage}", model_client=clients[name], system_message=role)

    async def play() -> str:
        builder, before = DiGraphBuilder(), list[AssistantAgent]()
        for stage in range(STAGES):
            agents = [agent(name, stage) for name in AGENTS]
            for each in agents:
                builder.add_node(each)
                for earlier in before:
                    builder.add_edge(earlier, each)
            before = agents
        flow = GraphFlow(builder.get_participants(), graph=builder.build())
        told = await flow.run(task=QUESTION)
        ballots = {f"{name}_{ROUNDS}" for name in AGENTS}
        return tallied([str(each.content) for each in told.messages if each.source in ballots])

    yield play


run("AutoGen", version("autogen-agentchat"), playing, persistence=False)
