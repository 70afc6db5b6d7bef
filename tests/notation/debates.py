"""Debates to write down."""

from moot.formats.arbitration import format as arbitration
from moot.testing import Transcript


def argued() -> Transcript:
    """A short arbitration from its motion to its close."""
    debate = Transcript.opened(arbitration, title="Größe 議論", debate_type="general_debate")
    debate.say("proposer", "MOTION", content="Use tabs. 🗣")
    debate.clock.advance(minutes=5)
    debate.say("opponent", "CLAIM", content="No.", target=1)
    debate.say("proposer", "RESOLUTION", content="Agreed.", target=2)
    debate.say("arbitrator", "RULING", content="So be it.", close=True)
    return debate
