"""What stands behind the floor: all that is needed to call on players."""

from collections.abc import Callable
from dataclasses import dataclass, field

from moot.engine.bulletin import Bulletin
from moot.engine.calls import Hire, Ledger, Limits
from moot.engine.drafts import Drafts
from moot.engine.holders import Holder
from moot.engine.lanes import Lanes, LocalLanes
from moot.engine.ports import Clock
from moot.engine.steward import Steward


@dataclass(frozen=True, slots=True)
class Backing:
    """What stands behind the floor."""

    steward: Steward
    ledger: Ledger
    bulletin: Bulletin
    drafts: Drafts
    clock: Clock
    hire: Hire
    holder: Holder
    daily: Limits = field(default=Limits())
    lasting: bool = False
    """Whether these limits count from the first call on, as the budget of one long run, and not from midnight."""
    lanes: Lanes = field(default_factory=LocalLanes)
    """How many calls may be under way at once."""
    hide: Callable[[str], str] = str
    """Takes secrets out of what is told of a failure: providers and programs repeat what they were given."""
