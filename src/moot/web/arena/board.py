"""The board of a debate in the arena: two sides, their posts row by row, how it ended, what the judges say."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from starlette.requests import Request

from moot.desk.arena.replies import ArenaDebate, JudgmentTold
from moot.web.arena.exchange import rows
from moot.web.arena.printing import SHARED
from moot.web.arena.tally import slices
from moot.web.arena.words import ENDED
from moot.web.boards import Drawn, Part, drawn

_ROOM = 24 * 1024
"""The most characters of judgments that a page shows unasked: pages stay light."""
_TIMES = re.compile(r"(<time\b[^>]*>|data-clock=[^>]*>)[^<]*")
"""Times as they are told at this moment; they go on by themselves on the page."""
_NEXT, _RESULT, _JUDGMENTS = 10_000, 10_001, 10_002


def board(request: Request, debate: ArenaDebate) -> list[Drawn]:
    """The parts, drawn for whoever asked."""
    return [_timeless(drawn(request, part)) for part in _parts(debate)]


def _timeless(part: Drawn) -> Drawn:
    """The part, whose digest does not change with the mere passing of time."""
    return replace(part, digest=sha256(_TIMES.sub(r"\1", part.html).encode()).hexdigest()[:16])


def _parts(debate: ArenaDebate) -> Iterator[Part]:
    may = {action.action for action in debate.available_actions}
    # Debaters like no posts in their own debate: where nobody judges, likes decide.
    spectates = may_like(debate) and debate.seat is None
    shared = {**SHARED, "debate": debate, "may_like": spectates, "may_report": "report" in may}
    yield Part("sides", 0, "arena/sides.html", shared)
    if debate.statement:
        yield Part("statement", 1, "arena/statement.html", shared)
    for row in rows(debate.posts):
        yield Part(row.id, 1 + row.number, "arena/row.html", {**shared, "row": row}, f"Exchange {row.number}")
    yield Part("next", _NEXT, "arena/next.html", shared)
    if debate.status in ENDED and debate.posts:
        yield Part("result", _RESULT, "arena/result.html", shared)
    if debate.status in ("judging", "decided") or debate.judgments:
        kept = light(debate.judgments)
        fields = {**shared, "judgments": kept, "slices": slices(debate), "more": len(kept) < debate.judges}
        yield Part("judgments", _JUDGMENTS, "arena/judgments.html", fields)


def light(judgments: Sequence[JudgmentTold]) -> Sequence[JudgmentTold]:
    """The first of them that are not too much for one page; at least one."""
    room = _ROOM
    for count, judgment in enumerate(judgments):
        room -= len(judgment.reasoning) + 1000
        if room < 0 and count > 0:
            return judgments[:count]
    return judgments


def may_like(debate: ArenaDebate) -> bool:
    """Whether the caller may like what is here, or no longer like what it liked."""
    return any(action.action in ("like", "report") for action in debate.available_actions)
