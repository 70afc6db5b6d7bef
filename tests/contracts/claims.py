"""Claims to make, and answers to keep."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from moot.debate import Spent
from moot.engine import Answer, CallKey, Claim, Ledger, Limits
from tests.contracts.growths import START

KEY = CallKey("debate", "risk/recommend/1/1")
COST = Spent(100, 20, 0.25, 1500)
NO_LIMITS = Limits()


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def claim(
    number: int = 0,
    *,
    key: CallKey = KEY,
    holder: str = "me",
    at: datetime = START,
    reserve: Spent | None = COST,
    debate: Limits = NO_LIMITS,
    everywhere: Limits = NO_LIMITS,
    since: datetime | None = None,
) -> Claim:
    """A claim of the question with this number."""
    return Claim(replace(key, ask=number), holder, at, reserve, debate, everywhere, since)


def costs(tokens: int = 0, money: float = 0.0) -> Spent:
    return Spent(tokens_out=tokens, money=money)


def said(raw: str = '{"option": "A"}', spent: Spent | None = COST) -> Answer:
    return Answer(raw, "a-model-2026", {"messages": [{"role": "user", "content": "Which?"}]}, spent, {"stop": "end"})


def all_are_there(_holder: str) -> bool:
    return False


def all_are_gone(_holder: str) -> bool:
    return True


async def claimed(ledger: Ledger, *claims: Claim) -> Counter[str]:
    """How many of claims made at once were granted, refused, or were another's."""
    results = await asyncio.gather(*(ledger.claim(each, all_are_there) for each in claims), return_exceptions=True)
    return Counter("granted" if result is None else type(result).__name__ for result in results)
