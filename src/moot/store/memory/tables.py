"""The tables of this room. See `moot.store.tables` for what all of them keep to."""

from sqlalchemy import Column, Double, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table, Text

from moot.store.tables import metadata

episodes = Table(
    "memory_episodes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("agent", Text),
    Column("task", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("attempt_line", Integer),
    Column("report_line", Integer),
    Column("failures", Text, nullable=False),
    Column("passed", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("root_cause", Text, nullable=False),
    Column("went_wrong", Text, nullable=False),
    Column("to_change", Text, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("lesson", Text),
    Column("lesson_id", Text),
    Column("at", Text, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("passed_later", Integer, nullable=False),
    Column("wise", Integer, nullable=False),
)
"""What was learnt from failures. `shown` is 0 while the reflection is sealed; `wise` is 1 once its lesson may be told:
it has one, it is shown, and a later attempt passed more tests. A reading of the records, the oldest of it forgotten."""

words = Table(
    "memory_terms",
    metadata,
    Column("word", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("episode_id", Text, nullable=False),
    Column("lesson_id", Text, nullable=False),
    PrimaryKeyConstraint("word", "at", "episode_id"),
)
"""The telling words of each wise episode: of its task and its lesson. `at` is the episode's. A reading too."""

vectors = Table(
    "memory_vectors",
    metadata,
    Column("embedder", Text, nullable=False),
    Column("lesson_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    PrimaryKeyConstraint("embedder", "lesson_id"),
)
"""What lessons mean to a model, computed when somebody first asks. No reading: it is kept when those are made anew."""

_e = episodes.c
_wise = _e.wise == 1
Index("memory_episodes_newest", _e.at, _e.id)
Index("memory_episodes_of_agent", _e.agent, _e.at, _e.id)
Index("memory_episodes_of_debate", _e.debate_id, _e.at, _e.id)
Index("memory_lessons_newest", _e.at, _e.id, sqlite_where=_wise, postgresql_where=_wise)
Index("memory_lessons", _e.lesson_id, _e.at, _e.id, sqlite_where=_wise, postgresql_where=_wise)
Index("memory_terms_of_episode", words.c.episode_id)
Index("memory_vectors_newest", vectors.c.embedder, vectors.c.at, vectors.c.lesson_id)
