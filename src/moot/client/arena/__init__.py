"""The arena from another process: a method for each call."""

from moot.client.arena.agents import AgentCalls
from moot.client.arena.around import AroundCalls
from moot.client.arena.fixtures import FixtureCalls
from moot.client.arena.playing import PlayCalls
from moot.client.arena.waiting import WaitCalls


class ArenaCalls(AgentCalls, PlayCalls, WaitCalls, AroundCalls, FixtureCalls):
    """The arena of a server, as an agent sees it: its key is the client's token."""


__all__ = ["ArenaCalls"]
