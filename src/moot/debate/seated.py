"""Who sits where: the players that the house itself calls on, and what they may spend together."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field

from moot.debate.json import JsonObject

HUMAN = "human"
"""The name of a seat that nobody is called on for: a person, or an agent from outside, comes by itself."""


class Seated(BaseModel, frozen=True, extra="forbid"):
    """Who holds a seat, as the set-up names it."""

    player: str = Field(min_length=1, max_length=200)
    """`human`, `embedded`, a model as its provider names it (`anthropic:…`), or a name from the players file."""
    settings: dict[str, Any] | None = None
    """How this player is asked: temperature, max_tokens and the like."""
    verdict: str | None = Field(default=None, pattern=r"^(paired|separate|plain)$")
    """How it judges; None: as suits the player."""

    @property
    def called(self) -> bool:
        """Whether the house calls on it."""
        return self.player != HUMAN


def _seated(given: Any) -> Any:
    return {"player": given} if isinstance(given, str) else given


Players: TypeAlias = dict[str, Annotated[Seated, BeforeValidator(_seated)]]
"""Seats by name; a seat that is not named is for whoever comes from outside."""


class Budget(BaseModel, frozen=True, extra="forbid"):
    """What the players of a debate may spend. What cannot be told counts as too much."""

    tokens: int | None = Field(default=None, ge=0)
    money: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """In US dollars, as providers price their models."""
    calls: int | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """From the opening of the debate."""


def called_on(players: Mapping[str, Seated] | None) -> frozenset[str]:
    """The seats that the house calls on."""
    return frozenset(seat for seat, seated in (players or {}).items() if seated.called)


def called_in(setup: JsonObject) -> frozenset[str]:
    """The seats that the house calls on, from a set-up as the opening line keeps it."""
    told = setup.get("players")
    if not isinstance(told, Mapping):
        return frozenset()
    return frozenset(
        seat for seat, seated in told.items() if isinstance(seated, Mapping) and seated.get("player") != HUMAN
    )
