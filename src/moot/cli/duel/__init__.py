"""`moot duel`: two coding agents debate a plan, and a person rules."""

from moot.cli.duel.command import duel

__all__ = ["duel"]
