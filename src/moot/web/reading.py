"""Reading a debate for a page: from which seat, with what was agreed."""

from moot.debate import InvalidInput
from moot.desk import Caller, Desk
from moot.desk.replies import Context
from moot.web.seats import own_seat


async def read(desk: Desk, caller: Caller, debate: str, seat: str | None, limit: int | None = 0) -> Context:
    """A debate from a seat: the one asked for, or the one the caller watches from where there is such a seat."""
    if seat:
        return await desk.context(caller, debate, argument_limit=limit, role=seat)
    seen = await desk.context(caller, debate, argument_limit=limit)
    own = own_seat(caller, seen.debate.format)
    if own is None or own == seen.role:
        return seen
    try:
        return await desk.context(caller, debate, argument_limit=limit, role=own)
    except InvalidInput:
        return seen
