"""Questions put to a player without a runner, and records to answer from."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel

from moot.debate import Ask, Brief, Entry, Turn, only
from moot.engine import Answer, Call, Player, Unfit
from moot.formats.arbitration import format as arbitration
from moot.testing import Transcript

DEBATE = "debate"


class Vote(BaseModel, extra="forbid"):
    """A vote for an option."""

    option: Literal["A", "B"]


VOTE = Ask("Which option is better?", (Vote,), name="vote")
TURN = Turn("vote", ("VOTE",), since=0, seat="judge")


def call(
    *asks: Ask, turn: Turn = TURN, number: int = 0, before: tuple[Unfit, ...] = (), role: str = "You are a judge."
) -> Call:
    """One of these questions, or the vote."""
    asked = asks or (VOTE,)
    brief = Brief(role, "A: keep it. B: drop it.", asked, only)
    return Call(DEBATE, turn, brief, asked[number], before)


async def answered(player: Player, asked: Call) -> Answer:
    """What a player answers."""
    return await player.answer(asked, lambda text: None)


def argued(*claims: tuple[str, str]) -> Transcript:
    """An arbitration with a motion and these claims."""
    debate = Transcript.opened(arbitration, title="Tabs", debate_type="general_debate")
    debate.say("proposer", "MOTION", content="Use tabs.")
    for seat, content in claims:
        debate.say(seat, "CLAIM", target=debate.position.line, content=content)
    return debate


def due(debate: Transcript, seat: str) -> Turn:
    """The turn that a seat has to take now."""
    (turn,) = (turn for turn in debate.position.due() if turn.seat == seat and turn.must)
    return turn


class Shelf:
    """Records by the id of their debate."""

    def __init__(self, **records: Sequence[Entry]) -> None:
        self.records = records

    async def __call__(self, debate: str) -> Sequence[Entry]:
        return self.records.get(debate, ())
