"""Opening: a verb for each format, with the usual player in every seat for which nobody was named."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Unpack

from uuid_utils import uuid7

from moot import wiring
from moot.chamber.async_debate import AsyncDebate
from moot.chamber.reports import (
    ArbitrationReport,
    ArenaReport,
    EvaluationReport,
    PanelReport,
    RoundTableReport,
    WorkshopReport,
)
from moot.chamber.seating import Seating, Seats
from moot.chamber.terms import (
    ArbitrationTerms,
    ArenaTerms,
    EvaluationTerms,
    PanelTerms,
    RoundTableTerms,
    WorkshopTerms,
    must_be_terms,
    parted,
)
from moot.debate import AgentNotFound, InvalidInput
from moot.desk import OWNER
from moot.formats.arena.setup import SIDES
from moot.formats.roundtable import ASKER, RoundTable, speaker
from moot.wiring import Opened

_ARBITRATION = ("proposer", "opponent", "arbitrator")
_TITLE = 200


@dataclass(frozen=True, slots=True)
class Present:
    """What is there while a house is open."""

    opened: Opened
    seating: Seating
    ours: set[str]
    """The debates whose players are called on."""
    stack: AsyncExitStack
    """What is closed with the house."""


class Opening(ABC):
    """The verbs that open debates."""

    @property
    @abstractmethod
    def _here(self) -> Present:
        """What is there; a refusal while the house is not open."""

    async def arbitration(self, motion: str, **terms: Unpack[ArbitrationTerms]) -> AsyncDebate[ArbitrationReport]:
        """A motion, argued by a proposer and an opponent before an arbitrator."""
        must_be_terms(terms, ArbitrationTerms)
        receipt = await self._here.opened.desk.open_arbitration(
            OWNER,
            debate_id=terms.get("debate_id") or str(uuid7()),
            title=terms.get("title") or titled(motion),
            debate_type=terms.get("debate_type", "general_debate"),
            max_rounds=terms.get("max_rounds", 2),
            content=motion,
            seats=self._everybody(_ARBITRATION, terms.get("seats")),
            budget=terms.get("budget"),
        )
        return self._run(receipt.debate_id)

    async def panel(
        self, question: str, options: Sequence[str] | Mapping[str, str], **terms: Unpack[PanelTerms]
    ) -> AsyncDebate[PanelReport]:
        """A question with its options, put to judges of different stances."""
        told, shared = parted(terms)
        asked = {"question_text": question, "options": _ways(options), **told}
        receipt = await self._here.opened.desk.ask_panel(OWNER, question=asked, **self._shared(shared))
        return self._run(receipt.debate_id)

    async def evaluation(self, idea: str, **terms: Unpack[EvaluationTerms]) -> AsyncDebate[EvaluationReport]:
        """An idea, scored, attacked, and argued for and against."""
        told, shared = parted(terms)
        receipt = await self._here.opened.desk.evaluate(OWNER, idea=idea, **told, **self._shared(shared))
        return self._run(receipt.debate_id)

    async def workshop(self, task: str, **terms: Unpack[WorkshopTerms]) -> AsyncDebate[WorkshopReport]:
        """A task for code, on which a cast works through phases."""
        told, shared = parted(terms)
        receipt = await self._here.opened.desk.open_workshop(OWNER, task=task, **told, **self._shared(shared))
        if "repo" in terms:
            await self._here.stack.enter_async_context(wiring.errands(self._here.opened, receipt.debate_id))
        return self._run(receipt.debate_id)

    async def roundtable(self, question: str, **terms: Unpack[RoundTableTerms]) -> AsyncDebate[RoundTableReport]:
        """A question that several answer, each alone at first; then they read each other and answer again."""
        told, shared = parted(terms)
        setup = {name: told[name] for name in told if name in RoundTable.model_fields}
        speakers = terms.get("speakers", RoundTable.model_fields["speakers"].default)
        # What is no number is for the rules to refuse.
        places = range(1, speakers + 1) if isinstance(speakers, int) else ()
        seats = self._everybody(map(speaker, places), terms.get("seats"))
        more = {name: told[name] for name in told if name not in setup}
        return await self.open(
            "roundtable",
            {"title": titled(question), **setup, "players": seats, "budget": shared.get("budget")},
            ASKER,
            "QUESTION",
            {"question": question, **more},
            debate_id=shared.get("debate_id"),
        )

    async def arena(self, topic: str, **terms: Unpack[ArenaTerms]) -> AsyncDebate[ArenaReport]:
        """A topic, debated by two agents in public against the clock, and judged by those who are invited."""
        told, shared = parted(terms)
        handles: Sequence[str] = told.pop("agents", SIDES)
        if len(handles) != len(SIDES):
            raise InvalidInput("agents: there are two, the challenger and the opponent.")
        agents = [await self._agent(handle) for handle in handles]
        judges = [await self._agent(handle) for handle in told.pop("judges", ())]
        move = {"content": told.pop("statement", "")}
        setup: dict[str, Any] = {
            "title": topic,
            **dict(zip(SIDES, agents, strict=True)),
            "agreed": True,
            "judges": judges or None,
            **told,
            "players": self._everybody(SIDES, terms.get("seats")),
            "budget": shared.get("budget"),
        }
        return await self.open("arena", setup, SIDES[0], "TOPIC", move, debate_id=shared.get("debate_id"))

    async def open(
        self,
        format: str,
        setup: Mapping[str, Any],
        role: str,
        type: str,
        move: Mapping[str, Any],
        *,
        seats: Seats | None = None,
        debate_id: str | None = None,
    ) -> AsyncDebate[Any]:
        """A debate of any format with its first move; seats that are not named are for whoever comes."""
        agreed = {**setup, "players": self._here.seating.seated(seats)} if seats is not None else dict(setup)
        receipt = await self._here.opened.desk.open_debate(
            OWNER, format=format, setup=agreed, role=role, type=type, move=move, debate_id=debate_id
        )
        return self._run(receipt.debate_id)

    def _run(self, debate: str) -> AsyncDebate[Any]:
        """Calls on the players of a debate from now on."""
        self._here.ours.add(debate)
        # It was announced before it was ours: once more, so that nobody waits for the next sweep.
        self._here.opened.bulletin.announce(debate, 0)
        return AsyncDebate(debate, self._here.opened, self._here.ours)

    def _everybody(self, needed: Iterable[str], seats: Seats | None) -> dict[str, Any]:
        return {**dict.fromkeys(needed, self._here.opened.settings.player), **self._here.seating.seated(seats)}

    def _shared(self, terms: Mapping[str, Any]) -> dict[str, Any]:
        return {**terms, "seats": self._here.seating.seated(terms.get("seats"))}

    async def _agent(self, handle: str) -> str:
        """The id of an agent, registered where it is not known."""
        try:
            return (await self._here.opened.desk.agent(OWNER, handle)).id
        except AgentNotFound:
            return (await self._here.opened.desk.register(OWNER, handle=handle)).id


def titled(text: str) -> str:
    """A title from the beginning of a text."""
    first = next((line.strip("# ") for line in text.splitlines() if line.strip("# ")), "")
    return first if len(first) <= _TITLE else first[: _TITLE - 2] + " …"


def _ways(options: Sequence[str] | Mapping[str, str]) -> list[Any]:
    if isinstance(options, Mapping):
        return [{"id": id, "label": label} for id, label in options.items()]
    if isinstance(options, str):
        raise InvalidInput("options: must be a list of texts, or a mapping.", suggestion='Write them as ["yes", "no"].')
    return list(options)
