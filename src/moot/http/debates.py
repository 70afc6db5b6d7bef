"""Debates over REST."""

from typing import Annotated, Any, Protocol, TypeVar

from fastapi import Body, Path, Query, Response

from moot.desk.arena.replies import ArenaCard, ArenaDebate
from moot.desk.exports import MEDIA_TYPES, Form
from moot.desk.replies import Argument, ArgumentPage, Context, Receipt, Reply, Soundness, Waited
from moot.http.arena_forms import AnyDebateForm, ProposalForm
from moot.http.asking import AnyoneHere, CallerHere, DeskHere
from moot.http.forms import (
    AnyOpenForm,
    AppealForm,
    ArgumentForm,
    InterventionForm,
    MoveForm,
    ResolutionForm,
    RulingForm,
)
from moot.http.lane import LONGEST_ID
from moot.http.routers import api_router

router = api_router("debates")

DebateId = Annotated[str, Path(description="The debate's id.", max_length=LONGEST_ID)]
Role = Annotated[str | None, Query(description="Read as this seat.", max_length=100)]
Text = Annotated[str | None, Query(max_length=500)]
Cursor = Annotated[str | None, Query(max_length=500, description="The next page: `next_cursor` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=200)]


class Repeatable(Protocol):
    """An answer that says whether the request had been carried out before."""

    @property
    def repeated(self) -> bool:
        """Whether it had."""
        ...


R = TypeVar("R", bound=Repeatable)


class DebateTypes(Reply, frozen=True):
    """The debate types there are."""

    debate_types: tuple[str, ...]


REPEATED: dict[int | str, dict[str, Any]] = {
    200: {"model": Receipt, "description": "It had been carried out before, under the same request id."}
}
_COPY: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The copy.",
        "content": {kind: {} for kind in MEDIA_TYPES},
    }
}


def answered(receipt: R, response: Response) -> R:
    """The receipt, with another status where the request had been carried out before."""
    if receipt.repeated:
        response.status_code = 200
    return receipt


@router.post("/debates", status_code=201, responses={200: {**REPEATED[200], "model": Receipt | ArenaCard}})
async def open_debate(
    form: Annotated[AnyDebateForm, Body()], caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt | ArenaCard:
    """Open a debate with its motion, or propose one in the arena: a body with a `topic` is for the arena."""
    if isinstance(form, ProposalForm):
        return answered(await desk.propose(caller, **form.model_dump()), response)
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


@router.get("/debate-types")
async def list_debate_types(caller: CallerHere, desk: DeskHere) -> DebateTypes:
    """List the debate types that can be opened here."""
    return DebateTypes(debate_types=desk.debate_types())


@router.get("/debates/{debate_id}")
async def get_context(
    debate_id: DebateId,
    caller: AnyoneHere,
    desk: DeskHere,
    argument_limit: Annotated[int, Query(ge=0, le=10_000)] = 10,
    role: Role = None,
) -> Context | ArenaDebate:
    """Read a debate with its motion and its last arguments; one of the arena with everything in it."""
    if await desk.format_of(caller, debate_id) == "arena":
        return await desk.arena_debate(caller, debate_id)
    return await desk.context(caller, debate_id, argument_limit=argument_limit, role=role)


@router.get("/debates/{debate_id}/arguments")
async def list_arguments(
    debate_id: DebateId,
    caller: AnyoneHere,
    desk: DeskHere,
    after: Annotated[int, Query(ge=0, le=2**47)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    role: Role = None,
) -> ArgumentPage:
    """Read the arguments in order, after a line."""
    return await desk.arguments(caller, debate_id, after=after, limit=limit, role=role)


@router.get("/debates/{debate_id}/arguments/{argument_id}")
async def get_argument(
    debate_id: DebateId, argument_id: str, caller: AnyoneHere, desk: DeskHere, role: Role = None
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
    debate_id: DebateId, caller: CallerHere, desk: DeskHere, response: Response, form: InterventionForm | None = None
) -> Receipt:
    """Stop the debate until a ruling."""
    return answered(await desk.intervene(caller, debate_id, **(form or InterventionForm()).model_dump()), response)


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
async def verify(debate_id: DebateId, caller: AnyoneHere, desk: DeskHere) -> Soundness:
    """Recompute the record and say whether it is as it was written."""
    return await desk.verify(caller, debate_id)


@router.get("/debates/{debate_id}/export", response_class=Response, responses=_COPY)
async def export(
    debate_id: DebateId,
    caller: AnyoneHere,
    desk: DeskHere,
    format: Form = "json",
) -> Response:
    """Take a copy of the debate."""
    copy = await desk.export(caller, debate_id, as_=format)
    disposition = f'attachment; filename="{copy.filename}"'
    return Response(copy.text, media_type=copy.media_type, headers={"Content-Disposition": disposition})
