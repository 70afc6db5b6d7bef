"""Debates over REST."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response

from moot.desk.replies import Argument, ArgumentPage, Context, DebatePage, Receipt, Reply, Soundness, Waited
from moot.http.asking import CallerHere, DeskHere
from moot.http.forms import (
    AnyOpenForm,
    AppealForm,
    ArgumentForm,
    InterventionForm,
    MoveForm,
    OpenForm,
    ResolutionForm,
    RulingForm,
)
from moot.http.lane import LONGEST_ID
from moot.http.routers import api_router

router = api_router("debates")

DebateId = Annotated[str, Path(description="The debate's id.", max_length=LONGEST_ID)]
Role = Annotated[str | None, Query(description="Read as this seat.", max_length=100)]
Text = Annotated[str | None, Query(max_length=500)]


class DebateTypes(Reply, frozen=True):
    """The debate types there are."""

    debate_types: tuple[str, ...]


REPEATED: dict[int | str, dict[str, Any]] = {
    200: {"model": Receipt, "description": "It had been carried out before, under the same request id."}
}
_COPY: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The copy.",
        "content": {kind: {} for kind in ("application/json", "application/jsonl", "text/markdown", "text/html")},
    }
}


def answered(receipt: Receipt, response: Response) -> Receipt:
    """The receipt, with another status where the request had been carried out before."""
    if receipt.repeated:
        response.status_code = 200
    return receipt


@router.post("/debates", status_code=201, responses=REPEATED)
async def open_debate(form: OpenForm, caller: CallerHere, desk: DeskHere, response: Response) -> Receipt:
    """Open a debate with its motion."""
    return answered(await desk.open_arbitration(caller, **form.model_dump()), response)


@router.post("/formats/{format}/debates", status_code=201, responses=REPEATED)
async def open_any(
    format: Annotated[str, Path(max_length=100)],
    form: AnyOpenForm,
    caller: CallerHere,
    desk: DeskHere,
    response: Response,
) -> Receipt:
    """Open a debate of any format with its first move."""
    return answered(await desk.open_debate(caller, format=format, **form.model_dump()), response)


@router.get("/debates")
async def list_debates(
    caller: CallerHere,
    desk: DeskHere,
    q: Text = None,
    state: Text = None,
    format: Text = None,
    debate_type: Text = None,
    waiting_for: Text = None,
    status: Literal["open", "closed"] | None = None,
    cursor: Text = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> DebatePage:
    """List debates, the latest growth first."""
    return await desk.debates(
        caller,
        q=q,
        state=state,
        format=format,
        debate_type=debate_type,
        waiting_for=waiting_for,
        status=status,
        cursor=cursor,
        limit=limit,
    )


@router.get("/debate-types")
async def list_debate_types(caller: CallerHere, desk: DeskHere) -> DebateTypes:
    """List the debate types that can be opened here."""
    return DebateTypes(debate_types=desk.debate_types())


@router.get("/debates/{debate_id}")
async def get_context(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    argument_limit: Annotated[int, Query(ge=0, le=10_000)] = 10,
    role: Role = None,
) -> Context:
    """Read a debate with its motion and its last arguments."""
    return await desk.context(caller, debate_id, argument_limit=argument_limit, role=role)


@router.get("/debates/{debate_id}/arguments")
async def list_arguments(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    after: Annotated[int, Query(ge=0, le=2**47)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    role: Role = None,
) -> ArgumentPage:
    """Read the arguments in order, after a line."""
    return await desk.arguments(caller, debate_id, after=after, limit=limit, role=role)


@router.get("/debates/{debate_id}/arguments/{argument_id}")
async def get_argument(
    debate_id: DebateId, argument_id: str, caller: CallerHere, desk: DeskHere, role: Role = None
) -> Argument:
    """Read one argument."""
    return await desk.argument(caller, debate_id, argument_id, role=role)


@router.post("/debates/{debate_id}/arguments", status_code=201, responses=REPEATED)
async def submit(
    debate_id: DebateId, form: ArgumentForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Submit a claim."""
    return answered(await desk.submit(caller, debate_id, **form.model_dump()), response)


@router.post("/debates/{debate_id}/appeal", status_code=201, responses=REPEATED)
async def appeal(
    debate_id: DebateId, form: AppealForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Ask the arbitrator to decide a point."""
    return answered(await desk.appeal(caller, debate_id, **form.model_dump()), response)


@router.post("/debates/{debate_id}/resolution", status_code=201, responses=REPEATED)
async def request_completion(
    debate_id: DebateId, form: ResolutionForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Ask the arbitrator to end the debate."""
    return answered(await desk.request_completion(caller, debate_id, **form.model_dump()), response)


@router.post("/debates/{debate_id}/ruling", status_code=201, responses=REPEATED)
async def rule(
    debate_id: DebateId, form: RulingForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Decide, and close the debate if so told."""
    return answered(await desk.rule(caller, debate_id, **form.model_dump()), response)


@router.post("/debates/{debate_id}/intervention", status_code=201, responses=REPEATED)
async def intervene(
    debate_id: DebateId, form: InterventionForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Stop the debate until a ruling."""
    return answered(await desk.intervene(caller, debate_id, **form.model_dump()), response)


@router.post("/debates/{debate_id}/moves", status_code=201, responses=REPEATED)
async def move(debate_id: DebateId, form: MoveForm, caller: CallerHere, desk: DeskHere, response: Response) -> Receipt:
    """Make any move of any format."""
    return answered(await desk.move(caller, debate_id, **form.model_dump()), response)


@router.get("/debates/{debate_id}/wait")
async def wait(
    debate_id: DebateId,
    argument_id: Annotated[str, Query(max_length=100)],
    role: Annotated[str, Query(max_length=100)],
    caller: CallerHere,
    desk: DeskHere,
    timeout: Annotated[float, Query(ge=0, le=60, allow_inf_nan=False)] = 60,  # noqa: ASYNC109 - the caller's own limit
) -> Waited:
    """Wait up to 60 s for what the others say after an argument."""
    return await desk.wait(caller, debate_id, argument_id=argument_id, role=role, within=timeout)


@router.get("/debates/{debate_id}/verify")
async def verify(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> Soundness:
    """Recompute the record and say whether it is as it was written."""
    return await desk.verify(caller, debate_id)


@router.get("/debates/{debate_id}/export", response_class=Response, responses=_COPY)
async def export(
    debate_id: DebateId,
    caller: CallerHere,
    desk: DeskHere,
    format: Literal["json", "jsonl", "markdown", "html"] = "json",
) -> Response:
    """Take a copy of the debate."""
    copy = await desk.export(caller, debate_id, as_=format)
    disposition = f'attachment; filename="{copy.filename}"'
    return Response(copy.text, media_type=copy.media_type, headers={"Content-Disposition": disposition})
