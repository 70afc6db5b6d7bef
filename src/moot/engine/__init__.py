"""The engine: the one writer of records, and what it needs of the world."""

from moot.engine.admitting import Admitted, admitted
from moot.engine.attendance import Attendance, Registry
from moot.engine.backing import Backing
from moot.engine.briefing import brief_for
from moot.engine.bulletin import Bulletin, Hear, LocalBulletin
from moot.engine.calls import (
    Answer,
    Call,
    CallKey,
    Claim,
    Draft,
    Elsewhere,
    Hire,
    Kept,
    Ledger,
    Limits,
    OverBudget,
    Player,
    PlayerFailed,
    Tally,
    Unfit,
    digest,
    turn_label,
)
from moot.engine.drafts import Drafts, Words
from moot.engine.enduring import Enduring
from moot.engine.floor import Floor
from moot.engine.forking import Branch, origin_of
from moot.engine.holders import Holder, Presence
from moot.engine.lanes import Lanes, LocalLanes, shared_lanes
from moot.engine.ports import (
    Card,
    CardQuery,
    Clock,
    FactsMoved,
    FactSource,
    Growth,
    Guard,
    Known,
    LineTaken,
    NewerDatabase,
    Page,
    Reading,
    RecordStore,
    RequestTaken,
    Sparing,
    StoreBusy,
    Transaction,
)
from moot.engine.reaching import reached
from moot.engine.rehearsal import Rehearsal, rehearsed
from moot.engine.runner import Only, Runner
from moot.engine.standing import Asked, Lapse, Played, Standing, card_of
from moot.engine.steward import Formats, Steward
from moot.engine.tools import GRANTS, Allowance, Kit, Told, Tool, Toolbox, granted, without_tools
from moot.engine.verify import Fault, Verdict, verify
from moot.engine.wakes import Take, Wakes

__all__ = [
    "GRANTS",
    "Admitted",
    "Allowance",
    "Answer",
    "Asked",
    "Attendance",
    "Backing",
    "Branch",
    "Bulletin",
    "Call",
    "CallKey",
    "Card",
    "CardQuery",
    "Claim",
    "Clock",
    "Draft",
    "Drafts",
    "Elsewhere",
    "Enduring",
    "FactSource",
    "FactsMoved",
    "Fault",
    "Floor",
    "Formats",
    "Growth",
    "Guard",
    "Hear",
    "Hire",
    "Holder",
    "Kept",
    "Kit",
    "Known",
    "Lanes",
    "Lapse",
    "Ledger",
    "Limits",
    "LineTaken",
    "LocalBulletin",
    "LocalLanes",
    "NewerDatabase",
    "Only",
    "OverBudget",
    "Page",
    "Played",
    "Player",
    "PlayerFailed",
    "Presence",
    "Reading",
    "RecordStore",
    "Registry",
    "Rehearsal",
    "RequestTaken",
    "Runner",
    "Sparing",
    "Standing",
    "Steward",
    "StoreBusy",
    "Take",
    "Tally",
    "Told",
    "Tool",
    "Toolbox",
    "Transaction",
    "Unfit",
    "Verdict",
    "Wakes",
    "Words",
    "admitted",
    "brief_for",
    "card_of",
    "digest",
    "granted",
    "origin_of",
    "reached",
    "rehearsed",
    "shared_lanes",
    "turn_label",
    "verify",
    "without_tools",
]
