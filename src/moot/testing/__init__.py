"""What tests of debates are made of, for our formats and for yours; `moot.testing.laws` needs hypothesis."""

from moot.testing.clock import START, FixedClock
from moot.testing.ledger import MemoryLedger
from moot.testing.records import MemoryRecords
from moot.testing.scripted import Seat, scripted
from moot.testing.transcript import Transcript

__all__ = ["START", "FixedClock", "MemoryLedger", "MemoryRecords", "Seat", "Transcript", "scripted"]
