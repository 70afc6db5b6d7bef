"""LangGraph: a graph in which the three speak at once in each round, then vote at once; without a checkpointer."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

import operator
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Annotated, Any, TypedDict

from harness import AGENTS, BALLOT, QUESTION, ROLE, ROUNDS, Asked, Play, run, seen, tallied
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """What was said, and how it was voted."""

    said: Annotated[list[tuple[str, str]], operator.add]
    votes: Annotated[list[str], operator.add]


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """The graph, compiled once."""
    models = {name: ChatOpenAI(model=name, base_url=asked.url, api_key="none", max_retries=0) for name in AGENTS}

    async def asks(name: str, told: str) -> str:
        messages = [("system", ROLE.format(name=name)), ("user", told)]
        return str((await models[name].ainvoke(messages)).content)

    def speaks(name: str) -> Callable[[State], Any]:
        async def node(state: State) -> dict[str, Any]:
            return {"said": [(name, await asks(name, seen(QUESTION, state["said"])))]}

        return node

    def votes(name: str) -> Callable[[State], Any]:
        async def node(state: State) -> dict[str, Any]:
            return {"votes": [await asks(name, seen(QUESTION, state["said"]) + "\n\n" + BALLOT)]}

        return node

    graph = StateGraph(State)
    before: list[str] = [START]
    for stage in range(ROUNDS + 1):
        nodes = [f"{name}-{stage}" for name in AGENTS]
        for name, node in zip(AGENTS, nodes, strict=True):
            graph.add_node(node, speaks(name) if stage < ROUNDS else votes(name))
            # All of a stage wait for all of the one before.
            graph.add_edge(before if len(before) > 1 else before[0], node)
        before = nodes
    graph.add_edge(before, END)
    compiled = graph.compile()

    async def play() -> str:
        return tallied((await compiled.ainvoke({"said": [], "votes": []}))["votes"])

    yield play


run("LangGraph", version("langgraph"), playing, persistence=False)
