"""Matters that are put to players: a question to a panel, an idea to an evaluation."""
