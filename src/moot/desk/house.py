"""What stands behind the desk: the parts that its verbs call on."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from pydantic import ValidationError

from moot.commons import ArenaBook, Fixtures, Notices
from moot.commons.outbox import Post
from moot.debate import (
    ArgumentNotFound,
    DebateNotFound,
    Entry,
    InvalidInput,
    Move,
    Public,
    Rules,
    Seated,
    Setup,
    line_of,
)
from moot.desk.callers import Caller, Keys
from moot.desk.origins import Origins
from moot.desk.replies import Argument, PlayerTold
from moot.desk.repositories import Repositories
from moot.desk.telling import argument_told, is_argument
from moot.desk.terms import ArenaTerms
from moot.desk.watch import Watch
from moot.engine import Bulletin, Clock, Drafts, Ledger, RecordStore, Standing, Steward
from moot.formats.workshop import Role, builtin_roles
from moot.library import Shelf
from moot.members import Admission, Links, Roll, XGate
from moot.memory import Memory
from moot.notation import all_clean, clean

M = TypeVar("M", bound=Move | Setup)


@dataclass(frozen=True, slots=True)
class House:
    """The parts that the wiring puts together once."""

    steward: Steward
    store: RecordStore
    shelf: Shelf
    bulletin: Bulletin
    clock: Clock
    keys: Keys
    debate_types: Callable[[], tuple[str, ...]]
    new_id: Callable[[], str]
    ledger: Ledger
    drafts: Drafts
    knows: Callable[[Seated], None]
    """Refuses a player that cannot be called on here, saying which can."""
    players: Callable[[], tuple[PlayerTold, ...]]
    """Whom the house can call on, and why not the others."""
    fetch: Callable[[str], None]
    """Begins to fetch what a player needs and is not here."""
    roll: Roll
    arena: ArenaBook
    notices: Notices
    fixtures: Fixtures
    memory: Memory
    watch: Watch
    links: Links
    terms: ArenaTerms = field(default=ArenaTerms())
    usual_player: str = "embedded"
    """Who is called on for a seat that must be held and that nobody was named for."""
    roles: Callable[[], Mapping[str, Role]] = builtin_roles
    """Who can be cast in a workshop: the roles of the house and the owner's."""
    admission: Admission = field(default=Admission())
    x: XGate | None = None
    """X, where this house can ask it."""
    git: Repositories | None = None
    """Whoever works on git repositories of this machine, where that is allowed."""
    origins: Origins | None = None
    """Who knows which records came from elsewhere."""
    post: Post | None = None
    """Sends a letter to a webhook, where this house can."""


