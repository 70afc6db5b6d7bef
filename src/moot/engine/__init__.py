"""The engine: the one writer of records, and what it needs of the world."""

from moot.engine.bulletin import Bulletin, LocalBulletin
from moot.engine.ports import (
    Card,
    CardQuery,
    Clock,
    Growth,
    Guard,
    LineTaken,
    NewerDatabase,
    Page,
    Reading,
    RecordStore,
    RequestTaken,
    StoreBusy,
    Transaction,
)
from moot.engine.steward import Asked, Formats, Played, Standing, Steward, card_of
from moot.engine.verify import Fault, Verdict, verify

__all__ = [
    "Asked",
    "Bulletin",
    "Card",
    "CardQuery",
    "Clock",
    "Fault",
    "Formats",
    "Growth",
    "Guard",
    "LineTaken",
    "LocalBulletin",
    "NewerDatabase",
    "Page",
    "Played",
    "Reading",
    "RecordStore",
    "RequestTaken",
    "Standing",
    "Steward",
    "StoreBusy",
    "Transaction",
    "Verdict",
    "card_of",
    "verify",
]
