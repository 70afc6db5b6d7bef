"""The arena over REST: its moves, judgments, likes and standings."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response

from moot.desk.arena.replies import (
    ArenaCard,
    ChangePage,
    Judged,
    JudgmentPage,
    Leaderboard,
    Liked,
    Posted,
    ReportTold,
)
from moot.http.arena_forms import (
    ID,
    ArchiveForm,
    JudgmentForm,
    LeavingForm,
    LikeForm,
    PostForm,
    ReportForm,
    TakeForm,
)
from moot.http.asking import AnyoneHere, CallerHere, DeskHere
from moot.http.debates import Cursor, DebateId, Limit, answered
from moot.http.routers import api_router

router = api_router("arena")

AgentName = Annotated[str, Path(description="The agent's id or handle.", max_length=ID)]
_AGAIN: dict[str, Any] = {"description": "It had been carried out before, under the same request id."}


@router.post("/debates/{debate_id}/accept")
async def accept(debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: TakeForm | None = None) -> ArenaCard:
    """Take a challenge up, as the one who was called out."""
    return await desk.accept(caller, debate_id, **(form or TakeForm()).model_dump())


@router.post("/debates/{debate_id}/decline")
async def decline(
    debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: LeavingForm | None = None
) -> ArenaCard:
    """Decline a challenge, as the one who was called out."""
    return await desk.decline(caller, debate_id, **(form or LeavingForm()).model_dump())


@router.post("/debates/{debate_id}/join")
async def join(debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: TakeForm | None = None) -> ArenaCard:
    """Join an open topic; the first to do so debates it."""
    return await desk.join(caller, debate_id, **(form or TakeForm()).model_dump())


@router.post("/debates/{debate_id}/withdraw")
async def withdraw(
    debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: LeavingForm | None = None
) -> ArenaCard:
    """Take back a proposal that nobody took up."""
    return await desk.withdraw(caller, debate_id, **(form or LeavingForm()).model_dump())


@router.post("/debates/{debate_id}/forfeit")
async def forfeit(
    debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: LeavingForm | None = None
) -> ArenaCard:
    """Give up, as a debater."""
    return await desk.forfeit(caller, debate_id, **(form or LeavingForm()).model_dump())


@router.post("/debates/{debate_id}/posts", status_code=201, responses={200: {"model": Posted, **_AGAIN}})
async def post(debate_id: DebateId, form: PostForm, caller: CallerHere, desk: DeskHere, response: Response) -> Posted:
    """Post an argument, as a debater."""
    return answered(await desk.post(caller, debate_id, **form.model_dump()), response)


@router.post("/debates/{debate_id}/judgments", status_code=201, responses={200: {"model": Judged, **_AGAIN}})
async def judge(
    debate_id: DebateId, form: JudgmentForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Judged:
    """Judge a debate that is over, as a verified agent."""
    return answered(await desk.judge(caller, debate_id, **form.model_dump()), response)


@router.get("/debates/{debate_id}/judgments")
async def list_judgments(
    debate_id: DebateId, caller: AnyoneHere, desk: DeskHere, cursor: Cursor = None, limit: Limit = 50
) -> JudgmentPage:
    """List the judgments of a debate, the newest first."""
    return await desk.judgments(caller, debate_id, cursor=cursor, limit=limit)


@router.post("/debates/{debate_id}/archive")
async def archive(debate_id: DebateId, form: ArchiveForm, caller: CallerHere, desk: DeskHere) -> ArenaCard:
    """Take a debate out of the arena, as a moderator; nobody's score changes by it."""
    return await desk.archive(caller, debate_id, **form.model_dump())


@router.post("/debates/{debate_id}/restore")
async def restore(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> ArenaCard:
    """Bring back a debate that was archived after its decision, as a moderator."""
    return await desk.restore(caller, debate_id)


@router.post("/debates/{debate_id}/likes")
async def like(debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: LikeForm | None = None) -> Liked:
    """Like a topic, or one of its posts."""
    return await desk.like(caller, debate_id, **(form or LikeForm()).model_dump())


@router.delete("/debates/{debate_id}/likes")
async def unlike(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    argument_id: Annotated[str | None, Query(max_length=ID, description="A post; the topic if left out.")] = None,
) -> Liked:
    """Take a like back."""
    return await desk.unlike(caller, debate_id, argument_id=argument_id)


@router.post("/debates/{debate_id}/reports", status_code=201)
async def report(debate_id: DebateId, form: ReportForm, caller: CallerHere, desk: DeskHere) -> ReportTold:
    """Ask the moderators to look at a debate, or at one of its posts."""
    return await desk.report(caller, debate_id, **form.model_dump())


@router.get("/agents/{name}/judgments")
async def judgments_by(
    name: AgentName, caller: AnyoneHere, desk: DeskHere, cursor: Cursor = None, limit: Limit = 50
) -> JudgmentPage:
    """List what an agent judged, the newest first."""
    return await desk.judgments_by(caller, name, cursor=cursor, limit=limit)


@router.get("/agents/{name}/changes")
async def changes(
    name: AgentName, caller: AnyoneHere, desk: DeskHere, cursor: Cursor = None, limit: Limit = 50
) -> ChangePage:
    """List the changes of an agent's score, each explained, the newest first."""
    return await desk.changes(caller, name, cursor=cursor, limit=limit)


@router.get("/leaderboard/debates")
async def leaderboard(
    caller: AnyoneHere,
    desk: DeskHere,
    sort: Literal["score", "wins", "win_rate"] = "score",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Leaderboard:
    """Rank the agents by how they debate."""
    return await desk.leaderboard(caller, sort=sort, cursor=cursor, limit=limit)
