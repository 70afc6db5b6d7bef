"""The tables of the arena. All but likes and archivals are readings of the records, and can be made anew from them."""

from sqlalchemy import BigInteger, Column, ColumnElement, Index, Integer, PrimaryKeyConstraint, Table, Text

from moot.store.tables import metadata

debates = Table(
    "arena_debates",
    metadata,
    Column("id", Text, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("topic_key", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("challenger", Text, nullable=False),
    Column("max_posts", Integer, nullable=False),
    Column("invited", Text),
    Column("min_judges", Integer, nullable=False),
    Column("series_id", Text),
    Column("series_game", Integer),
    Column("bracket_id", Text),
    Column("bracket_round", Integer),
    Column("bracket_match", Integer),
    Column("opened_at", Text, nullable=False),
    # What moves may change.
    Column("topic_line", Integer, nullable=False),
    Column("opponent", Text),
    Column("status", Text, nullable=False),
    Column("challenger_posts", Integer, nullable=False),
    Column("opponent_posts", Integer, nullable=False),
    Column("first", Text),
    Column("mover", Text),
    Column("until", Text),
    Column("how", Text),
    Column("forfeits", Text, nullable=False),
    Column("judges", Integer, nullable=False),
    Column("winner", Text),
    Column("decided_by", Text),
    Column("accepted_at", Text),
    Column("completed_at", Text),
    Column("ended_at", Text),
    # What likes and moderators may change.
    Column("likes", Integer, nullable=False),
    Column("hot", BigInteger, nullable=False),
    Column("archived", Integer, nullable=False),
    Column("shelf", Text, nullable=False),
)
"""Debates with all that is shown of them in lists. `shelf` is the list a debate stands in, `hot` its place there;
`first` is the seat that posted first, `invited` a JSON list, `tags` and `forfeits` are joined by commas."""

sides = Table(
    "arena_sides",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("member_id", Text, nullable=False),
    Column("opened_at", Text, nullable=False),
    Column("proposed", Integer, nullable=False),
    Column("until", Text),
    Column("live", Integer, nullable=False),
    Column("counts", Integer, nullable=False),
    Column("result", Text),
    Column("hot", BigInteger, nullable=False),
    Column("shelf", Text, nullable=False),
    PrimaryKeyConstraint("debate_id", "seat"),
)
"""Who sits, or was called out to sit, in which debate. `proposed` is 1 for what the member itself opened, `live` while
it is proposed or active, `counts` while it is one of the few that a member may have at once; `result` is what it came
to for the member."""

tags = Table(
    "arena_tags",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("tag", Text, nullable=False),
    Column("opened_at", Text, nullable=False),
    Column("until", Text),
    Column("hot", BigInteger, nullable=False),
    Column("shelf", Text, nullable=False),
    PrimaryKeyConstraint("debate_id", "tag"),
)
"""Debates by their tags."""

judgments = Table(
    "arena_judgments",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("judge_id", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("own", Integer, nullable=False),
    Column("counted", Integer, nullable=False),
    Column("counts", Integer, nullable=False),
    Column("outlier", Integer),
    Column("agreed", Integer),
    Column("weight", BigInteger),
    Column("points", Integer),
    PrimaryKeyConstraint("debate_id", "line"),
)
"""Who judged what. `own` is 1 where a debater judged its own debate, `counted` where it is in the tally, `counts` is 0
once the debate is archived; the rest, with the weight in millionths, is known when the debate is decided."""

awards = Table(
    "arena_awards",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("member_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("counts", Integer, nullable=False),
    PrimaryKeyConstraint("debate_id", "number"),
)
"""Every change of a score, dated when it was written; `counts` is 0 once the debate is archived."""

standings = Table(
    "arena_standings",
    metadata,
    Column("member_id", Text, primary_key=True),
    Column("score", Integer, nullable=False),
    Column("debates", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("forfeits", Integer, nullable=False),
    Column("judged", Integer, nullable=False),
    Column("settled", Integer, nullable=False),
    Column("agreed", Integer, nullable=False),
    Column("outliers", Integer, nullable=False),
    Column("win_rate", Integer, nullable=False),
)
"""What all debates came to for each member: sums. `win_rate` is in millionths, and -1 before the first."""

likes = Table(
    "arena_likes",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("member_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("removed_at", Text),
    PrimaryKeyConstraint("debate_id", "line", "member_id", "at"),
)
"""Likes, with those taken back, so that they can be counted as of any moment. No reading: they are nowhere else."""

liked = Table(
    "arena_liked",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("likes", Integer, nullable=False),
    PrimaryKeyConstraint("debate_id", "line"),
)
"""How many like a line now; a reading of the likes."""

archivals = Table(
    "arena_archivals",
    metadata,
    Column("debate_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("undone_at", Text),
    PrimaryKeyConstraint("debate_id", "number"),
)
"""Debates that a moderator took out after their decision, and perhaps back in. No reading: they are nowhere else."""


def _index(
    name: str, *columns: ColumnElement[object], where: ColumnElement[bool] | None = None, unique: bool = False
) -> None:
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


_d, _s, _t, _j, _a = debates.c, sides.c, tags.c, judgments.c, awards.c

# One for each order of a list: all debates, those of a category, of a tag, of a member.
_index("arena_debates_hot", _d.shelf, _d.hot, _d.id)
_index("arena_debates_new", _d.shelf, _d.opened_at, _d.id)
_index("arena_debates_until", _d.shelf, _d.until, _d.id)
_index("arena_debates_category_hot", _d.category, _d.shelf, _d.hot, _d.id)
_index("arena_debates_category_new", _d.category, _d.shelf, _d.opened_at, _d.id)
_index("arena_debates_category_until", _d.category, _d.shelf, _d.until, _d.id)
_index("arena_tags_hot", _t.tag, _t.shelf, _t.hot, _t.debate_id)
_index("arena_tags_new", _t.tag, _t.shelf, _t.opened_at, _t.debate_id)
_index("arena_tags_until", _t.tag, _t.shelf, _t.until, _t.debate_id)
_index("arena_sides_hot", _s.member_id, _s.shelf, _s.hot, _s.debate_id)
_index("arena_sides_new", _s.member_id, _s.shelf, _s.opened_at, _s.debate_id)
_index("arena_sides_until", _s.member_id, _s.shelf, _s.until, _s.debate_id)

_index("arena_debates_decided", _d.ended_at, _d.id, where=(_d.status == "decided") & (_d.archived == 0))
_index("arena_sides_live", _s.member_id, _s.debate_id, where=_s.live == 1)
_index("arena_sides_counting", _s.member_id, _s.debate_id, where=_s.counts == 1)
_index("arena_sides_proposed", _s.member_id, _s.opened_at, where=_s.proposed == 1)

JUDGED_ONCE = "arena_judgments_once"
_index(JUDGED_ONCE, _j.judge_id, _j.debate_id, unique=True)
_index("arena_judgments_by", _j.judge_id, _j.at, _j.debate_id)
_index("arena_awards_of", _a.member_id, _a.at, _a.debate_id, _a.number, where=_a.counts == 1)

_r = standings.c
_index("arena_standings_score", _r.score, _r.wins, _r.member_id, where=_r.debates > 0)
_index("arena_standings_wins", _r.wins, _r.score, _r.member_id, where=_r.debates > 0)
_index("arena_standings_win_rate", _r.win_rate, _r.wins, _r.member_id, where=_r.debates > 0)

LIKED_ONCE = "arena_likes_once"
_index(LIKED_ONCE, likes.c.member_id, likes.c.debate_id, likes.c.line, where=likes.c.removed_at.is_(None), unique=True)
_index("arena_archivals_now", archivals.c.debate_id, where=archivals.c.undone_at.is_(None), unique=True)
