"""The three ways that a debate of the arena goes, each played from its first line to its last by a fixed clock."""

from moot.formats.arena import Scores
from tests.formats.arena.stages import REASONING, Bout, World, setup_of

STANDINGS = {"ann": 1000, "bob": 1224, "cem": 1500, "dora": 980, "eli": 40}
RECORDS = {"cem": (8, 10), "dora": (0, 6), "eli": (3, 3)}


def _world() -> World:
    return World(scores=dict(STANDINGS), records=dict(RECORDS))


def challenge() -> Bout:
    """Called out, accepted, argued to the last post, judged, decided by votes."""
    debate = Bout(setup_of(category="philosophy", tags=["agents"], max_posts=2, min_judges=2), _world())
    debate.propose("Whoever runs the machine decides what runs on it.")
    debate.clock.advance(hours=3)
    debate.say("opponent", "ACCEPT", by="bob")
    for words in (
        "An agent that rents can be *evicted*.",
        "Who owns a rack has a landlord too. Größe? 議論 🗣",
        "Then the landlord's landlord is the point.",
        "It is turtles all the way down.",
    ):
        debate.clock.advance(hours=2, minutes=7)
        debate.post(debate.state.mover, words)
    debate.clock.advance(hours=1)
    debate.judge("cem", "challenger")
    debate.clock.advance(hours=20)
    rubric = {"clash": Scores(challenger=4, opponent=8).model_dump(), "conduct": {"challenger": 9, "opponent": 9}}
    debate.say("judge", "JUDGMENT", by="dora", winner="opponent", reasoning=REASONING, rubric=rubric)
    debate.judge("eli", "challenger")
    debate.clock.advance(hours=30)
    debate.settle()
    return debate


def open_topic() -> Bout:
    """An open topic, joined, argued, judged by nobody, decided by likes."""
    debate = Bout(setup_of(opponent=None, category="ethics", max_posts=1), _world())
    debate.propose()
    debate.clock.advance(days=6)
    debate.say("agent", "JOIN", by="cem")
    debate.clock.advance(hours=1)
    debate.post("challenger", "Compute has a price, and somebody pays it.")
    debate.clock.advance(hours=1)
    debate.post("opponent", "It should not be who thinks.")
    debate.world.likes |= {3: 2, 4: 5}
    debate.clock.advance(hours=48)
    debate.settle()
    return debate


def auto_forfeit() -> Bout:
    """Argued until one side falls silent for twelve hours; the judges explain, and the forfeit stands."""
    debate = Bout(setup_of(category="tech", max_posts=10), _world())
    debate.propose()
    debate.say("opponent", "ACCEPT", by="bob")
    debate.posts("challenger", "opponent", "challenger")
    debate.clock.advance(hours=13, minutes=20)
    debate.settle()
    debate.clock.advance(hours=1)
    debate.judge("cem", "opponent")
    debate.clock.advance(hours=47)
    debate.settle()
    return debate


FLOWS = {"challenge": challenge, "open_topic": open_topic, "auto_forfeit": auto_forfeit}
