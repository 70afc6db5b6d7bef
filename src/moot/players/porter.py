"""The porter: fetches the files of embedded models before anybody calls on them."""

import asyncio
from contextlib import suppress

from moot.debate import InvalidInput
from moot.players.embedded import Embedded, EmbeddedFailed
from moot.players.named import NamedModel
from moot.players.obstacles import SEE
from moot.players.roster import EMBEDDED, Roster


class Porter:
    """Fetches each file once, beside everything else; how far it is, the model itself knows."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._errands: dict[Embedded, asyncio.Task[None]] = {}

    def send(self, name: str) -> None:
        """Begins to fetch what a player needs; nothing where it is here, or on its way."""
        definition = self._roster.definition(name)
        if not isinstance(definition, NamedModel) or definition.model not in EMBEDDED:
            raise InvalidInput(f"Nothing has to be fetched for {name!r}.", suggestion=SEE, player=name)
        model, under_way = self._roster.embedded(definition), self._errands
        if not model.fetched and (model not in under_way or under_way[model].done()):
            model.arrived, model.trouble = 0, None
            under_way[model] = asyncio.create_task(_fetched(model), name=f"fetching {name}")

    async def close(self) -> None:
        """Gives up what is not here yet."""
        errands = [errand for errand in self._errands.values() if not errand.done()]
        for errand in errands:
            errand.cancel()
        if errands:
            await asyncio.wait(errands)


async def _fetched(model: Embedded) -> None:
    # What went wrong is told with the model, to whoever asks how far it is.
    with suppress(EmbeddedFailed):
        await model.fetch()
