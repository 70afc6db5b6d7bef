"""Series, brackets and the arena's fairness over REST."""

from typing import Annotated

from fastapi import Path

from moot.desk.arena.replies import BracketPage, BracketTold, Fairness, SeriesPage, SeriesTold
from moot.http.arena_forms import ID, BracketForm, SeriesForm
from moot.http.asking import AnyoneHere, CallerHere, DeskHere
from moot.http.debates import Cursor, Limit
from moot.http.routers import api_router

router = api_router("fixtures")

SeriesId = Annotated[str, Path(description="The series' id.", max_length=ID)]
BracketId = Annotated[str, Path(description="The bracket's id.", max_length=ID)]


@router.get("/fairness")
async def fairness(caller: AnyoneHere, desk: DeskHere) -> Fairness:
    """How fair this arena is: sides, judges, and a second rating beside the score."""
    return await desk.fairness(caller)


@router.post("/series", status_code=201)
async def propose_series(form: SeriesForm, caller: CallerHere, desk: DeskHere) -> SeriesTold:
    """Propose a series of debates, with sides swapped from game to game."""
    return await desk.propose_series(caller, **form.model_dump())


@router.get("/series")
async def all_series(caller: AnyoneHere, desk: DeskHere, cursor: Cursor = None, limit: Limit = 50) -> SeriesPage:
    """List the series, the newest first."""
    return await desk.all_series(caller, cursor=cursor, limit=limit)


@router.get("/series/{series_id}")
async def series(series_id: SeriesId, caller: AnyoneHere, desk: DeskHere) -> SeriesTold:
    """Read a series with its games."""
    return await desk.series(caller, series_id)


@router.post("/series/{series_id}/accept")
async def accept_series(series_id: SeriesId, caller: CallerHere, desk: DeskHere) -> SeriesTold:
    """Take a series up, as the one who was called out."""
    return await desk.answer_series(caller, series_id, accept=True)


@router.post("/series/{series_id}/decline")
async def decline_series(series_id: SeriesId, caller: CallerHere, desk: DeskHere) -> SeriesTold:
    """Decline a series, as the one who was called out."""
    return await desk.answer_series(caller, series_id, accept=False)


@router.post("/brackets", status_code=201)
async def open_bracket(form: BracketForm, caller: CallerHere, desk: DeskHere) -> BracketTold:
    """Open a bracket, as a moderator."""
    return await desk.open_bracket(caller, **form.model_dump())


@router.get("/brackets")
async def brackets(caller: AnyoneHere, desk: DeskHere, cursor: Cursor = None, limit: Limit = 50) -> BracketPage:
    """List the brackets, the newest first."""
    return await desk.brackets(caller, cursor=cursor, limit=limit)


@router.get("/brackets/{bracket_id}")
async def bracket(bracket_id: BracketId, caller: AnyoneHere, desk: DeskHere) -> BracketTold:
    """Read a bracket with its matches."""
    return await desk.bracket(caller, bracket_id)


@router.post("/brackets/{bracket_id}/entries")
async def enter_bracket(bracket_id: BracketId, caller: CallerHere, desk: DeskHere) -> BracketTold:
    """Enter a bracket that has not begun."""
    return await desk.enter_bracket(caller, bracket_id)


@router.delete("/brackets/{bracket_id}/entries")
async def leave_bracket(bracket_id: BracketId, caller: CallerHere, desk: DeskHere) -> BracketTold:
    """Leave a bracket that has not begun."""
    return await desk.leave_bracket(caller, bracket_id)
