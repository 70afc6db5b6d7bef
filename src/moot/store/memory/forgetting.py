"""Forgetting: the oldest episodes go first, with all that was kept for them."""

from sqlalchemy import bindparam, delete, exists, select, tuple_

from moot.store.database import Prepared, Transaction
from moot.store.memory.tables import episodes, vectors, words

_AT_ONCE = 200
_e, _w, _v = episodes.c, words.c, vectors.c
_UP_TO = tuple_(_e.at, _e.id) <= tuple_(bindparam("last_at"), bindparam("last_id"))

FIRST_TO_GO = Prepared(select(_e.at, _e.id).order_by(_e.at.desc(), _e.id.desc()).limit(1).offset(bindparam("size")))
# What another transaction is at work on is left to the next one: nobody waits here, and no two for each other.
OLDEST = Prepared(
    select(_e.id, _e.lesson_id).where(_UP_TO).order_by(_e.at, _e.id).limit(_AT_ONCE).with_for_update(skip_locked=True)
)
_OF_DEBATE = Prepared(select(_e.id).where(_e.debate_id == bindparam("debate")))
_DROP = Prepared(delete(episodes).where(_e.id == bindparam("episode")))
_DROP_WORDS = Prepared(delete(words).where(_w.episode_id == bindparam("episode")))
_DROP_VECTORS = Prepared(
    delete(vectors).where(
        _v.lesson_id == bindparam("lesson"), ~exists().where(_e.lesson_id == bindparam("lesson"), _e.wise == 1)
    )
)


async def forget(tx: Transaction, size: int) -> None:
    """Keeps the newest episodes, as many as `size` says; lessons that were drawn from no other go with the rest."""
    for last_at, last_id in await tx.rows(FIRST_TO_GO, {"size": size}):
        beyond = {"last_at": last_at, "last_id": last_id}
        while rows := await tx.rows(OLDEST, beyond):
            await _drop(tx, [str(row[0]) for row in rows])
            lessons = sorted({str(lesson) for _, lesson in rows if lesson is not None})
            if lessons:
                await tx.run_each(_DROP_VECTORS, [{"lesson": lesson} for lesson in lessons])


async def forget_debate(tx: Transaction, debate: str) -> None:
    """Takes away what is a reading of one record; what its lessons mean to a model is kept."""
    await _drop(tx, [str(id) for (id,) in await tx.rows(_OF_DEBATE, {"debate": debate})])


async def _drop(tx: Transaction, ids: list[str]) -> None:
    named = [{"episode": id} for id in ids]
    if named:
        await tx.run_each(_DROP_WORDS, named)
        await tx.run_each(_DROP, named)
