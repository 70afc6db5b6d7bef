"""What failures of PostgreSQL mean: whether to try again, and what to tell."""

import asyncpg

from moot.debate import Outage
from moot.engine import StoreBusy
from moot.store.database import Clash

# The last two are what asyncpg says of a connection that is closed, or is cut in the very moment in which it is used.
FAULTS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)

_COLLISIONS = ("40001", "40P01", "55P03")
_FULL = "53100"
_ENDING = ("08", "57P")
"""Of the connection, not of what was asked over it."""
_TROUBLE = ("08", "53", "57", "58")
"""The classes of errors that are the server's own and pass: no connection, no room, told to stop, a disk that fails."""


def state_of(failure: Exception) -> str:
    """The five letters by which PostgreSQL names it; none where it was never asked."""
    return str(getattr(failure, "sqlstate", None) or "")


def lost(failure: Exception, closed: bool) -> bool:
    """Whether it was the connection that failed, so that nothing was kept over it."""
    return (
        closed or isinstance(failure, (OSError, asyncpg.InternalClientError)) or state_of(failure).startswith(_ENDING)
    )


def collided(failure: Exception) -> bool:
    """Whether two got in each other's way, and one of them may go on now: movers, or a mover and who changes tables."""
    return state_of(failure) in _COLLISIONS or isinstance(failure, asyncpg.InvalidCachedStatementError)


def told(failure: Exception, closed: bool) -> Exception:
    """What to raise for it when it is not tried again."""
    if collided(failure):
        return StoreBusy("Too many wrote the same at once; nothing was written. Try again.")
    if state_of(failure) == _FULL:
        return Outage("The database cannot grow: its disk is full. Nothing was written.")
    return unreachable(failure) if lost(failure, closed) or state_of(failure).startswith(_TROUBLE) else failure


def unreachable(failure: Exception) -> Outage:
    """The database is not there for us."""
    return Outage(f"The database cannot be reached: {failure or type(failure).__name__}. Nothing was written.")


def clash(broken: asyncpg.IntegrityConstraintViolationError) -> Clash:
    """Rows that would not have fitted together, by the constraint that says so."""
    return Clash(str(broken.constraint_name or broken))
