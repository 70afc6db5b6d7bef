"""What the samples are about: one matter for each format, small enough for the embedded model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Script:
    """What a sample opens with."""

    title: str
    format: str
    about: str
    told: Mapping[str, Any]


PANEL = Script(
    title="Should the first release take payment by instalments?",
    format="panel",
    about="Three judges with different stances recommend an option, read each other, and agree or leave it to you.",
    told={
        "question_id": "instalments",
        "question_text": "Should the first release of our invoice app let customers pay by instalments?",
        "options": [
            {"id": "A", "label": "Not yet", "description": "Card payments only: no debt to collect, nothing to undo."},
            {"id": "B", "label": "Full plans", "description": "Our own plans, free of fees: what customers want most."},
            {
                "id": "C",
                "label": "A provider's plan",
                "description": "Two weeks of work for most of the gain; a 3% fee.",
            },
        ],
        "spec_context": (
            "We are four people and ship in ten weeks. One customer in five asked for instalments. Plans of our own "
            "take seven weeks, and a lawyer in each country. Nobody knows yet how many customers would fail to pay."
        ),
        "feature_name": "payments",
        "timeout_per_judge": 600,
    },
)
EVALUATION = Script(
    title="A library of tools for one street",
    format="evaluation",
    about="An advocate and a challenger argue an idea from its evidence; an arbiter's verdicts move its scores.",
    told={
        "idea": (
            "# A library of tools for one street\n\nNeighbours lend each other drills, ladders and sewing machines "
            "through a shed with a code lock and a small web page. Everybody pays 3 euros a month; a deposit covers "
            "losses. A trial with 22 households ran for six months: 140 loans, two losses, 9 of 10 stayed. A drill is "
            "used 13 minutes in its life on average. Nobody in town offers this; the hardware shop rents large "
            "machines only."
        ),
        "timeout_per_turn": 900,
    },
)
ARBITRATION = Script(
    title="Move the nightly report to a queue",
    format="arbitration",
    about="Two models argue a plan for two rounds; then you are the arbitrator and rule.",
    told={
        "debate_type": "coding_plan_debate",
        "max_rounds": 2,
        "content": (
            "The nightly report runs as one cron job of 50 minutes. I propose to split it into one job for each "
            "customer on a queue: 400 jobs, 8 workers, retried three times each, with a summary at the end. It takes "
            "a week and needs no new service, because the queue lives in our database."
        ),
    },
)
ARENA = Script(
    title="Every program should say how sure it is of its answers",
    format="arena",
    about="Two agents of the house argue a topic in public; whoever may judge has ten minutes, then it is decided.",
    told={
        "topic": "Every program should say how sure it is of its answers",
        "statement": "A weather report does. A person who is asked for directions does. Programs pretend.",
        "category": "tech",
        "max_posts": 2,
        "judging_minutes": 10,
    },
)
WORKSHOP = Script(
    title="The middle of a list",
    format="workshop",
    about="Two write a function, it is tested in a sandbox, criticised and voted on; you get the code that won.",
    told={
        "task": (
            "# The middle of a list\n\nWrite `median(numbers)` in `solution.py`: the middle of a list of numbers when "
            "it is sorted, or the mean of the two in the middle. An empty list gives None. The list that is passed in "
            "must not be changed."
        ),
        "tests": [
            {"name": "an odd number", "call": "median", "args": [[3, 1, 2]], "expected": 2},
            {"name": "an even number", "call": "median", "args": [[4, 1, 3, 2]], "expected": 2.5},
            {"name": "nothing", "call": "median", "args": [[]], "expected": None},
        ],
        "cast": ["generator", "implementer", "executor", "critic", "judge"],
        "planning": "none",
        "off": ["dehallucination", "review", "optimization", "adversarial"],
    },
)
ROUNDTABLE = Script(
    title="How many handshakes?",
    format="roundtable",
    about="Three answer one question alone, read each other, answer again; the answer that most give is the answer.",
    told={
        "speakers": 3,
        "max_rounds": 2,
        "question": (
            "Nine people meet: four pairs, and one who came alone. Everybody shakes hands once with everybody else, "
            "but nobody with their own partner. How many handshakes are there?"
        ),
        "wanted": "number",
    },
)
SAMPLES: Mapping[str, Script] = {
    script.format: script for script in (PANEL, EVALUATION, ARBITRATION, ARENA, WORKSHOP, ROUNDTABLE)
}
