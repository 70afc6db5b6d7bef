"""The verbs of a workshop that is under way: its turns, versions and gates, and what the owner decides."""

from collections.abc import Mapping, Sequence

from moot.debate import InvalidInput, NothingThere, View
from moot.desk.audit import Tracing, tools_used
from moot.desk.callers import Caller
from moot.desk.house import debate_name, made
from moot.desk.moves import Moving
from moot.desk.replies import Receipt
from moot.desk.workshop_opening import WORKSHOP
from moot.desk.workshop_replies import CodeVersion, CodeVersions, Gates, TurnPage, VersionDiff
from moot.desk.workshop_telling import gates_told, turns_told, versions_told
from moot.engine import Standing
from moot.formats.workshop import OWNER, Approval, Rejection, Seen, changed, may_go_back


class Auditing(Moving, Tracing):
    """The part of the desk where workshops are looked into and decided on."""

    async def workshop_turns(
        self, caller: Caller, debate_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> TurnPage:
        """A page of the turns that were taken or lapsed, in order."""
        trail = await self._trail(caller, debate_id)
        debate, known = trail.debate, _as_workshop(trail.standing, trail.record)
        after = _line_after(cursor)
        rows = [turn for turn in turns_told(debate, known, tools_used(trail)) if turn.seq > after]
        more = len(rows) > limit
        return TurnPage(
            debate_id=debate, turns=tuple(rows[:limit]), next_cursor=str(rows[limit - 1].seq) if more else None
        )

    async def versions(self, caller: Caller, debate_id: str) -> CodeVersions:
        """The versions of the code, without their text."""
        debate, _, known = await self._workshop(caller, debate_id)
        return CodeVersions(debate_id=debate, versions=versions_told(debate, known))

    async def version(self, caller: Caller, debate_id: str, number: int) -> CodeVersion:
        """One version with its files."""
        debate, _, known = await self._workshop(caller, debate_id)
        return _numbered(versions_told(debate, known, whole=True), number)

    async def version_diff(
        self, caller: Caller, debate_id: str, *, from_: int = 0, to: int | None = None
    ) -> VersionDiff:
        """What changed from one version to another, the latest if none is named; 0 is what came with the task."""
        debate, _, known = await self._workshop(caller, debate_id)
        there = versions_told(debate, known)
        later = _numbered(there, len(there) if to is None else to)
        earlier = None if from_ == 0 else _numbered(there, from_)
        since = changed(known, None if earlier is None else earlier.seq, later.seq)
        if since is None:
            raise NothingThere("These versions are not yours to read yet.", debate_id=debate)
        return VersionDiff(
            debate_id=debate,
            from_version=from_,
            to_version=later.version_number,
            diff=since.unified,
            added=since.added,
            removed=since.removed,
        )

    async def gates(self, caller: Caller, debate_id: str) -> Gates:
        """The gates of a workshop, and where a rejection may send it back to now."""
        debate, standing, known = await self._workshop(caller, debate_id)
        pending = known.state.gate is not None
        return Gates(
            debate_id=debate,
            state=standing.position.status,
            after=list(known.setup.gates.after),
            pending=pending,
            may_go_back_to=list(may_go_back(known.state)) if pending else [],
            gates=gates_told(debate, known),
        )

    async def approve(
        self, caller: Caller, debate_id: str, *, reason: str = "", client_request_id: str | None = None
    ) -> Receipt:
        """Opens the gate that is shut, from the owner's seat."""
        return await self._decide(caller, debate_id, made(Approval, reason=reason), client_request_id)

    async def reject(
        self,
        caller: Caller,
        debate_id: str,
        *,
        reason: str,
        back_to: str | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Keeps the gate shut, from the owner's seat: the workshop ends, or goes back to the phase that is named."""
        rejection = made(Rejection, reason=reason, back_to=back_to)
        return await self._decide(caller, debate_id, rejection, client_request_id)

    async def _workshop(self, caller: Caller, debate_id: str) -> tuple[str, Standing, Seen]:
        debate, standing, record = await self._seen(caller, debate_id)
        return debate, standing, _as_workshop(standing, record)

    async def _decide(
        self, caller: Caller, debate_id: str, decision: Approval | Rejection, request: str | None
    ) -> Receipt:
        debate = debate_name(debate_id)
        caller.must_hold(debate, OWNER)
        _must_be_workshop(await self._standing(debate))
        return await self._play(caller, debate, OWNER, decision, request)


def _as_workshop(standing: Standing, record: Sequence[View]) -> Seen:
    _must_be_workshop(standing)
    return Seen(tuple(record), standing.position.state)


def _must_be_workshop(standing: Standing) -> None:
    name = standing.position.rules.name
    if name != WORKSHOP:
        raise InvalidInput(f"This debate is no workshop: its format is {name!r}.", format=name)


def _line_after(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not cursor.isascii() or not cursor.isdigit() or len(cursor) > 15:
        raise InvalidInput("cursor: is not one that was given.", suggestion="Use `next_cursor` of the page before.")
    return int(cursor)


def _numbered(there: Sequence[CodeVersion], number: int) -> CodeVersion:
    by_number: Mapping[int, CodeVersion] = {version.version_number: version for version in there}
    if number not in by_number:
        known = f"They are 1 to {len(there)}." if there else "There is none yet."
        raise NothingThere(f"There is no version {number}.", suggestion=known)
    return by_number[number]
