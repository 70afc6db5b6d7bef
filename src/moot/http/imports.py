"""Bringing debates in, over REST."""

from typing import Any

from fastapi import Response
from pydantic import Field

from moot.desk.import_replies import Imported
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import answered
from moot.http.forms import Form
from moot.http.routers import api_router

router = api_router("imports")

_REPEATED: dict[int | str, dict[str, Any]] = {
    200: {"model": Imported, "description": "It had been here before; nothing was changed."}
}


class ImportForm(Form, frozen=True):
    """A file that is brought in."""

    text: str = Field(
        description="The file: any export of Moot but PDF, a chat log with `messages`, or an argument graph (AIF)."
    )
    name: str = Field(default="", max_length=200, description="What the file is called.")


@router.post("/imports", status_code=201, responses=_REPEATED)
async def import_debate(form: ImportForm, caller: CallerHere, desk: DeskHere, response: Response) -> Imported:
    """Bring a debate in: a record of Moot under its own id; chat logs, argument graphs and transcripts as archives."""
    return answered(await desk.import_debate(caller, **form.model_dump()), response)
