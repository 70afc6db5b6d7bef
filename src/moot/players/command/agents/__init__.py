"""Coding agents that the house knows how to call: one module an agent, which says what it is called with and why."""

from collections.abc import Mapping

from moot.players.command.agents.agent import Agent, Told
from moot.players.command.agents.claude import claude
from moot.players.command.agents.codex import codex
from moot.players.command.agents.cursor import cursor
from moot.players.command.agents.gemini import gemini
from moot.players.command.agents.opencode import opencode
from moot.players.command.agents.player import PRINTED, AgentPlayer, Line

AGENTS: Mapping[str, Agent] = {agent.name: agent for agent in (claude, codex, cursor, gemini, opencode)}

__all__ = ["AGENTS", "PRINTED", "Agent", "AgentPlayer", "Line", "Told"]
