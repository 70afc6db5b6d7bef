"""The git repository of a workshop over REST: its commits, what changed, the past of a file."""

from typing import Annotated

from fastapi import Query

from moot.desk.git_replies import GitBlame, GitDiff, GitDiscarded, GitHistory, GitTold
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import DebateId, Limit
from moot.http.routers import api_router

_NAMES = "A version by its number, 0 for where it started, or a commit of the workshop"
Revision = Annotated[str | None, Query(max_length=64, description=f"{_NAMES}; what the branch points to if none.")]
FilePath = Annotated[str, Query(max_length=4096, description="The path of a file in the repository.")]

router = api_router("git")


@router.get("/debates/{debate_id}/git")
async def git(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> GitTold:
    """Read how a workshop stands in its git repository: its branch, and a commit for each version."""
    return await desk.git(caller, debate_id)


@router.get("/debates/{debate_id}/git/diff")
async def git_diff(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    from_: Annotated[str | None, Query(alias="from", max_length=64, description=f"{_NAMES}; 0 if none.")] = None,
    to: Revision = None,
) -> GitDiff:
    """Read what changed from one version or commit to another."""
    return await desk.git_diff(caller, debate_id, from_=from_, to=to)


@router.get("/debates/{debate_id}/git/history")
async def git_history(
    debate_id: DebateId, path: FilePath, caller: CallerHere, desk: DeskHere, at: Revision = None, limit: Limit = 50
) -> GitHistory:
    """Read which commits changed a file, those before the workshop too."""
    return await desk.git_history(caller, debate_id, path=path, at=at, limit=limit)


@router.get("/debates/{debate_id}/git/blame")
async def git_blame(
    debate_id: DebateId, path: FilePath, caller: CallerHere, desk: DeskHere, at: Revision = None
) -> GitBlame:
    """Read a file line by line, each with the commit that it came with."""
    return await desk.git_blame(caller, debate_id, path=path, at=at)


@router.delete("/debates/{debate_id}/git")
async def git_discard(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> GitDiscarded:
    """Remove what a workshop that is over has left in the repository; its record stays."""
    return await desk.git_discard(caller, debate_id)
