"""Panels of three stubborn judges: in a house in this process, and the same questions as a bare client puts them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import httpx2
from pydantic_ai.models import Model

from moot.debate import Seated
from moot.desk import OWNER
from moot.engine import Kept
from moot.players.model import ModelPlayer, model_named
from moot.settings import Settings
from moot.wiring import Opened, house, running

STAGES = 3
CALLS = 9

_JUDGES = {"risk": "A", "value": "B", "effort": "C"}
"""Each recommends an option of its own and keeps it, so that all rounds are played."""
_QUESTION: Mapping[str, Any] = {
    "question_text": "Does the first release work offline?",
    "options": ["A=No offline mode", "B=Full offline mode: all of it works", "C=Reading alone works"],
    "spec_context": "Field workers lose the network for hours. Their tablets are old. The release is due in spring.",
    "max_rounds": STAGES,
}
_LONGEST = 120.0

Act = Callable[[], Awaitable[None]]
Stages = Sequence[Sequence[Mapping[str, Any]]]
"""The bodies of requests: those of a stage are sent at once, one stage after the other."""


def together(play: Act, times: int) -> Act:
    """So many at once."""

    async def all_of_them() -> None:
        await asyncio.gather(*(play() for _ in range(times)))

    return all_of_them


class Panels:
    """Panels in a house in this process, on a database file."""

    def __init__(self, opened: Opened, url: str) -> None:
        self._opened = opened
        self._seats = {judge: f"openai:{option}@{url}" for judge, option in _JUDGES.items()}
        self._ended: dict[str, asyncio.Event] = {}
        opened.bulletin.heed(self._hear)

    async def play(self) -> None:
        """One panel, from its opening to its last line."""
        await self._played(str(uuid4()))

    async def stages(self) -> Stages:
        """What the house asks the judges of a panel, as a bare client would."""
        debate = str(uuid4())
        await self._played(debate)
        calls = sorted(await self._opened.store.ledger.calls(debate), key=lambda call: call.asked_at)
        if len(calls) != CALLS:
            raise RuntimeError(f"A panel made {len(calls)} calls and not {CALLS}.")
        return [[_body(call) for call in calls[n : n + len(_JUDGES)]] for n in range(0, CALLS, len(_JUDGES))]

    async def _played(self, debate: str) -> None:
        ended = self._ended[debate] = asyncio.Event()
        question = {**_QUESTION, "question_id": debate}
        await self._opened.desk.ask_panel(OWNER, question=question, seats=self._seats, debate_id=debate)
        async with asyncio.timeout(_LONGEST):
            await ended.wait()
        del self._ended[debate]

    def _hear(self, debate: str, line: int) -> None:
        standing = self._opened.backing.steward.remembered(debate)
        if standing is not None and standing.position.status == "CONTESTED" and debate in self._ended:
            self._ended[debate].set()


@asynccontextmanager
async def panels(database: Path, url: str, at_once: int | None = None) -> AsyncGenerator[Panels]:
    """A house whose players may be called on so often at once; None: as it is shipped."""
    settings = Settings(home=database.parent, database_url=str(database), auth_token=None, rules_dir=None)
    async with house(settings) as opened:
        if at_once is None:
            async with running(opened):
                yield Panels(opened, url)
            return
        players = {f"openai:{model}@{url}": _player(model, url, at_once) for model in _JUDGES.values()}

        async def hire(seated: Seated) -> ModelPlayer:
            return players[seated.player]

        try:
            async with running(replace(opened, backing=replace(opened.backing, hire=hire))):
                yield Panels(opened, url)
        finally:
            for player in players.values():
                await player.close()


def _player(model: str, url: str, at_once: int) -> ModelPlayer:
    async def load() -> Model:
        return await asyncio.to_thread(model_named, f"openai:{model}", base_url=url)

    limits = {"provider": at_once, "model": at_once}
    return ModelPlayer(f"openai:{model}@{url}", load, provider=url, model=model, at_once=limits)


def _body(call: Kept) -> dict[str, Any]:
    """What was sent for a call, from what the ledger keeps of it."""
    assert call.answer is not None
    prompt = cast(Mapping[str, Any], call.answer.prompt)
    form = {"name": "answer", "description": "The answer.", "parameters": prompt["form"]}
    return {
        "model": call.answer.by,
        "messages": prompt["messages"],
        **prompt["settings"],
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": [{"type": "function", "function": form}],
        "tool_choice": "required",
    }


class Bare:
    """A client that sends the same requests in the same stages, and keeps nothing."""

    def __init__(self, client: httpx2.AsyncClient, url: str, stages: Stages, at_once: int) -> None:
        self._client = client
        self._url = f"{url}/chat/completions"
        self._stages = stages
        self._room = asyncio.Semaphore(at_once)

    async def play(self) -> None:
        """All stages of one panel."""
        for stage in self._stages:
            await asyncio.gather(*map(self._call, stage))

    async def _call(self, body: Mapping[str, Any]) -> None:
        async with self._room:
            (await self._client.post(self._url, json=body)).raise_for_status()


@asynccontextmanager
async def bare(url: str, stages: Stages, at_once: int) -> AsyncGenerator[Bare]:
    """A bare client with so many connections."""
    limits = httpx2.Limits(max_connections=at_once, max_keepalive_connections=at_once)
    async with httpx2.AsyncClient(limits=limits, timeout=60, trust_env=False) as client:
        yield Bare(client, url, stages, at_once)
