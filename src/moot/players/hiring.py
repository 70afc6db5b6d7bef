"""Hiring: the player that a seat names."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from pydantic_ai.models import Model

from moot.debate import Seated
from moot.engine import Player
from moot.players.catalogue import Offer, catalogue
from moot.players.command import CommandPlayer, passed_on
from moot.players.model import FREE, Load, ModelPlayer, Price, model_named
from moot.players.named import Definition, NamedCommand, NamedGguf, NamedModel, NamedReplay, NamedScript
from moot.players.record import Entries
from moot.players.replay import ReplayPlayer
from moot.players.roster import EMBEDDED, Roster
from moot.players.script import ScriptPlayer


class Hiring:
    """Finds the players that seats name; whoever is defined alike is one and the same player."""

    def __init__(
        self,
        folder: Path,
        *,
        models: Path,
        environment: Mapping[str, str],
        entries: Entries,
        threads: int | None = None,
    ) -> None:
        """Knows where to look; nothing is loaded yet.

        Args:
            folder: Where the players file is.
            models: Where fetched models are kept.
            environment: Where keys are looked up, and what programs are given of it.
            entries: Reads the record of a debate, for players that answer from one.
            threads: How many an embedded model computes on.
        """
        self._roster = Roster(folder, models, environment, threads)
        self._entries = entries
        self._hired: dict[tuple[str, str], Player] = {}

    def hire(self, seated: Seated) -> Player:
        """The player of a seat, or the refusal that says what is missing.

        The manner and the settings of a set-up come with each call; here it is only who.
        """
        name = _proper(seated.player)
        definition = self._roster.definition(name)
        key = (name, definition.model_dump_json())
        if key not in self._hired:
            self._must_be_able(name, definition)
            self._hired[key] = self._made(name, definition)
        return self._hired[key]

    def must_know(self, seated: Seated) -> None:
        """Refuses somebody who could not be called on: unknown, not installed, without a key."""
        if seated.called:
            self._must_be_able(seated.player, self._roster.definition(seated.player))

    def catalogue(self) -> list[Offer]:
        """Who can be called on here, and why not the others."""
        return catalogue(self._roster)

    async def close(self) -> None:
        """Lets go of what the players hold."""
        players, self._hired = self._hired, {}
        for player in players.values():
            if isinstance(player, ModelPlayer):
                await player.close()

    def _must_be_able(self, name: str, definition: Definition) -> None:
        if (obstacle := self._roster.obstacle(definition)) is not None:
            raise obstacle.refusal(name)

    def _made(self, name: str, definition: Definition) -> Player:
        match definition:
            case NamedModel(model=model) if model in EMBEDDED:
                return self._embedded(name, definition)
            case NamedModel():
                return self._model(name, definition)
            case NamedGguf():
                return self._embedded(name, definition)
            case NamedCommand():
                return self._command(name, definition)
            case NamedScript(script=script):
                path = self._roster.book().beside(script)
                return ScriptPlayer(name, path, self._entries, manner=definition.verdict or "paired")
            case NamedReplay(replay=debate):
                return ReplayPlayer(name, debate, self._entries, manner=definition.verdict or "plain")

    def _model(self, name: str, named: NamedModel) -> Player:
        key = None if named.api_key_env is None else self._roster.environment[named.api_key_env]
        return ModelPlayer(
            name,
            _loading(named, key),
            # How much an address of one's own can take, and what it charges, has nothing to do with the provider's.
            provider=named.provider if named.base_url is None else urlsplit(named.base_url).netloc,
            model=named.model.partition(":")[2],
            manner=named.verdict or "paired",
            at_once=None if named.at_once is None else {"model": named.at_once},
            settings=named.settings,
            price=None if named.price is None else Price(named.price.input, named.price.output),
        )

    def _embedded(self, name: str, named: NamedModel | NamedGguf) -> Player:
        model = self._roster.embedded(named)
        return ModelPlayer(
            name,
            model.load,
            provider="embedded",
            model=model.name,
            manner=named.verdict or model.manner,
            at_once={"provider": 1, "model": 1},
            settings=named.settings,
            # A small model that is left to chance judges by it.
            steadily={"temperature": 0.0},
            price=FREE,
        )

    def _command(self, name: str, named: NamedCommand) -> Player:
        return CommandPlayer(
            name,
            named.command,
            passed_on(self._roster.environment, named.pass_env),
            timeout=named.timeout,
            folder=None if named.cwd is None else self._roster.book().beside(named.cwd),
            at_once=named.at_once,
            manner=named.verdict or "paired",
        )


def _loading(named: NamedModel, key: str | None) -> Load:
    async def load() -> Model:
        # The first model of a provider imports its library, which takes a while.
        return await asyncio.to_thread(model_named, named.model, base_url=named.base_url, api_key=key)

    return load


def _proper(name: str) -> str:
    """The name that a player with several is known by."""
    return "embedded" if name == "embedded:default" else name
