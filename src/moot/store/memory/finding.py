"""Finding the lessons that fit a task: by the words that both have, and by meaning where a model can tell."""

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import bindparam, exists, func, insert, select

from moot.memory import (
    MOST_ASKED,
    Embedder,
    EmbeddingFailed,
    Fit,
    Likeness,
    Vector,
    alike,
    packed,
    ranked,
    telling,
    unpacked,
)
from moot.store.database import Clash, Database, Prepared, Row, Transaction
from moot.store.memory import lessons
from moot.store.memory.tables import episodes, vectors, words
from moot.store.words import words as words_of

log = logging.getLogger("moot.memory")

MOST_WITH_A_WORD = 200
"""How many lessons are looked at for one word, the newest. A word that so many have counts only for want of others."""
MOST_COMPARED = 2000
"""How many lessons are compared by meaning, the newest: in plain Python, 30 to 60 milliseconds of computing."""
MOST_EMBEDDED = 64
"""How many lessons are given their vectors each time that somebody asks."""
ALIKE = 0.5
"""How alike two meanings must be at least."""
_LONGEST = 1000

_e, _w, _v = episodes.c, words.c, vectors.c
WITH_WORD = Prepared(
    select(_w.lesson_id)
    .where(_w.word == bindparam("word"))
    .order_by(_w.at.desc(), _w.episode_id.desc())
    .limit(MOST_WITH_A_WORD)
)
WISE = Prepared(select(func.count()).where(_e.wise == 1))
_KNOWN = exists().where(_v.embedder == bindparam("embedder"), _v.lesson_id == _e.lesson_id).correlate(episodes)
UNKNOWN = Prepared(
    lessons.first_put(~_KNOWN).add_columns(_e.task).order_by(_e.at.desc(), _e.id.desc()).limit(MOST_EMBEDDED)
)
COMPARED = Prepared(
    select(_v.lesson_id, _v.vector)
    .where(_v.embedder == bindparam("embedder"))
    .order_by(_v.at.desc(), _v.lesson_id.desc())
    .limit(MOST_COMPARED)
)
_LEARN = Prepared(insert(vectors).values({column.name: bindparam(column.name) for column in _v}))


async def similar(database: Database, embedder: Embedder | None, task: str, limit: int) -> tuple[Fit, ...]:
    """The lessons that fit a task: those of like meaning first, then those with words in common."""
    by_words = {found.lesson: found for found in await _by_words(database, task, limit)}
    by_meaning = {} if embedder is None else await _by_meaning(database, embedder, task, limit)
    found = [*by_meaning, *(lesson for lesson in by_words if lesson not in by_meaning)][:limit]
    known = await lessons.named(database, found)
    return tuple(
        Fit(
            known[lesson],
            by_meaning[lesson] if lesson in by_meaning else by_words[lesson].score,
            by_words[lesson].words if lesson in by_words else (),
            by_meaning.get(lesson),
        )
        for lesson in found
        if lesson in known
    )


async def _by_words(database: Database, task: str, limit: int) -> tuple[Likeness, ...]:
    asked = telling(words_of(task))[:MOST_ASKED]
    found = {word: [str(row[0]) for row in await database.rows(WITH_WORD, {"word": word})] for word in asked}
    rare = tuple(word for word in asked if len(found[word]) < MOST_WITH_A_WORD)
    ((total,),) = await database.rows(WISE, {})
    return ranked(rare, found, total, limit) or ranked(asked, found, total, limit)


async def _by_meaning(database: Database, embedder: Embedder, task: str, limit: int) -> dict[str, float]:
    """The lessons of like meaning and how alike they are, the best first; none where the model cannot tell."""
    try:
        await _learn(database, embedder)
        (asked,) = await embedder.embed([task[:_LONGEST]])
    except EmbeddingFailed as failure:
        log.warning("Lessons are found by words alone: %s", failure)
        return {}
    rows = await database.rows(COMPARED, {"embedder": embedder.name})
    scores = await asyncio.to_thread(_compared, unpacked(packed(asked)), rows)
    return dict(scores[:limit])


async def _learn(database: Database, embedder: Embedder) -> None:
    """Gives some of the lessons that have none their vectors."""
    rows = await database.rows(UNKNOWN, {"embedder": embedder.name})
    if not rows:
        return
    made = await embedder.embed([f"{row[8]}\n{row[1]}"[:_LONGEST] for row in rows])
    named = {"embedder": embedder.name}
    learnt = [
        {**named, "lesson_id": row[0], "at": row[5], "vector": packed(vector)}
        for row, vector in zip(rows, made, strict=True)
    ]

    async def work(tx: Transaction) -> None:
        await tx.run_each(_LEARN, learnt)

    try:
        await database.write(work)
    except Clash:
        # Another process asked at the same time, and its vectors are the same.
        return


def _compared(asked: Vector, rows: Sequence[Row]) -> list[tuple[str, float]]:
    scores = ((str(lesson), alike(asked, unpacked(vector))) for lesson, vector in rows)
    return sorted(((lesson, score) for lesson, score in scores if score >= ALIKE), key=lambda one: (-one[1], one[0]))
