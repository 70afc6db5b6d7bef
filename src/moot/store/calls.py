"""Calls as rows: how each is written, summed and read back."""

import json
import zlib
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from moot.debate import Spent
from moot.engine import Answer, CallKey, Kept
from moot.engine.limits import NANO, Spending, bounded, nanos
from moot.notation import moment, told_at
from moot.store.database import Params, Prepared, Row
from moot.store.tables import calls

_c = calls.c
_KEY = tuple(column == bindparam(f"at_{column.name}") for column in (_c.debate_id, _c.turn, _c.ask, _c.attempt))
_ANSWER = ("answered_at", "tokens_in", "tokens_out", "nanos", "milliseconds", "body")
_SWIFT = 1
"""zlib's first level: a tenth larger than its usual one, in a third of the time."""

PUT = Prepared(insert(calls).values({column.name: bindparam(column.name) for column in _c}))
GET = Prepared(select(calls).where(*_KEY))
ANSWER = Prepared(
    update(calls)
    .where(*_KEY, _c.answered_at.is_(None))
    .values({name: bindparam(name) for name in _ANSWER})
    .returning(_c.holder, _c.asked_at)
)
DROP = Prepared(delete(calls).where(*_KEY, _c.holder == bindparam("by"), _c.answered_at.is_(None)))
_lost = calls.alias("lost")
_SAME_QUESTION = tuple(_lost.c[name] == _c[name] for name in ("debate_id", "turn", "ask"))
LOSE = Prepared(
    # Out of the way of whoever asks the same again, and still in every sum.
    update(calls)
    .where(*_KEY, _c.holder == bindparam("by"), _c.answered_at.is_(None))
    .values(attempt=-1 - select(func.count()).where(*_SAME_QUESTION, _lost.c.attempt < 0).scalar_subquery())
)
OF_DEBATE = Prepared(select(calls).where(_c.debate_id == bindparam("debate")))
OF_TURN = Prepared(select(calls).where(_c.debate_id == bindparam("debate"), _c.turn == bindparam("turn")))


@lru_cache
def summed(of_debate: bool, since: bool) -> Prepared:
    """The sum over all calls, or those of `debate`, or those asked `since` a moment, or both."""
    untold = (func.count() - func.count(column) for column in (_c.tokens_in, _c.nanos))
    found = select(func.count(), func.sum(_c.tokens_in + _c.tokens_out), func.sum(_c.nanos), *untold)
    if of_debate:
        found = found.where(_c.debate_id == bindparam("debate"))
    if since:
        found = found.where(_c.asked_at >= bindparam("since"))
    return Prepared(found)


def at(key: CallKey) -> dict[str, Any]:
    """What picks the row of one call."""
    return {"at_debate_id": key.debate, "at_turn": key.turn, "at_ask": key.ask, "at_attempt": key.attempt}


def claimed(key: CallKey, holder: str, asked_at: datetime, reserve: Spent | None) -> Params:
    """The row of a call that has no answer yet."""
    return {**_named(key, holder, asked_at), "answered_at": None, **_cost(reserve), "body": None}


def answered(answer: Answer, at: datetime) -> Params:
    """What an answer changes in its row."""
    return {"answered_at": told_at(at), **_cost(answer.spent), "body": _packed(answer)}


def unclaimed(key: CallKey, at: datetime, answer: Params) -> Params:
    """The row of an answer to a call that nobody has claimed."""
    return {**_named(key, "", at), **answer}


def spending_in(row: Row) -> Spending:
    """What `summed` found; a sum over nothing is none."""
    return Spending(*(int(number or 0) for number in row))


def kept_in(row: Row) -> Kept:
    """The call that a row keeps."""
    debate, turn, ask, attempt, holder, asked_at, answered_at, *cost, body = row
    key, asked = CallKey(debate, turn, ask, attempt), moment(asked_at)
    if answered_at is None:
        return Kept(key, holder, asked, _spent_in(cost))
    answer = unpacked(body)
    return Kept(key, holder, asked, answer.spent, moment(answered_at), answer)


def _named(key: CallKey, holder: str, asked_at: datetime) -> dict[str, Any]:
    named = {"debate_id": key.debate, "turn": key.turn, "ask": key.ask, "attempt": key.attempt}
    return {**named, "holder": holder, "asked_at": told_at(asked_at)}


def _cost(spent: Spent | None) -> dict[str, int | None]:
    if spent is None:
        return dict.fromkeys(("tokens_in", "tokens_out", "nanos", "milliseconds"))
    return {
        "tokens_in": bounded(spent.tokens_in),
        "tokens_out": bounded(spent.tokens_out),
        "nanos": nanos(spent.money),
        "milliseconds": bounded(spent.milliseconds),
    }


def _spent_in(cost: Row) -> Spent | None:
    tokens_in, tokens_out, money, milliseconds = cost
    if tokens_in is None:
        return None
    return Spent(tokens_in, tokens_out, None if money is None else money / NANO, milliseconds)


def _packed(answer: Answer) -> bytes:
    """Word for word. JSON's escapes carry what no database takes as text: NUL, and halves of characters."""
    spent = None if answer.spent is None else asdict(answer.spent)
    told = {"raw": answer.raw, "by": answer.by, "prompt": answer.prompt, "facts": answer.facts, "spent": spent}
    return zlib.compress(json.dumps(told, separators=(",", ":")).encode(), _SWIFT)


def unpacked(body: bytes) -> Answer:
    """The answer that a row keeps."""
    told = json.loads(zlib.decompress(body))
    spent = told.pop("spent")
    return Answer(**told, spent=None if spent is None else Spent(**spent))