class AtDesk:
    """A part of the desk, with the house behind it."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def _must_read(self, caller: Caller, debate: str) -> None:
        """Refuses to show a debate that is neither public nor this caller's."""
        if caller.owns or caller.debate == debate:
            return
        try:
            standing = await self._house.steward.recalled(debate)
        except DebateNotFound:
            if caller.member is None and not caller.visits:
                caller.must_read(debate)
            raise
        if not isinstance(standing.position.rules, Public):
            caller.must_read(debate)

    async def _still_reads(self, caller: Caller) -> bool:
        """Whether the link by which a reader came still opens its debate; who came by none needs none."""
        if caller.link is None or caller.debate is None:
            return True
        link = await self._house.links.one(caller.debate, caller.link)
        return link is not None and link.good(self._house.clock())

    async def _must_hold(self, caller: Caller, debate: str, role: str) -> None:
        """Refuses to let anybody act from a seat that is not theirs."""
        if caller.member is not None and not caller.owns:
            await self._must_read(caller, debate)
            position = (await self._house.steward.recalled(debate)).position
            if isinstance(position.rules, Public) and position.rules.seat_of(position.state, caller.member.id) == role:
                return
        caller.must_hold(debate, role)

    async def _reads_as(self, caller: Caller, debate: str, role: str | None) -> str | None:
        """The seat whose view this caller gets of a debate that it may read."""
        await self._must_read(caller, debate)
        if role is not None and not caller.owns:
            await self._must_hold(caller, debate, role)
            return role
        return role if caller.owns else caller.seat if caller.debate == debate else None

    async def _standing(self, debate: str) -> Standing:
        """The debate as it stands, with everything written that fell due."""
        standing = await self._house.steward.look(debate)
        deadline = standing.position.deadline()
        if deadline is not None and deadline <= self._house.clock():
            return await self._house.steward.settle(debate)
        return standing

    async def _since(self, debate: str, standing: Standing, line: int) -> Sequence[Entry]:
        """The lines after a line, up to where the debate stood: what came since is for the next look."""
        remembered = standing.after(line)
        if remembered is not None:
            return remembered
        return await self._house.steward.entries(debate, line, standing.line - line)

    async def _told(self, debate: str, entries: Sequence[Entry], reader: str | None) -> tuple[Argument, ...]:
        """Those of the lines that are shown, as their reader sees them."""
        shown = [entry for entry in entries if is_argument(entry)]
        revealed = await self._revealed(debate, shown)
        names = await self._names(debate, shown)
        told = (argument_told(debate, entry, reader, revealed.get(entry.line)) for entry in shown)
        return tuple(each.model_copy(update={"by": names[each.by]}) if each.by in names else each for each in told)

    async def _names(self, debate: str, entries: Sequence[Entry]) -> Mapping[str | None, str]:
        """The members who moved, as they are called; players are called what they are."""
        movers = {entry.by for entry in entries if entry.by is not None}
        if not movers or not isinstance((await self._house.steward.recalled(debate)).position.rules, Public):
            return {}
        return {id: f"@{member.handle}" for id, member in (await self._house.roll.among(movers)).items()}

    async def _revealed(self, debate: str, entries: Sequence[Entry]) -> dict[int, Entry]:
        """The lines that these lines open, by the line that opens them."""
        at_hand = {entry.line: entry for entry in entries}
        found: dict[int, Entry] = {}
        for entry in entries:
            if entry.kind == "revealed" and entry.answers is not None:
                opened = at_hand.get(entry.answers)
                if opened is None:
                    (opened,) = await self._house.steward.entries(debate, entry.answers - 1, 1)
                found[entry.line] = opened
        return found

    async def _line(self, debate: str, argument: str) -> int:
        """The line of an argument that must exist."""
        line = line_of(debate, clean(argument, "argument id"))
        standing = self._house.steward.remembered(debate)
        if standing is None or line > standing.line:
            standing = await self._house.steward.look(debate)
        if not 1 <= line <= standing.line:
            raise ArgumentNotFound(debate, argument)
        return line


def debate_name(given: str) -> str:
    """A debate's id as it is kept; what is no UUID can name no debate."""
    try:
        return str(UUID(given))
    except ValueError:
        raise DebateNotFound(given) from None


def request_name(given: str | None) -> str | None:
    """A request id as it is kept."""
    if given is None:
        return None
    if not given.strip() or len(given) > 200:
        raise InvalidInput(
            "client_request_id must have 1 to 200 characters.", suggestion="Make one with: aw debate generate-id"
        )
    return clean(given, "client_request_id")


def made(model: type[M], **fields: Any) -> M:
    """A move or set-up made from what a caller sent, or the refusal that says what is wrong with it."""
    for name, value in fields.items():
        all_clean(value, name)
    try:
        return model(**fields)
    except ValidationError as unfit:
        raise InvalidInput(said(unfit)) from None


def move_made(rules: Rules[Any], kind: str, fields: Mapping[str, Any]) -> Move:
    """A move of a format, made from what a caller sent."""
    if kind not in rules.moves:
        raise InvalidInput(
            f"There is no {kind!r} in the format {rules.name!r}.",
            suggestion=f"Its moves are: {', '.join(rules.moves)}.",
        )
    all_clean(fields, "move")
    try:
        # As JSON and strictly: a decision to close is `true`, never a "yes".
        return rules.moves[kind].model_validate_json(json.dumps({**fields, "kind": kind}), strict=True)
    except ValidationError as unfit:
        raise InvalidInput(said(unfit)) from None


def new_debate(given: str) -> str:
    """The id of a debate that is to be opened."""
    try:
        return str(UUID(given))
    except ValueError:
        raise InvalidInput(
            f"debate_id {given!r} is not a UUID.", suggestion="Make one with: aw debate generate-id"
        ) from None


def said(unfit: ValidationError) -> str:
    """What is wrong with what a caller sent, field by field."""
    faults = (
        f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg'].removeprefix('Value error, ')}"
        for fault in unfit.errors()
    )
    return "; ".join(faults)
