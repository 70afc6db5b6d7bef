"""Where a debate came from, over REST: its whole trail, its forks, and where it parts from another."""

from typing import Annotated, Any, Literal

from fastapi import Query, Response
from pydantic import Field

from moot.desk.audit_replies import Audit, Forked, Parting
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import DebateId, answered
from moot.http.forms import BudgetForm, Form, RequestId, Seats
from moot.http.lane import LONGEST_ID
from moot.http.routers import api_router

router = api_router("audits")

_PAGE: dict[int | str, dict[str, Any]] = {200: {"description": "The trail.", "content": {"text/html": {}}}}
_REPEATED: dict[int | str, dict[str, Any]] = {
    200: {"model": Forked, "description": "It had been carried out before, under the same request id."}
}


class RerunForm(Form, frozen=True):
    """Runs a debate again from one of its lines, with other players."""

    line: int = Field(ge=1, le=2**47, description="The last line that is shared, with what the house wrote after it.")
    player: str | None = Field(
        default=None, max_length=200, description="Who holds every seat that the house calls on and that runs no code."
    )
    seats: Seats = Field(default=None, max_length=100, description="Who holds which seat; goes before `player`.")
    budget: BudgetForm | None = Field(default=None, description="As it was before, if you give none; counted anew.")
    fork_id: str | None = Field(default=None, max_length=100, description="A UUID; made if you give none.")
    client_request_id: str | None = RequestId


@router.get("/debates/{debate_id}/audit", response_model=Audit, responses=_PAGE)
async def audit(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    after: Annotated[int, Query(ge=-1, le=2**47, description="The next page: `next_after` of the page before.")] = -1,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    format: Annotated[Literal["json", "html"], Query(description="html is one page with everything.")] = "json",
) -> Audit | Response:
    """Read everything about a debate: each line with its calls, who took part, what it cost, whether it is sound."""
    if format == "json":
        return await desk.audit(caller, debate_id, after=after, limit=limit)
    page = await desk.audit_page(caller, debate_id)
    disposition = f'attachment; filename="{page.filename}"'
    return Response(page.text, media_type=page.media_type, headers={"Content-Disposition": disposition})


@router.post("/debates/{debate_id}/rerun", status_code=201, responses=_REPEATED)
async def rerun(debate_id: DebateId, form: RerunForm, caller: CallerHere, desk: DeskHere, response: Response) -> Forked:
    """Run a debate again from one of its lines: a fork that shares the past and goes on with other players."""
    return answered(await desk.rerun(caller, debate_id, **form.model_dump(exclude_none=True)), response)


@router.get("/debates/{debate_id}/diff")
async def diff(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    with_: Annotated[str, Query(alias="with", max_length=LONGEST_ID, description="The other debate.")],
) -> Parting:
    """Read where two debates part."""
    return await desk.parting(caller, debate_id, other=with_)
