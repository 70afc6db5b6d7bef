"""The verb that runs a debate again from one of its lines: a fork shares the past and goes on with other players."""

from collections.abc import Mapping
from typing import Any, cast

from moot.debate import HUMAN, InvalidInput, NewerRules, Position, Public, Seated, Setup, called_on
from moot.desk.audit_replies import Forked
from moot.desk.callers import Caller
from moot.desk.house import debate_name, made, request_name
from moot.desk.opening import Opening
from moot.desk.telling import fork_told, players_told
from moot.engine import GRANTS, Branch, Standing

TOOLS = frozenset({"sandbox"})
"""Players that think nothing: who names one model for a whole debate does not mean their seats."""


class Rerunning(Opening):
    """The part of the desk where debates are run again."""

    async def rerun(
        self,
        caller: Caller,
        debate_id: str,
        *,
        line: int,
        player: str | None = None,
        seats: Mapping[str, Any] | None = None,
        budget: Mapping[str, Any] | None = None,
        fork_id: str | None = None,
        client_request_id: str | None = None,
    ) -> Forked:
        """Opens a debate that shares the lines up to `line`; `player` holds every seat that a model held, or `seats`.

        What the house wrote by itself right after that line is shared too. Nobody is asked again for what was said.
        """
        caller.must_own()
        source = debate_name(debate_id)
        standing = await self._standing(source)
        _must_be_ours(standing)
        setup = _agreed(standing, player, seats or {}, budget)
        self._must_know_players(setup)
        request = request_name(client_request_id)
        name = self._named(fork_id, request)
        await self._claim(name, setup)
        branch = Branch(source, line, setup, request)
        found, repeated = await self._house.steward.fork(name, branch)
        forked = fork_told(found.position.fork)
        assert forked is not None
        return Forked(
            debate_id=name,
            forked=forked,
            state=found.position.status,
            waiting_for=found.position.waits_for(),
            players=players_told(found),
            client_request_id=request,
            repeated=repeated,
            seat_keys=self._house.keys.for_seats(name, found.position.seats),
        )


def _must_be_ours(standing: Standing) -> None:
    """Refuses what cannot be forked: members' own debates, and those of rules that are newer than ours."""
    rules, version = standing.position.rules, cast(int, standing.opened.move["version"])
    if isinstance(rules, Public):
        raise InvalidInput(
            f"Debates of the format {rules.name!r} are their members' and count in standings: they are not run again.",
            suggestion="Open another debate on the same topic.",
            format=rules.name,
        )
    if version > rules.version:
        raise NewerRules(rules.name, version, rules.version)


def _agreed(
    standing: Standing, player: str | None, seats: Mapping[str, Any], budget: Mapping[str, Any] | None
) -> Setup:
    """The set-up with other players."""
    position, told = standing.position, dict(cast(Mapping[str, Any], standing.opened.move["setup"]))
    setup = position.rules.setup.model_validate(told)
    _must_be_seats(position, seats)
    named = _played_by(setup, player) | {seat: _instead(setup, seat, given) for seat, given in seats.items()}
    if not named:
        raise InvalidInput(
            "Nothing would be different: nobody was named.", suggestion="Name a player for every seat, or for one."
        )
    players = {**cast(Mapping[str, Any], told.get("players") or {}), **named}
    limits = {} if budget is None else {"budget": dict(budget)}
    return made(position.rules.setup, **{**told, "players": players, **limits})


def _played_by(setup: Setup, player: str | None) -> dict[str, Any]:
    """One player for every seat that the house calls on, but for those that run code."""
    held: Mapping[str, Seated] = setup.players or {}
    thinking = [seat for seat in sorted(called_on(held)) if held[seat].player not in TOOLS]
    if player is not None and not thinking:
        raise InvalidInput(
            "The house calls on nobody in this debate.",
            suggestion="Say whom it shall call on for which seat, or leave a seat to a person: SEAT=human.",
        )
    return {} if player is None else {seat: _instead(setup, seat, player) for seat in thinking}


def _instead(setup: Setup, seat: str, given: Any) -> Any:
    """Another player in a seat; with the tools that the seat was granted, where whoever names it says nothing of them.

    What else the seat was set to was for the player that is gone.
    """
    held = (setup.players or {}).get(seat)
    granted = {} if held is None else {name: told for name, told in (held.settings or {}).items() if name == GRANTS}
    if not isinstance(given, str) or given == HUMAN or not granted:
        return given
    return {"player": given, "settings": granted}


def _must_be_seats(position: Position, seats: Mapping[str, Any]) -> None:
    strange = [seat for seat in seats if seat not in position.seats]
    if strange:
        raise InvalidInput(
            f"There is no seat {strange[0][:100]!r} in this debate.",
            suggestion=f"Its seats are: {', '.join(position.seats)} (a person: {HUMAN}).",
        )
