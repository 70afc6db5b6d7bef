"""The verbs that put a matter to a whole house of players: a question to a panel, an idea to an evaluation."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import ValidationError

from moot.debate import InvalidInput
from moot.desk.callers import Caller
from moot.desk.house import made
from moot.desk.opening import Opening
from moot.desk.replies import Receipt
from moot.formats.evaluation import AUTHOR, Evaluation, Idea, every_seat, read_idea, read_rounds, title_of
from moot.formats.panel import ASKER, read_panel
from moot.notation import all_clean

_WHO = ("seats", "players")


class Asking(Opening):
    """The part of the desk where questions and ideas are handed in."""

    async def ask_panel(
        self,
        caller: Caller,
        *,
        question: Mapping[str, Any],
        seats: Mapping[str, Any] | None = None,
        budget: Mapping[str, Any] | None = None,
        debate_id: str | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Puts a question to a panel. Judges for whom nobody is named are the usual player."""
        all_clean(question, "question")
        setup, asked = read_panel(_joined(question, seats, budget))
        judges = [seat for seat in setup.seats if seat != ASKER]
        agreed = self._with_players(setup, judges)
        return await self._opened(caller, "panel", agreed, ASKER, asked, debate_id, client_request_id)

    async def evaluate(
        self,
        caller: Caller,
        *,
        idea: str,
        title: str | None = None,
        debate: bool = True,
        scores: Any = None,
        challenges: Any = None,
        rounds: Any = None,
        seats: Mapping[str, Any] | None = None,
        budget: Mapping[str, Any] | None = None,
        debate_id: str | None = None,
        client_request_id: str | None = None,
        **options: Any,
    ) -> Receipt:
        """Puts an idea to an evaluation. Seats for which nobody is named are held by the usual player."""
        all_clean([idea, title, scores, challenges, rounds, options], "idea")
        brought = _idea(idea, scores, challenges)
        told: dict[str, Any] = {"title": (title or title_of(idea)).strip(), "debate": debate, **options}
        if rounds is not None:
            told["rounds"] = read_rounds(rounds)
        setup = made(Evaluation, **told, players=dict(seats or {}) or None, budget=budget)
        needed = [seat for seat in every_seat(setup.personas) if seat != AUTHOR]
        agreed = self._with_players(setup, needed)
        return await self._opened(caller, "evaluation", agreed, AUTHOR, brought, debate_id, client_request_id)


def _idea(content: str, scores: Any, challenges: Any) -> Idea:
    try:
        return read_idea(content, scores, challenges)
    except ValidationError as unfit:
        raise InvalidInput("; ".join(f"idea: {fault['msg']}" for fault in unfit.errors())) from None


def _joined(
    told: Mapping[str, Any], seats: Mapping[str, Any] | None, budget: Mapping[str, Any] | None
) -> dict[str, Any]:
    """What a file says, with the seats and the budget that were named beside it."""
    joined = {name: value for name, value in told.items() if name not in _WHO}
    named: dict[str, Any] = {}
    for name in _WHO:
        given: object = told.get(name)
        if given is not None and not isinstance(given, Mapping):
            raise InvalidInput(f"{name}: must be a mapping of seats to players.")
        named |= cast(Mapping[str, Any], given or {})
    named |= seats or {}
    return joined | ({"seats": named} if named else {}) | ({"budget": dict(budget)} if budget else {})
