"""A model as a player: asked through pydantic-ai, tried again where that helps, measured and never guessed."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from pydantic_ai.models import Model

from moot.debate import Json, Manner, Refusal, Spent
from moot.engine import Answer, Call, Draft, PlayerFailed
from moot.players.model.asking import Asking, asking
from moot.players.model.breaker import CIRCUITS, Circuits, Unreachable
from moot.players.model.costs import Price, Tag, is_measured, tokens_at_most
from moot.players.model.failures import Trouble, trouble
from moot.players.model.hearing import Heard, hear, raw_of, refused
from moot.players.model.patience import Hours, Patience

Load = Callable[[], Awaitable[Model]]
"""Makes the model ready; awaited when it is first called on."""

AT_ONCE = 8
NOTHING_SET: Mapping[str, Any] = MappingProxyType({})


class ModelPlayer:
    """A language model that is called on for a seat."""

    def __init__(
        self,
        name: str,
        load: Load,
        *,
        provider: str,
        model: str | None = None,
        manner: Manner = "paired",
        at_once: Mapping[str, int] | None = None,
        settings: Mapping[str, Any] = NOTHING_SET,
        steadily: Mapping[str, Any] = NOTHING_SET,
        price: Price | None = None,
        patience: Patience | None = None,
        hours: Hours | None = None,
        circuits: Circuits = CIRCUITS,
    ) -> None:
        """Names a model; nothing is loaded yet.

        Args:
            name: As the set-up names the player.
            load: Makes the model ready.
            provider: Who answers for it, as pydantic-ai names them: they share a lane and a circuit.
            model: As the provider names it; by default what the player's name says after the colon.
            manner: How it judges best.
            at_once: How many calls may be out to the `provider` and to the `model`.
            settings: As pydantic-ai has them (temperature, max_tokens …), and `output` (tool, native, prompted),
                `stream` (whether it is heard piece by piece) and `timeout` (seconds for one try).
            steadily: More settings for questions that want the same answer every time, such as temperature 0.
            price: Where it is not in the price tables, or costs something else.
            patience: How often and how long it is tried again.
            hours: Time and chance, for tests.
            circuits: Who learns from its failures.
        """
        self.name = name
        self.manner: Manner = manner
        self._load = load
        self._provider = provider
        self._tag = Tag(model or name.partition(":")[2] or name, provider, price)
        allowed = at_once or {}
        self.lanes: Mapping[str, int] = {
            f"provider:{provider}": allowed.get("provider", AT_ONCE),
            f"model:{provider}:{self._tag.model}": allowed.get("model", AT_ONCE),
        }
        self._settings = settings
        self._steadily = steadily
        self._patience = patience or Patience()
        self._hours = hours or Hours()
        self._circuits = circuits
        self._loading = asyncio.Lock()
        self._model: Model | None = None

    def _set_for(self, call: Call) -> Mapping[str, Any]:
        return {**self._steadily, **self._settings} if call.ask.steady else self._settings

    def reserve(self, call: Call) -> Spent | None:
        """The most that an answer may cost; without money where no price is known."""
        put = asking(call, self._set_for(call))
        tokens_in, tokens_out = tokens_at_most(put.texts), put.most_tokens
        money = self._tag.most(tokens_in, tokens_out)
        return Spent(tokens_in, tokens_out, money)

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """Asks the model; what it writes is the answer even if it does not fit, because it is paid for."""
        model = await self._loaded()
        put = asking(call, self._set_for(call))
        begun = self._hours.ticks()
        with self._circuits.through(" at ".join(filter(None, (self._provider, model.base_url)))):
            heard, tries = await self._tried(model, put, call, draft)
        milliseconds = round((self._hours.ticks() - begun) * 1000)
        return self._told(model, put, call, heard, tries, milliseconds)

    async def close(self) -> None:
        """Lets go of the connections to the provider."""
        model, self._model = self._model, None
        if model is not None:
            await model.__aexit__(None, None, None)

    async def _loaded(self) -> Model:
        async with self._loading:
            if self._model is None:
                try:
                    model = await self._load()
                except Refusal as refusal:
                    raise PlayerFailed(" ".join(filter(None, (refusal.message, refusal.suggestion)))) from refusal
                self._model = await model.__aenter__()
            return self._model

    async def _tried(self, model: Model, put: Asking, call: Call, draft: Draft) -> tuple[Heard, int]:
        """The answer, and at the how manieth try it came."""
        failures = 0
        while True:
            try:
                async with self._hours.within(put.settings.get("timeout", self._patience.one_try)):
                    return await hear(model, put, draft, self._hours.ticks), failures + 1
            except Exception as error:
                met = trouble(error, self._provider, self._hours.now())
                if met is None:
                    raise
                failures += 1
                await self._rest(call, met, failures, error)

    async def _rest(self, call: Call, met: Trouble, failures: int, error: Exception) -> None:
        """Waits before another try; fails where there is none."""
        if not met.passes:
            raise PlayerFailed(f"{self.name} {met.told}.") from error
        wait = self._patience.rest(failures, self._hours.chance(), met.asked)
        tried = f"{self.name} {met.told} (tried {failures} times)."
        if wait is None:
            asked = f" It asks to be left alone for {met.asked:.0f} s." if met.asked else ""
            raise Unreachable(tried + asked) from error
        until = call.turn.until
        if until is not None and self._hours.now() + timedelta(seconds=wait) >= until:
            raise Unreachable(f"{tried} The turn ends before it can be tried again.") from error
        await self._hours.sleep(wait)

    def _told(self, model: Model, put: Asking, call: Call, heard: Heard, tries: int, milliseconds: int) -> Answer:
        response = heard.response
        spent, unknown = self._spent(heard, milliseconds)
        facts: dict[str, Json] = {
            "finish_reason": response.finish_reason,
            "response": response.provider_response_id,
            "tries": tries,
            "output": heard.output,
            "milliseconds": milliseconds,
            "first_token_ms": None if heard.first is None else round(heard.first * 1000),
            "refusal": refused(response),
            # What a model read that is not in the messages belongs to its prompt.
            "read_too": (response.provider_details or {}).get("read_too"),
            "unknown": unknown,
        }
        return Answer(
            raw=raw_of(response, call.ask.forms),
            by=response.model_name or model.model_name,
            prompt=put.told(heard.output),
            spent=spent,
            facts={name: fact for name, fact in facts.items() if fact is not None},
        )

    def _spent(self, heard: Heard, milliseconds: int) -> tuple[Spent | None, str | None]:
        """What it cost, and what of that nobody told."""
        usage = heard.response.usage
        if not is_measured(usage):
            return None, "tokens and money"
        money = self._tag.paid(heard.response)
        spent = Spent(usage.input_tokens, usage.output_tokens, money, milliseconds)
        return spent, "money" if money is None else None
