"""A program as a player: a coding agent's own command line, or anything that reads a text and writes an answer."""

from moot.players.command.environment import CALLED_ON, left_out, passed_on
from moot.players.command.player import CommandPlayer
from moot.players.command.running import Program

__all__ = ["CALLED_ON", "CommandPlayer", "Program", "left_out", "passed_on"]
