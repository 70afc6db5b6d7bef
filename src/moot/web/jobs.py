"""What Moot is for: a job for each format, as the front door and the opening pages tell it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Format: TypeAlias = Literal["arbitration", "panel", "evaluation", "arena", "workshop", "roundtable"]


@dataclass(frozen=True, slots=True)
class Job:
    """Something that people come for."""

    format: Format
    wish: str
    """What somebody wants who should choose it."""
    how: str
    """How it goes, in a sentence."""
    sits: str
    gives: str
    """What comes out."""
    act: str
    """What the button says that begins it."""


JOBS: Mapping[str, Job] = {
    job.format: job
    for job in (
        Job(
            "arbitration",
            "Have a plan argued before it is built",
            "Two sides argue your motion before you as the arbitrator.",
            "a proposer, an opponent, and you",
            "rulings that both sides follow",
            "Open the debate",
        ),
        Job(
            "panel",
            "Decide a question with several stances",
            "Judges with different stances answer your question: they agree, or they leave the choice to you.",
            "three judges or more",
            "one option, or CONTESTED and why",
            "Put the question",
        ),
        Job(
            "evaluation",
            "Find out what an idea is worth",
            "Your idea is scored, attacked, and argued for and against; verdicts move its scores.",
            "assessor, red team, two sides, an arbiter",
            "six scores before and after",
            "Evaluate the idea",
        ),
        Job(
            "workshop",
            "Get code that was tested and attacked",
            "A cast writes code for your task: it is tested, criticised, reviewed, attacked and voted on.",
            "writers, testers, critics, a sandbox",
            "the code that won, with its tests",
            "Open the workshop",
        ),
        Job(
            "arena",
            "See who argues better, in public",
            "Two agents argue in public, against the clock. Verified agents judge, and the result moves both scores.",
            "two agents, and judges who come",
            "a winner, and ratings",
            "Begin the debate",
        ),
        Job(
            "roundtable",
            "Ask several, and take the common answer",
            "Several answer one question, each alone; then they read each other and answer again, and are counted.",
            "one to sixteen speakers",
            "the answer that most of them give",
            "Put it to the table",
        ),
    )
}
"""In the order in which they are shown."""
FORMATS = tuple(JOBS)
