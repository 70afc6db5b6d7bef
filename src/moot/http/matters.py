"""Matters put to players over REST: a question to a panel, an idea to an evaluation, a sample to be watched."""

from typing import Annotated

from fastapi import Path, Response

from moot.desk.replies import LinkTold, PlayerTold, Receipt, Reply, Sample, Shared, Shares
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import REPEATED, DebateId, answered
from moot.http.forms import ChoiceForm, EvaluationForm, ExhibitionForm, LinkForm, PanelForm
from moot.http.routers import api_router

router = api_router("matters")

_BESIDE = {"seats", "budget", "debate_id", "client_request_id"}
"""What is told about a debate beside its matter."""


class Samples(Reply, frozen=True):
    """The samples there are."""

    samples: tuple[Sample, ...]


class Players(Reply, frozen=True):
    """Whom the house can call on, and why not the others."""

    players: tuple[PlayerTold, ...]


@router.post("/panels", status_code=201, responses=REPEATED)
async def ask_panel(form: PanelForm, caller: CallerHere, desk: DeskHere, response: Response) -> Receipt:
    """Put a question to a panel of judges."""
    question = form.model_dump(exclude=_BESIDE, exclude_none=True)
    return answered(await desk.ask_panel(caller, question=question, **form.model_dump(include=_BESIDE)), response)


@router.post("/debates/{debate_id}/choice", status_code=201, responses=REPEATED)
async def choose(
    debate_id: DebateId, form: ChoiceForm, caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Choose an option where the judges of a panel disagree, as the asker."""
    move = form.model_dump(exclude={"client_request_id"})
    receipt = await desk.move(
        caller, debate_id, role="asker", type="CHOICE", move=move, client_request_id=form.client_request_id
    )
    return answered(receipt, response)


@router.post("/evaluations", status_code=201, responses=REPEATED)
async def evaluate(form: EvaluationForm, caller: CallerHere, desk: DeskHere, response: Response) -> Receipt:
    """Put an idea to an evaluation."""
    return answered(await desk.evaluate(caller, **form.model_dump(exclude_none=True)), response)


@router.post("/exhibitions", status_code=201, responses=REPEATED)
async def exhibit(form: ExhibitionForm, caller: CallerHere, desk: DeskHere, response: Response) -> Receipt:
    """Let two agents of the house debate a topic in the arena, each spoken for by a player."""
    return answered(await desk.exhibit(caller, **form.model_dump(exclude_none=True)), response)


@router.get("/debates/{debate_id}/links")
async def shares(debate_id: DebateId, caller: CallerHere, desk: DeskHere) -> Shares:
    """List the links with which others can read a debate, and those that were taken back."""
    return await desk.shares(caller, debate_id)


@router.post("/debates/{debate_id}/links", status_code=201)
async def share(debate_id: DebateId, caller: CallerHere, desk: DeskHere, form: LinkForm | None = None) -> Shared:
    """Make a link with which somebody else can read a debate, and do nothing else."""
    return await desk.share(caller, debate_id, **(form or LinkForm()).model_dump())


@router.delete("/debates/{debate_id}/links/{link_id}")
async def unshare(
    debate_id: DebateId, link_id: Annotated[str, Path(max_length=100)], caller: CallerHere, desk: DeskHere
) -> LinkTold:
    """Take a link back: from then on it opens nothing."""
    return await desk.unshare(caller, debate_id, link_id)


@router.get("/samples")
async def list_samples(caller: CallerHere, desk: DeskHere) -> Samples:
    """List the samples that can be watched."""
    return Samples(samples=await desk.samples(caller))


@router.post("/samples/{name}", status_code=201, responses=REPEATED)
async def start_sample(
    name: Annotated[str, Path(max_length=100)], caller: CallerHere, desk: DeskHere, response: Response
) -> Receipt:
    """Start a sample, or give the one that was started before."""
    return answered(await desk.start_sample(caller, name), response)


@router.post("/players/{player}/fetch")
async def fetch_player(player: Annotated[str, Path(max_length=100)], caller: CallerHere, desk: DeskHere) -> PlayerTold:
    """Begin to fetch the file of an embedded model, and say how far it is; ask again for more."""
    return await desk.fetch_player(caller, player)


@router.get("/players")
async def list_players(caller: CallerHere, desk: DeskHere) -> Players:
    """List whom the house can call on, and why not the others."""
    return Players(players=desk.players(caller))
