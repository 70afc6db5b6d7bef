"""Hiring: the player that a seat names."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from moot.debate import InvalidInput, Refusal, Seated
from moot.delegates import Received
from moot.engine import GRANTS, Allowance, Elsewhere, Player, Toolbox
from moot.players.catalogue import Offer, catalogue
from moot.players.command import CALLED_ON, CommandPlayer, Program, passed_on
from moot.players.command.agents import AGENTS, PRINTED, AgentPlayer, Line
from moot.players.named import (
    HEADERS,
    Definition,
    NamedAgent,
    NamedCommand,
    NamedGguf,
    NamedModel,
    NamedReplay,
    NamedSandbox,
    NamedScript,
)
from moot.players.porter import Porter
from moot.players.python import PYTHON
from moot.players.record import Entries
from moot.players.replay import ReplayPlayer
from moot.players.roster import EMBEDDED, Roster
from moot.players.sandbox import Checking, SandboxPlayer
from moot.players.script import ScriptPlayer
from moot.players.sent import offers_of, sent_as

if TYPE_CHECKING:
    from moot.players.model import ModelPlayer


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
        unconfined: bool = False,
        checking: Checking | None = None,
        toolbox: Toolbox | None = None,
        allowance: Allowance | None = None,
        provider_calls: int | None = None,
        sent: Received[Player] | None = None,
    ) -> None:
        """Knows where to look; nothing is loaded yet.

        Args:
            folder: Where the players file is.
            models: Where fetched models are kept.
            environment: Where keys are looked up, and what programs are given of it.
            entries: Reads the record of a debate, for players that answer from one.
            threads: How many an embedded model computes on.
            unconfined: Whether code may run without a sandbox where none holds.
            checking: Who does jobs of checks for the sandbox; None: nobody.
            toolbox: Where the tools are that models may use in their turns; None: they have none.
            allowance: How much of them a turn may use.
            provider_calls: How many calls may be out to one provider, where no model of it is given more.
            sent: The players of other packages.
        """
        self._roster = Roster(folder, models, environment, threads, unconfined)
        self._porter = Porter(self._roster)
        self._entries = entries
        self._checking = checking
        self._toolbox = toolbox
        self._allowance = allowance
        self._provider_calls = provider_calls
        self._sent: Received[Player] = sent or Received()
        self._guests: dict[str, Player] = {}
        self._hired: dict[tuple[str, str], Player] = {}
        self._thinkers: list[ModelPlayer] = []
        self._hiring = asyncio.Lock()

    async def hire(self, seated: Seated) -> Player:
        """The player of a seat, or the refusal that says what is missing.

        The manner and the settings of a set-up come with each call; here it is only who.
        """
        name = _proper(seated.player)
        if (known := self._known(name)) is not None:
            return known
        definition = self._roster.definition(name)
        key = (name, definition.model_dump_json())
        async with self._hiring:
            if key not in self._hired:
                self._must_be_able(name, definition)
                # The first model imports what asks models, which nobody else should wait for.
                self._hired[key] = await asyncio.to_thread(self._made, name, definition)
            return self._hired[key]

    def must_know(self, seated: Seated) -> None:
        """Refuses somebody who could not be called on, unknown, not installed, without a key; or who uses no tools."""
        if HEADERS in (seated.settings or {}):
            raise InvalidInput(
                "Headers cannot be set for a seat: they may hold keys, and what opens a debate is on the record.",
                suggestion=f"Put {HEADERS} into the settings of a player in the players file, and name that player.",
            )
        if seated.called:
            definition = None if self._is_known(seated.player) else self._roster.definition(seated.player)
            if definition is not None:
                self._must_be_able(seated.player, definition)
            if (seated.settings or {}).get(GRANTS):
                _must_use_tools(seated.player, definition)

    def welcome(self, player: Player) -> None:
        """Takes in a player that lives in this process alone; by how its name begins, every other leaves it alone."""
        self._guests[player.name] = player

    def catalogue(self) -> list[Offer]:
        """Who can be called on here, and why not the others."""
        return [*catalogue(self._roster), *offers_of(self._sent, self._roster.book())]

    def fetch(self, name: str) -> None:
        """Begins to fetch what a player needs and is not here; how far it is, the catalogue tells."""
        self._porter.send(_proper(name))

    def secrets(self) -> Iterator[str]:
        """What the players file gives to players and nobody else may read; nothing where it cannot be read."""
        with suppress(Refusal):
            yield from self._roster.secrets()

    async def close(self) -> None:
        """Lets go of what the players hold."""
        await self._porter.close()
        thinkers, self._thinkers = self._thinkers, []
        self._hired.clear()
        for player in thinkers:
            await player.close()

    def _known(self, name: str) -> Player | None:
        """Somebody who was taken in, or whom a package sends."""
        if name.startswith(PYTHON):
            if name not in self._guests:
                raise Elsewhere(name)
            return self._guests[name]
        return None if ":" in name else sent_as(name, self._sent, self._roster.book())

    def _is_known(self, name: str) -> bool:
        try:
            return self._known(name) is not None
        except Elsewhere:
            raise InvalidInput(
                f"{name!r} lives in the memory of another process, if anywhere.",
                suggestion="Name a player that this house can call on. Run: moot models",
                player=name,
            ) from None

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
            case NamedAgent():
                return self._agent(name, definition)
            case NamedScript(script=script):
                path = self._roster.book().beside(script)
                return ScriptPlayer(name, path, self._entries, manner=definition.verdict or "paired")
            case NamedReplay(replay=debate):
                return ReplayPlayer(name, debate, self._entries, manner=definition.verdict or "plain")
            case NamedSandbox():
                return SandboxPlayer(name, unconfined=self._roster.unconfined, checking=self._checking)

    def _model(self, name: str, named: NamedModel) -> Player:
        from moot.players import thinking

        key = None if named.api_key_env is None else self._roster.environment[named.api_key_env]
        return self._closing(thinking.elsewhere(name, named, key, self._toolbox, self._allowance, self._provider_calls))

    def _embedded(self, name: str, named: NamedModel | NamedGguf) -> Player:
        from moot.players import thinking

        return self._closing(thinking.in_process(name, named, self._roster.embedded(named)))

    def _closing(self, player: "ModelPlayer") -> Player:
        self._thinkers.append(player)
        return player

    def _command(self, name: str, named: NamedCommand) -> Player:
        return CommandPlayer(
            name,
            named.command,
            passed_on(self._roster.environment, named.pass_env),
            timeout=named.timeout,
            folder=self._folder(named.cwd),
            at_once=named.at_once,
            manner=named.verdict or "paired",
        )

    def _agent(self, name: str, named: NamedAgent) -> Player:
        agent = AGENTS[named.agent]
        known = passed_on(self._roster.environment, (*agent.keys, *named.pass_env))
        told = {**known, **agent.environment, CALLED_ON: "1"}
        return AgentPlayer(
            name,
            Line(agent, self._roster.book().program(named), named.flags),
            Program(told, named.timeout, self._folder(named.cwd), PRINTED),
            continues=named.continues,
            at_once=named.at_once,
            manner=named.verdict or "paired",
        )

    def _folder(self, cwd: str | None) -> Path | None:
        return None if cwd is None else self._roster.book().beside(cwd)


def _must_use_tools(name: str, definition: Definition | None) -> None:
    if not isinstance(definition, NamedModel) or definition.model in EMBEDDED:
        raise InvalidInput(
            f"{name!r} cannot use tools.", suggestion="Seat a model of a provider, or leave `tools` out.", player=name
        )


def _proper(name: str) -> str:
    """The name that a player with several is known by."""
    return "embedded" if name == "embedded:default" else name
