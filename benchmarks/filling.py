"""Databases filled quickly: debates played by the rules in memory, then appended to a real store."""

import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from uuid import UUID

from benchmarks.debating import CONTENT
from moot.debate import Entry, Move, Tabled
from moot.engine import Growth, card_of
from moot.formats.arbitration import Arbitration, Claim, Motion, Resolution, Ruling, format
from moot.notation import Line, genesis, written
from moot.store import Store, open_store

Said = tuple[str, Move]
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
_AT_ONCE = 256
_WORDS = ("cache", "queue", "token", "index", "schema", "retry", "shard", "quota", "lease", "budget", "parser")


def claims(lines: int) -> list[Said]:
    """A debate of so many lines, the opening among them: a motion, then claims in turn."""
    said: list[Said] = [("proposer", Motion(content=CONTENT))]
    for line in range(2, lines):
        seat = "opponent" if line % 2 == 0 else "proposer"
        said.append((seat, Claim(content=CONTENT, target=line - 1)))
    return said


def debates(count: int, seed: int = 7) -> Iterator[Growth]:
    """Many debates: of ten, four wait for the opponent, three for the proposer, one for a ruling, two are closed."""
    ids = names(count, seed)
    chance = Random(seed)
    for number, debate in enumerate(ids):
        title = f"Plan {number}: {' '.join(chance.sample(_WORDS, 4))}"
        yield played(debate, title, _script(number % 10), BEGINNING + timedelta(seconds=number))


def names(count: int, seed: int = 7) -> list[str]:
    """The ids of these debates, the same for the same seed."""
    chance = Random(f"ids {seed}")
    return [str(UUID(int=chance.getrandbits(128), version=4)) for _ in range(count)]


def played(debate: str, title: str, script: Iterable[Said], at: datetime = BEGINNING) -> Growth:
    """A whole debate, ready to be appended in one transaction."""
    return held(
        debate, Tabled.opening(format, Arbitration(title=title, debate_type="coding_plan_debate"), at), script, at
    )


def held(debate: str, tabled: Tabled, script: Iterable[Said], at: datetime) -> Growth:
    """The same of any format, from its opening on."""
    entries, position = list(tabled.entries), tabled.position
    for seat, move in script:
        request = f"{debate}-{position.line + 1}"
        tabled = Tabled.nothing(position).playing(seat, move, at, request=request)
        entries += tabled.entries
        position = tabled.position
    lines = _chained(debate, entries)
    card = card_of(debate, entries[0], position, lines[-1].hash)
    return Growth(debate, -1, lines, tuple(entries), None, position, card)


async def fill(database: Path | str, growths: Iterable[Growth]) -> None:
    """Appends them all; those that are appended together share a commit."""
    store = await open_store(str(database))
    try:
        await _append_all(store, iter(growths))
    finally:
        await store.close()


async def _append_all(store: Store, growths: Iterator[Growth]) -> None:
    while batch := list(islice(growths, _AT_ONCE)):
        await asyncio.gather(*(store.append(growth) for growth in batch))


def _chained(debate: str, entries: list[Entry]) -> tuple[Line, ...]:
    lines: list[Line] = []
    before = genesis(debate)
    for entry in entries:
        lines.append(written(entry, before))
        before = lines[-1].hash
    return tuple(lines)


def _script(which: int) -> list[Said]:
    motion, claim = claims(3)
    resolution = ("proposer", Resolution(content="We agree on the index.", target=2))
    ruling = ("arbitrator", Ruling(content="So it is.", close=True))
    if which < 4:
        return [motion]
    if which < 7:
        return [motion, claim]
    return [motion, claim, resolution] if which == 7 else [motion, claim, resolution, ruling]
