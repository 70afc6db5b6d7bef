"""Facts: what the lapses of the arena carry, looked up before the append and once more inside its transaction."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select

from moot.debate import Json, Need
from moot.engine import FactsMoved, Guard, Known
from moot.rating.score import START
from moot.store.arena.among import Among
from moot.store.arena.likes import likes_as_of
from moot.store.arena.limits import guarding
from moot.store.arena.standings import floored
from moot.store.arena.tables import standings
from moot.store.database import Database, Transaction
from moot.store.roll.tables import members

_m, _r = members.c, standings.c

_HANDLES = Among(lambda names: select(_m.id, _m.handle).where(_m.id.in_(names)))
LOCKED = Among(lambda names: select(_m.id, _m.handle).where(_m.id.in_(names)).order_by(_m.id).with_for_update())
STANDINGS = Among(lambda names: select(_r.member_id, _r.score, _r.agreed, _r.settled).where(_r.member_id.in_(names)))


class ArenaFacts:
    """Where the facts are: standings of members, and likes on lines as of a moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def told(self, debate: str, need: Need, at: datetime) -> Json:
        """The fact as of a moment; a standing is what it is now, for nobody keeps what it was."""
        if need.what == "likes":
            return await _likes(self._database, debate, need, at)
        return await _standing(self._database, need, _HANDLES)

    def still(self, debate: str, known: Known) -> Guard:
        """Raises FactsMoved inside the transaction where one of these facts is another by now."""

        async def guard(tx: Transaction) -> None:
            for (need, at), fact in known.items():
                if await _again(tx, debate, need, at) != fact:
                    raise FactsMoved

        return guarding(guard)


async def _again(tx: Transaction, debate: str, need: Need, at: datetime) -> Json:
    # Likes are not locked: those that are still on their way came after the moment, or will have come too late.
    return await (_likes(tx, debate, need, at) if need.what == "likes" else _standing(tx, need, LOCKED))


async def _likes(source: Database | Transaction, debate: str, need: Need, at: datetime) -> Json:
    found = await likes_as_of(source, debate, [int(line) for line in need.about], at)
    return {str(line): number for line, number in found.items()}


async def _standing(source: Database | Transaction, need: Need, handles: Among) -> Json:
    assert need.what == "standing", need
    about: Collection[str] = [str(member) for member in need.about]
    named = {row[0]: row[1] for row in await handles.rows(source, about)}
    found = {row[0]: row for row in await STANDINGS.rows(source, about)}
    told: dict[str, Json] = {}
    for member in about:
        _, score, agreed, settled = found.get(member, (member, START, 0, 0))
        handle: str = named.get(member, member)
        told[member] = {"handle": handle, "score": floored(score), "agreed": agreed, "settled": settled}
    return told
