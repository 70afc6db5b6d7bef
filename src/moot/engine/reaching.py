"""Waiting until a debate has come to a point, whoever writes it."""

from collections.abc import Callable

from moot.debate import Outage
from moot.engine.bulletin import Bulletin
from moot.engine.standing import Standing
from moot.engine.steward import Steward

LOOK_AGAIN = 30.0
"""How many seconds to wait before looking whether another process has written what was not announced here."""


def is_over(standing: Standing) -> bool:
    """Whether a debate has ended."""
    return standing.position.ended


async def reached(
    steward: Steward,
    bulletin: Bulletin,
    debate: str,
    done: Callable[[Standing], bool] = is_over,
    every: float = LOOK_AGAIN,
) -> Standing:
    """The debate as it stands once it has come there; an outage where the house closes before."""
    while not done(standing := await steward.look(debate)):
        if bulletin.closed:
            raise Outage("The house is closing.")
        await bulletin.grown(debate, standing.line, every)
    return standing
