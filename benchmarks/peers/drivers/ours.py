"""Moot itself: a round table of three rounds, the last of which is the vote; every word on the record, in a file."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# (it runs in an environment of its own)

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from harness import AGENTS, QUESTION, STAGES, Asked, Play, run
from pydantic_ai.models import Model

from moot import __version__
from moot.debate import Seated
from moot.desk import OWNER
from moot.players.model import ModelPlayer, model_named
from moot.settings import Settings
from moot.wiring import Opened, house, running

_LONGEST = 300.0


@asynccontextmanager
async def playing(asked: Asked) -> AsyncGenerator[Play]:
    """A house on a database file, with room for all calls at once as the others have."""
    home = Path(asked.folder)
    settings = Settings(home=home, database_url=str(home / "peers.db"), auth_token=None, rules_dir=None)
    players = {f"openai:{name}@{asked.url}": _player(name, asked) for name in AGENTS}

    async def hire(seated: Seated) -> ModelPlayer:
        return players[seated.player]

    async with house(settings) as opened:
        try:
            async with running(replace(opened, backing=replace(opened.backing, hire=hire))):
                yield Tables(opened, list(players)).play
        finally:
            for player in players.values():
                await player.close()


class Tables:
    """Round tables in a house."""

    def __init__(self, opened: Opened, players: list[str]) -> None:
        self._opened = opened
        self._seats = {f"speaker-{number}": player for number, player in enumerate(players, 1)}
        self._ended: dict[str, asyncio.Event] = {}
        opened.bulletin.heed(self._hear)

    async def play(self) -> None:
        """One, from the question to the count."""
        debate = str(uuid4())
        ended = self._ended[debate] = asyncio.Event()
        setup: dict[str, Any] = {"title": "Offline?", "speakers": len(AGENTS), "max_rounds": STAGES}
        await self._opened.desk.open_debate(
            OWNER,
            format="roundtable",
            setup={**setup, "players": self._seats},
            role="asker",
            type="QUESTION",
            move={"question": QUESTION, "wanted": "choice", "options": list(AGENTS)},
            debate_id=debate,
        )
        async with asyncio.timeout(_LONGEST):
            await ended.wait()
        del self._ended[debate]

    def _hear(self, debate: str, line: int) -> None:
        standing = self._opened.backing.steward.remembered(debate)
        if standing is not None and standing.position.ended and debate in self._ended:
            self._ended[debate].set()


def _player(model: str, asked: Asked) -> ModelPlayer:
    async def load() -> Model:
        return await asyncio.to_thread(model_named, f"openai:{model}", base_url=asked.url)

    most = 3 * asked.crowd
    limits = {"provider": most, "model": most}
    return ModelPlayer(f"openai:{model}@{asked.url}", load, provider=asked.url, model=model, at_once=limits)


run("moot", __version__, playing, persistence=True)
