"""Questions to put to models, and players to put them to."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field
from pydantic_ai.models import Model

from moot.debate import Ask, Brief, Move, Turn, only
from moot.engine import Call, Unfit
from moot.players.model import Circuits, Hours, ModelPlayer, model_named
from moot.testing import FixedClock
from moot.testing.wire import WireServer


class Point(BaseModel):
    """A point that an opinion rests on."""

    text: str = Field(min_length=3)
    weight: int = Field(ge=1, le=5)


class Opinion(Move, frozen=True):
    """What a judge thinks."""

    kind: Literal["opinion"] = "opinion"
    option: Literal["keep", "drop"]
    reason: str = Field(min_length=1, max_length=2000)
    points: list[Point] = Field(default_factory=list[Point], max_length=3)
    doubt: str | None = None


class Silence(Move, frozen=True):
    """A judge who has no opinion."""

    kind: Literal["silence"] = "silence"
    because: str


def a_call(
    *forms: type[BaseModel],
    task: str = "Judge the plan.",
    record: str | None = None,
    before: tuple[Unfit, ...] = (),
    until: datetime | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Call:
    ask = Ask(task, forms or (Opinion,), record=record)
    brief = Brief("You are a judge.", "The plan: keep it simple.", (ask,), only)
    turn = Turn("judge", ("opinion",), since=1, seat="risk", until=until)
    return Call("debate-1", turn, brief, ask, before, settings or {})


@dataclass
class FakeHours:
    """Time that passes only when somebody sleeps."""

    clock: FixedClock = field(default_factory=FixedClock)
    slept: list[float] = field(default_factory=list[float])
    chance: float = 1.0

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.advance(seconds=seconds)

    @property
    def hours(self) -> Hours:
        return Hours(
            now=self.clock, ticks=lambda: self.clock().timestamp(), sleep=self.sleep, chance=lambda: self.chance
        )


@asynccontextmanager
async def playing(make: Callable[[], Model], **given: Any) -> AsyncGenerator[ModelPlayer]:
    """A player of the model, closed at the end."""

    async def load() -> Model:
        return make()

    usual: dict[str, Any] = {"provider": "local", "circuits": Circuits()}
    player = ModelPlayer("local:m1", load, **{**usual, **given})
    try:
        yield player
    finally:
        await player.close()


def at(server: WireServer, name: str = "m1") -> Callable[[], Model]:
    """The model of that name at the server."""
    return lambda: model_named(name, base_url=server.url)


def unheard(text: str) -> None:
    """Nobody watches."""
