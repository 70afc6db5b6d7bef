"""The verbs that open a debate: an arbitration, a panel, an evaluation, or any format there is."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid5

from moot.debate import InvalidInput, Move, Refusal, Seated, Setup
from moot.delegates import FORMATS, a_format, received, sent
from moot.desk.callers import Caller
from moot.desk.house import made, move_made, new_debate, request_name
from moot.desk.replies import Receipt
from moot.desk.telling import receipt_told
from moot.desk.workshop_repo import Siting
from moot.engine import Asked
from moot.formats.arbitration import Arbitration, Motion
from moot.notation import all_clean

_REQUESTS = UUID("5f0f4b0a-6d6f-8f74-8d6f-6f7472657175")
"""Names debates after the requests that opened them, where their callers named none."""


def debate_after(request: str) -> str:
    """The id of the debate that a request opens."""
    return str(uuid5(_REQUESTS, request))


class Opening(Siting):
    """The part of the desk where debates are opened."""

    async def open_arbitration(
        self,
        caller: Caller,
        *,
        debate_id: str,
        title: str,
        debate_type: str,
        content: str,
        client_request_id: str | None = None,
        max_rounds: int | None = None,
        seats: Mapping[str, Any] | None = None,
        budget: Mapping[str, Any] | None = None,
    ) -> Receipt:
        """Opens an arbitration with its motion."""
        caller.must_own()
        new_debate(debate_id)
        self._must_know_type(debate_type)
        setup = made(
            Arbitration,
            title=title.strip(),
            debate_type=debate_type,
            max_rounds=max_rounds,
            players=seats or None,
            budget=budget,
        )
        motion = made(Motion, content=content)
        return await self._opened(caller, "arbitration", setup, "proposer", motion, debate_id, client_request_id)

    async def open_debate(
        self,
        caller: Caller,
        *,
        format: str,
        setup: Mapping[str, Any],
        role: str,
        type: str,
        move: Mapping[str, Any],
        debate_id: str | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Opens a debate of any format with its first move."""
        rules = self._house.steward.formats.get(format)
        if rules is None:
            # Packages are loaded anew only where one offers this name: that may be slow, and anybody may ask for any.
            if format in sent(FORMATS) and (away := received(FORMATS, a_format).kept_out(format)) is not None:
                raise away.refusal()
            known = ", ".join(sorted(self._house.steward.formats))
            raise InvalidInput(f"There is no format {format!r} here.", suggestion=f"Formats: {known}.")
        if rules.name == "archive":
            raise InvalidInput(
                "An archive is made from a file and from nothing else.", suggestion="Bring it in: moot import FILE"
            )
        all_clean(setup, "setup")
        agreed, first = made(rules.setup, **dict(setup)), move_made(rules, type, move)
        return await self._opened(caller, format, agreed, role, first, debate_id, client_request_id)

    def debate_types(self) -> tuple[str, ...]:
        """The debate types there are."""
        return self._house.debate_types()

    def _with_players(self, setup: Setup, seats: Iterable[str]) -> Setup:
        """The set-up with the usual player in each of these seats for which nobody was named."""
        named = setup.players or {}
        usual = {seat: Seated(player=self._house.usual_player) for seat in seats if seat not in named}
        return setup.model_copy(update={"players": {**named, **usual}})

    async def _opened(
        self,
        caller: Caller,
        format: str,
        setup: Setup,
        role: str,
        first: Move,
        debate_id: str | None,
        request: str | None,
    ) -> Receipt:
        caller.must_own()
        self._must_know_players(setup)
        debate = self._named(debate_id, request)
        await self._claim(debate, setup)
        asked = Asked(role, first, request=request_name(request))
        played = await self._house.steward.open(debate, format, setup, asked)
        keys = self._house.keys.for_seats(debate, played.position.seats)
        return receipt_told(played, role).model_copy(update={"seat_keys": keys})

    def _named(self, debate_id: str | None, request: str | None) -> str:
        """The id that was given; or one made from the request, so that the same request opens no second debate."""
        if debate_id is not None:
            return new_debate(debate_id)
        return self._house.new_id() if request is None else debate_after(request)

    def _must_know_players(self, setup: Setup) -> None:
        for seat, seated in (setup.players or {}).items():
            if seated.called:
                try:
                    self._house.knows(seated)
                except Refusal as refusal:
                    raise InvalidInput(
                        f"The seat {seat!r} cannot be held so: {refusal.message}", suggestion=refusal.suggestion
                    ) from None

    def _must_know_type(self, debate_type: str) -> None:
        known = self._house.debate_types()
        if debate_type not in known:
            raise InvalidInput(
                f"There is no debate type {debate_type!r}.", suggestion=f"Debate types: {', '.join(known)}."
            )
