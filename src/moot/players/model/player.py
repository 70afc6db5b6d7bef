"""A model as a player: asked through pydantic-ai, tried again where that helps, measured and never guessed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from pydantic_ai.models import Model

from moot.debate import Json, Manner, Refusal, Spent
from moot.engine import Allowance, Answer, Call, Draft, PlayerFailed, Toolbox, granted
from moot.players.circuits import CIRCUITS, Circuits, Unreachable
from moot.players.model.asking import Asking, asking
from moot.players.model.consulting import HOW, Consultation
from moot.players.model.costs import Price, Tag, spent_on
from moot.players.model.failures import Trouble, trouble
from moot.players.model.hearing import Heard, hear, raw_of
from moot.players.model.patience import Hours, Patience
from moot.players.model.spans import asked_of, tell_heard
from moot.players.model.talking import Talked, affords, talked, worst_of

Load = Callable[[], Awaitable[Model]]
"""Makes the model ready; awaited when it is first called on."""

AT_ONCE = 8
NO_TOOLS = "this model cannot use tools"
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
        toolbox: Toolbox | None = None,
        allowance: Allowance | None = None,
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
            toolbox: Where the tools are that it may use in its turns; None: it can use none.
            allowance: How much of them it may use in one turn.
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
        self._toolbox = toolbox
        self._allowance = allowance or Allowance()
        self._loading = asyncio.Lock()
        self._model: Model | None = None

    def _set_for(self, call: Call) -> Mapping[str, Any]:
        return {**self._steadily, **self._settings} if call.ask.steady else self._settings

    def reserve(self, call: Call) -> Spent | None:
        """The most that an answer may cost, with the tools that it may use; without money where no price is known."""
        put = asking(call, self._set_for(call))
        total, written = worst_of(put), put.most_tokens
        if self._why_toolless(call) is None and granted(call):
            total += self._allowance.tokens
            # What is written costs more than what is read.
            written = min(total, written * (self._allowance.calls + 1))
        return Spent(total - written, written, self._tag.most(total - written, written))

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """Asks the model; what it writes is the answer even if it does not fit, because it is paid for."""
        model = await self._loaded()
        put = asking(call, self._set_for(call))
        begun = self._hours.ticks()
        async with self._consulting(model, call, put) as (asked, consultation, why_not):
            most = worst_of(put) + self._allowance.tokens
            said = await talked(asked, consultation, most, lambda each: self._requested(model, each, call, draft))
        milliseconds = round((self._hours.ticks() - begun) * 1000)
        return self._told(model, call, said, milliseconds, why_not)

    @asynccontextmanager
    async def _consulting(
        self, model: Model, call: Call, put: Asking
    ) -> AsyncGenerator[tuple[Asking, Consultation | None, str | None]]:
        """The question with the tools that are offered for it, and why not all are that were granted."""
        why_not = self._why_toolless(call) or (None if model.profile.get("supports_tools", True) else NO_TOOLS)
        if self._toolbox is None or why_not is not None or not granted(call):
            yield put, None, f"not offered: {why_not}" if granted(call) or call.toolless else None
            return
        async with self._toolbox(call) as kit:
            consultation = Consultation(kit.tools, self._allowance, self._hours.ticks)
            offering = put.offering(consultation.definitions, HOW.format(calls=self._allowance.calls))
            left = worst_of(put) + self._allowance.tokens
            if not kit.tools:
                yield put, None, f"not offered: {'; '.join(kit.missing) or 'there are none'}"
            elif not affords(offering, consultation.bytes_left, left):
                yield put, None, "not offered: so long a question costs more than a turn may spend on tools"
            else:
                yield offering, consultation, "; ".join(kit.missing) or None

    def _why_toolless(self, call: Call) -> str | None:
        """Why no tools can be used for a call, as far as that is known before the model is."""
        if self._toolbox is None:
            return call.toolless or NO_TOOLS
        return call.toolless or (None if self._allowance.calls else "this house lets turns use none")

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

    async def _requested(self, model: Model, put: Asking, call: Call, draft: Draft) -> tuple[Heard, int]:
        lane = " at ".join(filter(None, (self._provider, model.base_url)))
        with self._circuits.through(lane), asked_of(self._provider, self._tag.model, put) as span:
            heard, tried = await self._tried(model, put, call, draft)
            tell_heard(span, heard, tried)
            return heard, tried

    async def _tried(self, model: Model, put: Asking, call: Call, draft: Draft) -> tuple[Heard, int]:
        """The answer, and at the how manieth try it came."""
        failures, paid = 0, False
        while True:
            try:
                async with self._hours.within(put.settings.get("timeout", self._patience.one_try)):
                    return await hear(model, put, draft, self._hours.ticks), failures + 1
            except Exception as error:
                met = trouble(error, self._provider, self._hours.now())
                if met is None:
                    raise
                failures, paid = failures + 1, paid or met.paid
                await self._rest(call, replace(met, paid=paid), failures, error)

    async def _rest(self, call: Call, met: Trouble, failures: int, error: Exception) -> None:
        """Waits before another try; fails where there is none."""
        if not met.passes:
            raise PlayerFailed(f"{self.name} {met.told}.", paid=met.paid) from error
        wait = self._patience.rest(failures, self._hours.chance(), met.asked)
        tried = f"{self.name} {met.told} (tried {failures} times)."
        if wait is None:
            asked = f" It asks to be left alone for {met.asked:.0f} s." if met.asked else ""
            raise Unreachable(tried + asked, paid=met.paid) from error
        until = call.turn.until
        if until is not None and self._hours.now() + timedelta(seconds=wait) >= until:
            raise Unreachable(f"{tried} The turn ends before it can be tried again.", paid=met.paid) from error
        await self._hours.sleep(wait)

    def _told(self, model: Model, call: Call, said: Talked, milliseconds: int, why_not: str | None) -> Answer:
        responses = [each.response for each in said.heard]
        spent, unknown = spent_on(responses, self._tag, milliseconds)
        told: dict[str, Json] = {
            **said.facts(),
            "milliseconds": milliseconds,
            "unknown": unknown,
            "tools": why_not,
        }
        return Answer(
            raw=raw_of(responses[-1], call.ask.forms) if said.failure is None else "",
            by=responses[-1].model_name or model.model_name,
            prompt=said.put.told(said.heard[-1].output),
            spent=spent,
            facts={name: fact for name, fact in told.items() if fact is not None},
        )
