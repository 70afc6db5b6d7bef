"""The talk with a model in one turn: it may use tools, round by round, until it answers or has used enough."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from moot.debate import Json
from moot.engine import PlayerFailed
from moot.players.model.asking import Asking
from moot.players.model.consulting import Consultation, Use
from moot.players.model.costs import BYTES_A_TOKEN, is_measured, tokens_at_most
from moot.players.model.hearing import Heard, refused, wanted

Request: TypeAlias = Callable[[Asking], Awaitable[tuple[Heard, int]]]
"""Puts one request to the model: what came back, and at the how manieth try."""


@dataclass(frozen=True, slots=True)
class Talked:
    """A talk that came to its end."""

    put: Asking
    """The question with every round of tools behind it."""
    heard: tuple[Heard, ...]
    """What came back to each request; the last is the answer."""
    tries: int
    uses: Sequence[Use] = ()
    failure: str | None = None
    """Why there was no answer in the end, where rounds were paid for before."""

    def facts(self) -> dict[str, Json]:
        """What is told of it; null where there is nothing to tell."""
        last = self.heard[-1]
        response = last.response
        return {
            "finish_reason": response.finish_reason,
            "response": response.provider_response_id,
            "tries": self.tries,
            "output": last.output,
            "first_token_ms": None if last.first is None else round(last.first * 1000),
            "refusal": refused(response),
            # What a model read that is not in the messages belongs to its prompt.
            "read_too": (response.provider_details or {}).get("read_too"),
            "requests": len(self.heard) if len(self.heard) > 1 else None,
            "tool_calls": [use.told() for use in self.uses] or None,
            "failure": self.failure,
        }


async def talked(put: Asking, consultation: Consultation | None, most: int, request: Request) -> Talked:
    """Asks until there is an answer. Offers tools as long as an answer without them can still be paid for.

    A failure after the first round is told and not raised: what was spent until then must be counted.
    """
    heard: list[Heard] = []
    tries, used = 0, 0
    while True:
        offers = consultation is not None and consultation.open and affords(put, consultation.bytes_left, most - used)
        asked = put if offers else put.without_tools()
        try:
            came, tried = await request(asked)
        except PlayerFailed as failed:
            if consultation is None or not heard:
                raise
            return Talked(put, tuple(heard), tries, consultation.uses, str(failed))
        heard.append(came)
        tries, used = tries + tried, used + _used(came, asked)
        calls = wanted(came.response) if offers else ()
        if consultation is None or not calls:
            return Talked(put, tuple(heard), tries, () if consultation is None else consultation.uses)
        put = put.after(came.response, tuple(await consultation.consulted(calls)))


def worst_of(put: Asking) -> int:
    """The most tokens that one request may cost."""
    return tokens_at_most(put.texts) + put.most_tokens


def affords(put: Asking, results: int, left: int) -> bool:
    """Whether so many tokens suffice for a round of tools and for the answer after it, at the worst."""
    read_after = put.most_tokens + -(-results // BYTES_A_TOKEN)
    return worst_of(put) + worst_of(put.without_tools()) + read_after <= left


def _used(came: Heard, asked: Asking) -> int:
    usage = came.response.usage
    return usage.total_tokens if is_measured(usage) else worst_of(asked)
