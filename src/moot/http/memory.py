"""Memory over REST: what was learnt in workshops."""

from typing import Annotated

from fastapi import Query

from moot.desk.memory_replies import EpisodePage, LessonPage
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import Cursor, Limit
from moot.http.lane import LONGEST_ID
from moot.http.routers import api_router

LONGEST_TASK = 4000

router = api_router("memory")


@router.get("/memory/episodes")
async def episodes(
    caller: CallerHere,
    desk: DeskHere,
    agent: Annotated[str | None, Query(max_length=500, description="Only what this player or member learnt.")] = None,
    debate: Annotated[str | None, Query(max_length=LONGEST_ID, description="Only what was learnt in it.")] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> EpisodePage:
    """Read what was learnt from attempts that failed, the newest first."""
    return await desk.episodes(caller, agent=agent, debate_id=debate, cursor=cursor, limit=limit)


@router.get("/memory/lessons")
async def lessons(
    caller: CallerHere,
    desk: DeskHere,
    task: Annotated[
        str | None,
        Query(min_length=1, max_length=LONGEST_TASK, description="Only what fits this, the best first."),
    ] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> LessonPage:
    """Read the lessons that helped: those that fit a task, or all, the newest first."""
    return await desk.lessons(caller, task=task, cursor=cursor, limit=limit)
