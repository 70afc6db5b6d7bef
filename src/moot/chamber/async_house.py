"""The house in the hands of a program that has an event loop."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError
from pydantic_settings import SettingsError

from moot import wiring
from moot.chamber.async_debate import AsyncDebate
from moot.chamber.opening import Opening, Present
from moot.chamber.seating import Seating
from moot.debate import ActionNotAllowed, InvalidInput
from moot.desk import OWNER
from moot.desk.replies import Debate as Card
from moot.settings import Settings
from moot.wiring import now

MEMORY = "sqlite://"


class AsyncHouse(Opening):
    """A house: `async with moot.AsyncHouse() as house:`. In memory, unless a home or a database is named.

    Only the players of debates that were opened here, or asked for with `debate`, are called on.
    """

    def __init__(
        self,
        database: str | Path | None = None,
        *,
        home: str | Path | None = None,
        player: str | None = None,
        **settings: Any,
    ) -> None:
        """Nothing is opened yet.

        Args:
            database: Where records are kept: a file, an address, `sqlite://` for memory. `moot serve` may use it too.
            home: Where the players file, the models and, unless a database is named, the records are.
            player: Who is called on for seats that nobody was named for; the embedded model if not set.
            settings: Any other setting of a house, by its name in small letters and without the prefix.
        """
        kept = MEMORY if database is None and home is None else database
        given = {"database_url": None if kept is None else str(kept), "home": home, "player": player, **settings}
        self._settings = _settings({name: value for name, value in given.items() if value is not None})
        self._present: Present | None = None

    async def __aenter__(self) -> Self:
        await self.open_doors()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open_doors(self) -> None:
        """Opens it, where `async with` is of no use."""
        if self._present is not None:
            raise ActionNotAllowed("This house is open already.", suggestion="Use it, or close it first.")
        async with AsyncExitStack() as stack:
            opened = await stack.enter_async_context(wiring.house(self._settings, now))
            ours: set[str] = set()
            await stack.enter_async_context(wiring.running(opened, ours))
            seating = Seating(opened.hiring, opened.backing.steward.entries)
            self._present = Present(opened, seating, ours, stack.pop_all())

    async def close(self) -> None:
        """Closes it; what was acknowledged is kept. Closing it twice is no harm."""
        present, self._present = self._present, None
        if present is not None:
            await present.stack.aclose()

    async def debate(self, debate_id: str) -> AsyncDebate[Any]:
        """A debate that is there already, or a refusal; its players are called on from now on."""
        card = (await self._here.opened.desk.context(OWNER, debate_id, argument_limit=0)).debate
        return self._run(card.id)

    async def debates(self) -> list[Card]:
        """Every debate that is kept here, the latest growth first."""
        found: list[Card] = []
        cursor: str | None = None
        while True:
            page = await self._here.opened.desk.debates(OWNER, cursor=cursor, limit=200)
            found += page.debates
            cursor = page.next_cursor
            if cursor is None:
                return found

    def seat(self, player: object) -> str:
        """The name by which a function or a list of answers can be seated, and called on again after a restart."""
        return self._here.seating.name(player)

    @property
    def _here(self) -> Present:
        if self._present is None:
            raise ActionNotAllowed("This house is not open.", suggestion="Open one: with moot.House() as house: …")
        return self._present


def _settings(given: dict[str, Any]) -> Settings:
    unknown = sorted(set(given) - set(Settings.model_fields))
    if unknown:
        raise InvalidInput(
            f"There is no setting {unknown[0]!r}.", suggestion=f"Settings are: {', '.join(Settings.model_fields)}."
        )
    try:
        return Settings(**given)
    except ValidationError as unfit:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in unfit.errors())
        raise InvalidInput(f"A setting does not fit: {'; '.join(faults)}.") from None
    except SettingsError as unfit:
        raise InvalidInput(f"A setting does not fit: {unfit}.") from None
