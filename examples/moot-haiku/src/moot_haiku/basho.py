"""A player: a function that takes a question and fills in one of its forms."""

from typing import Any

from moot import Question


async def basho(question: Question) -> dict[str, Any]:
    """Writes a haiku where one is wanted, and can do nothing else."""
    if question.turn != "write":
        raise ValueError(f"I only write haiku, and was asked: {question.task}")
    return {"lines": ["the old pond", "a frog jumps in", "the sound of water"]}
