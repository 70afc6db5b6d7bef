"""The witness: tells those who watch over the house of growth and of calls, and changes nothing."""

import logging
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from moot.debate import HOUSE_KINDS, Spent
from moot.engine.calls import Player, PlayerFailed
from moot.engine.ports import Growth
from moot.tellers import TRACES
from moot.tellers.counts import CALL_TIME, CALLS, COST, ENDED, LINES, MODELS, OPENED, TOKENS

log = logging.getLogger("moot.record")
call_log = logging.getLogger("moot.calls")
_PROVIDER = "provider:"
_REPLAY = "replay"
"""Who plays a recorded debate is named after it, and there are as many as debates: too many to count each apart."""


@contextmanager
def appending(growth: Growth) -> Generator[None]:
    """Tells of an append, once it is kept."""
    line = growth.position.line
    with TRACES.span("append", {"moot.debate": growth.debate, "moot.line": line}):
        yield
    format = growth.card.format
    for entry in growth.entries:
        LINES.add(format, "house" if entry.kind in HOUSE_KINDS else "move")
    if growth.before is None:
        OPENED.add(format)
    if growth.position.ended:
        ENDED.add(format)
    if log.isEnabledFor(logging.INFO):
        kinds = ", ".join(entry.kind for entry in growth.entries)
        log.info("grew by %s", kinds, extra={"debate": growth.debate, "line": line, "format": format})


@dataclass(slots=True)
class Witnessed:
    """A call that is being made."""

    provider: str
    model: str
    spent: Spent | None = None
    """What the answer cost; told once it is there."""


@contextmanager
def calling(player: Player) -> Generator[Witnessed]:
    """Tells of a call on a player: how it ended, how long it took, and what it cost."""
    provider, model = served_by(player)
    told = Witnessed(MODELS.of(provider), MODELS.of(model))
    began = time.perf_counter()
    outcome = "cut off"
    try:
        yield told
        outcome = "answered"
    except PlayerFailed as failed:
        outcome = failed.reason
        raise
    except Exception:
        outcome = "broke"
        raise
    finally:
        _count(told, outcome, time.perf_counter() - began)


def served_by(player: Player) -> tuple[str, str]:
    """Who answers for a player, and as which model: as its lanes tell it, or its name."""
    lane = next((lane for lane in player.lanes if lane.startswith(_PROVIDER)), None)
    if lane is None:
        kind, _, name = player.name.partition(":")
        return kind, "" if kind == _REPLAY else name
    provider = lane.removeprefix(_PROVIDER)
    model = next((lane for lane in player.lanes if lane.startswith("model:")), "")
    return provider, model.removeprefix(f"model:{provider}:")


def _count(told: Witnessed, outcome: str, seconds: float) -> None:
    who, spent = (told.provider, told.model), told.spent
    CALLS.add(*who, outcome)
    CALL_TIME.note(seconds, *who)
    if spent is not None:
        TOKENS.add(*who, "in", by=spent.tokens_in)
        TOKENS.add(*who, "out", by=spent.tokens_out)
    if spent is not None and spent.money is not None:
        COST.add(*who, by=spent.money)
    if call_log.isEnabledFor(logging.INFO):
        beside = {"provider": told.provider, "model": told.model, "outcome": outcome, "seconds": round(seconds, 3)}
        call_log.info("a call ended: %s", outcome, extra=beside)
