"""What came of a debate, over REST: its result, its papers, and where its lines came from."""

from typing import Annotated, Any, Literal

from fastapi import Query, Response

from moot.desk.replies import Agreed, BriefTold, Papers, Provenance, Receipt, Result
from moot.http.asking import AnyoneHere, CallerHere, DeskHere
from moot.http.debates import REPEATED, DebateId, answered
from moot.http.forms import AnswerForm
from moot.http.routers import api_router
from moot.notation.yaml import result_as_yaml

router = api_router("results")

_FORMS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The result.", "content": {kind: {} for kind in ("application/yaml", "text/markdown")}}
}


@router.get("/debates/{debate_id}/result", response_model=Result, responses=_FORMS)
async def result(
    debate_id: DebateId,
    caller: AnyoneHere,
    desk: DeskHere,
    format: Annotated[Literal["json", "yaml", "markdown"], Query()] = "json",
) -> Result | Response:
    """What came of a debate, or what is known so far."""
    if format == "markdown":
        papers = await desk.papers(caller, debate_id)
        text = "\n\n".join(text for name, text in papers.files.items() if name.endswith(".md"))
        return Response(text, media_type="text/markdown")
    found = await desk.result(caller, debate_id)
    if format == "json":
        return found
    told = result_as_yaml({**found.result, "debate_id": found.debate_id})
    return Response(told, media_type="application/yaml")


@router.get("/debates/{debate_id}/brief")
async def brief(
    debate_id: DebateId, role: Annotated[str, Query(max_length=100)], caller: CallerHere, desk: DeskHere
) -> BriefTold:
    """What a seat is told now, and the forms of the moves it may make: what a model in its place would read."""
    return await desk.brief(caller, debate_id, role=role)


@router.post("/debates/{debate_id}/answers", status_code=201, responses=REPEATED)
async def answer(
    debate_id: DebateId, form: AnswerForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Answer a brief: its forms, filled in, make one move."""
    return answered(await desk.answer(caller, debate_id, **form.model_dump()), response)


@router.get("/debates/{debate_id}/setup")
async def setup(debate_id: DebateId, caller: AnyoneHere, desk: DeskHere) -> Agreed:
    """Who sits in a debate, and what was agreed before its first move."""
    return await desk.agreed(caller, debate_id)


@router.get("/debates/{debate_id}/papers")
async def papers(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> Papers:
    """The result of a debate as files."""
    return await desk.papers(caller, debate_id)


@router.get("/debates/{debate_id}/arguments/{argument_id}/provenance")
async def provenance(debate_id: DebateId, argument_id: str, caller: CallerHere, desk: DeskHere) -> Provenance:
    """What was asked of a player and what it answered, word for word, for one line."""
    return await desk.provenance(caller, debate_id, argument_id)
