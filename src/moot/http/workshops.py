"""Workshops over REST: a task is opened, its turns and versions are read, its gates decided."""

from typing import Annotated

from fastapi import Path, Query, Response

from moot.desk.replies import Receipt
from moot.desk.workshop_replies import CodeVersion, CodeVersions, Gates, TurnPage, VersionDiff
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import REPEATED, Cursor, DebateId, Limit, answered
from moot.http.routers import api_router
from moot.http.workshop_forms import ApprovalForm, RejectionForm, WorkshopForm

MOST = 2**31 - 1

router = api_router("workshops")


@router.post("/workshops", status_code=201, responses=REPEATED)
async def open_workshop(form: WorkshopForm, caller: CallerHere, desk: DeskHere, response: Response) -> Receipt:
    """Open a workshop with its task."""
    return answered(await desk.open_workshop(caller, **form.model_dump(exclude_none=True)), response)


@router.get("/debates/{debate_id}/turns")
async def turns(
    debate_id: DebateId, caller: CallerHere, desk: DeskHere, cursor: Cursor = None, limit: Limit = 50
) -> TurnPage:
    """Read the turns of a workshop in order, with their phases, results and costs."""
    return await desk.workshop_turns(caller, debate_id, cursor=cursor, limit=limit)


@router.get("/debates/{debate_id}/versions")
async def versions(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> CodeVersions:
    """Read which versions of the code there are, and how they were tested."""
    return await desk.versions(caller, debate_id)


@router.get("/debates/{debate_id}/versions/diff")
async def version_diff(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    from_: Annotated[int, Query(alias="from", ge=0, le=MOST, description="0 is what came with the task.")] = 0,
    to: Annotated[int | None, Query(ge=1, le=MOST, description="The latest if none is named.")] = None,
) -> VersionDiff:
    """Read what changed from one version to another."""
    return await desk.version_diff(caller, debate_id, from_=from_, to=to)


@router.get("/debates/{debate_id}/versions/{number}")
async def version(
    debate_id: DebateId, number: Annotated[int, Path(ge=1, le=MOST)], caller: CallerHere, desk: DeskHere
) -> CodeVersion:
    """Read one version of the code, with its files."""
    return await desk.version(caller, debate_id, number)


@router.get("/debates/{debate_id}/gates")
async def gates(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> Gates:
    """Read the gates of a workshop, and what was decided at them."""
    return await desk.gates(caller, debate_id)


@router.post("/debates/{debate_id}/approve", status_code=201, responses=REPEATED)
async def approve(
    debate_id: DebateId, caller: CallerHere, desk: DeskHere, response: Response, form: ApprovalForm | None = None
) -> Receipt:
    """Open the gate that is shut, as the owner of the task."""
    return answered(await desk.approve(caller, debate_id, **(form or ApprovalForm()).model_dump()), response)


@router.post("/debates/{debate_id}/reject", status_code=201, responses=REPEATED)
async def reject(
    debate_id: DebateId, form: RejectionForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Keep the gate shut, as the owner of the task: the workshop ends, or goes back to a phase."""
    return answered(await desk.reject(caller, debate_id, **form.model_dump()), response)
