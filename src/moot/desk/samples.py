"""Samples: a debate of each format that a newcomer can watch at a click, with the usual player in its seats."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from moot.debate import InvalidInput
from moot.desk.arena.exhibiting import Exhibiting
from moot.desk.asking import Asking
from moot.desk.callers import Caller
from moot.desk.replies import Receipt, Sample
from moot.desk.sample_texts import ARBITRATION, SAMPLES, Script
from moot.desk.workshop_opening import Tasking
from moot.formats.panel import DEFAULT_JUDGES
from moot.formats.roundtable import ASKER, speaker

__all__ = ["ARBITRATION", "SAMPLES", "Script", "Showing"]

Opens: TypeAlias = Callable[[Caller, Script, str], Coroutine[Any, Any, Receipt]]
_OF_ROUNDTABLE = ("speakers", "max_rounds")


class Showing(Asking, Tasking, Exhibiting):
    """The part of the desk that shows newcomers what there is."""

    @property
    def usual_player(self) -> str:
        """Who is called on for a seat that must be held and that nobody was named for."""
        return self._house.usual_player

    async def samples(self, caller: Caller) -> tuple[Sample, ...]:
        """The samples, and where those that were started are."""
        return tuple([await self._sample(name, script) for name, script in SAMPLES.items()])

    async def start_sample(self, caller: Caller, name: str) -> Receipt:
        """Opens a sample; one that was opened before is given again."""
        script = SAMPLES.get(name)
        if script is None:
            raise InvalidInput(f"There is no sample {name!r}.", suggestion=f"Samples: {', '.join(SAMPLES)}.")
        opens: Mapping[str, Opens] = {
            "panel": self._sample_panel,
            "evaluation": self._sample_evaluation,
            "arbitration": self._sample_arbitration,
            "arena": self._sample_arena,
            "workshop": self._sample_workshop,
            "roundtable": self._sample_roundtable,
        }
        return await opens[script.format](caller, script, _request(name))

    async def _sample_panel(self, caller: Caller, script: Script, request: str) -> Receipt:
        seats = dict.fromkeys((judge.name for judge in DEFAULT_JUDGES), self._brisk())
        return await self.ask_panel(caller, question=dict(script.told), seats=seats, client_request_id=request)

    async def _sample_evaluation(self, caller: Caller, script: Script, request: str) -> Receipt:
        return await self.evaluate(caller, title=script.title, client_request_id=request, **script.told)

    async def _sample_arbitration(self, caller: Caller, script: Script, request: str) -> Receipt:
        players = {"proposer": self.usual_player, "opponent": self.usual_player}
        debate, told = self._named(None, request), script.told
        return await self.open_arbitration(
            caller, debate_id=debate, title=script.title, client_request_id=request, seats=players, **told
        )

    async def _sample_arena(self, caller: Caller, script: Script, request: str) -> Receipt:
        return await self.exhibit(caller, client_request_id=request, **script.told)

    async def _sample_workshop(self, caller: Caller, script: Script, request: str) -> Receipt:
        return await self.open_workshop(caller, title=script.title, client_request_id=request, **script.told)

    async def _sample_roundtable(self, caller: Caller, script: Script, request: str) -> Receipt:
        told, many = script.told, int(script.told["speakers"])
        players = {speaker(number): self._brisk() for number in range(1, many + 1)}
        setup = {"title": script.title, "players": players, **{name: told[name] for name in _OF_ROUNDTABLE}}
        move = {name: value for name, value in told.items() if name not in _OF_ROUNDTABLE}
        return await self.open_debate(
            caller,
            format=script.format,
            setup=setup,
            role=ASKER,
            type="QUESTION",
            move=move,
            client_request_id=request,
        )

    def _brisk(self) -> dict[str, Any]:
        """The usual player; the embedded model is kept short, because whoever watches a sample waits for it."""
        usual = self.usual_player
        return {"player": usual, "settings": {"max_tokens": 600}} if usual.startswith("embedded") else {"player": usual}

    async def _sample(self, name: str, script: Script) -> Sample:
        debate = self._named(None, _request(name))
        card = await self._house.store.card(debate)
        return Sample(
            name=name,
            title=script.title,
            format=script.format,
            about=script.about,
            opened=None if card is None else debate,
        )


def _request(name: str) -> str:
    """Under which a sample is opened, so that there is one of each."""
    return f"sample {name}"
