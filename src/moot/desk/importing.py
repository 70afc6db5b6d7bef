"""The verb that brings debates in: a record of Moot as it is, everything else that was said somewhere as an archive."""

from datetime import datetime
from hashlib import sha256
from typing import Any, cast
from uuid import UUID, uuid5

from moot.debate import ContentTooLarge, DebateExists, DebateNotFound, InvalidInput, Public, Tabled
from moot.desk.archiving import archived
from moot.desk.callers import Caller
from moot.desk.house import AtDesk
from moot.desk.import_replies import Imported
from moot.desk.incoming import Known, beginning, form_of, record_of
from moot.engine import Admitted, Standing, admitted, card_of
from moot.engine.steward import chained
from moot.notation import clean, genesis

LARGEST = 64 * 1024 * 1024
"""The most bytes that a file may have."""
_FILES = UUID("5f0f4b0a-6d6f-8f74-8d6f-6f74696d7072")
"""Names archives after the files that they were made from."""

_WORDS = "Its words alone can be brought in as an archive: moot export ID --as markdown"


class Importing(AtDesk):
    """The part of the desk where debates are brought in. Only the owner of the house comes here."""

    async def import_debate(self, caller: Caller, *, text: str, name: str = "") -> Imported:
        """Keeps the whole of a file, or nothing of it; the same file again changes nothing."""
        caller.must_own()
        size = len(clean(text, "file").encode())
        if size > LARGEST:
            raise ContentTooLarge(size, LARGEST, "file")
        clean(name, "name")
        digest, text = sha256(text.encode()).hexdigest(), beginning(text)
        form = form_of(text, name)
        if (record := record_of(form, text)) is not None:
            form = "record"
            standing, debate, repeated = await self._admit_record(record)
        else:
            standing, debate, repeated = await self._archive(form, text, digest, name)
        return _told(debate, form, standing, digest, repeated)

    async def _admit_record(self, text: str) -> tuple[Standing, str, bool]:
        record = admitted(text, dict(self._house.steward.formats))
        debate = _name_of(record)
        _must_be_free(record)
        tabled = Tabled(record.entries, record.position)
        origins = self._house.origins
        guards = () if origins is None else (origins.note(debate, self._house.clock()),)
        standing, repeated = await self._house.steward.admit(debate, tabled, record.lines, guards)
        return standing, debate, repeated

    async def _archive(self, form: Known, text: str, digest: str, name: str) -> tuple[Standing, str, bool]:
        debate = str(uuid5(_FILES, f"{form} {digest}"))
        if (before := await self._archived_before(debate, digest)) is not None:
            return before, debate, True
        tabled = self._written(form, text, digest, name, self._house.clock())
        lines = chained(tabled.entries, genesis(debate))
        standing, repeated = await self._house.steward.admit(debate, tabled, lines)
        return standing, debate, repeated

    async def _archived_before(self, debate: str, digest: str) -> Standing | None:
        try:
            standing = await self._house.steward.look(debate)
        except DebateNotFound:
            return None
        setup = cast("dict[str, Any]", standing.opened.move["setup"])
        if setup.get("source", {}).get("sha256") != digest:
            raise DebateExists(debate)
        return standing

    def _written(self, form: Known, text: str, digest: str, name: str, now: datetime) -> Tabled:
        made = archived(form, text, digest, name)
        tabled = Tabled.opening(self._house.steward.formats["archive"], made.setup, now)
        entries, position = list(tabled.entries), tabled.position
        for seat, move in made.said:
            # One by one from nothing, for lines that are added to many cost as much as the many.
            grown = Tabled.nothing(position).playing(seat, move, now)
            entries += grown.entries
            position = grown.position
        return Tabled(tuple(entries), position)


def _name_of(record: Admitted) -> str:
    try:
        return str(UUID(record.debate))
    except ValueError:
        raise InvalidInput(f"The record names its debate {record.debate[:60]!r}, which is no UUID.") from None


def _must_be_free(record: Admitted) -> None:
    """Refuses what would count, be called on, or be worked on here because somebody elsewhere said so."""
    rules = record.position.rules
    if isinstance(rules, Public):
        raise InvalidInput(
            f"Debates of the format {rules.name!r} belong to the members and the standings of their own house.",
            suggestion=f"Restore a backup of that house (moot import BACKUP). {_WORDS}",
            format=rules.name,
        )
    setup = cast("dict[str, Any]", record.entries[0].move["setup"])
    if setup.get("repo") is not None:
        raise InvalidInput(
            "The debate works on a git repository of the machine that it was held on.",
            suggestion=f"Keep a copy to read: moot audit ID --html. {_WORDS}",
        )
    if record.would_call:
        raise InvalidInput(
            "The debate is not over, and this house would go on calling on its players.",
            suggestion=f"Let it end where it is held and export it again; or restore a backup of that house. {_WORDS}",
        )


def _told(debate: str, form: Known, standing: Standing, digest: str, repeated: bool) -> Imported:
    card = card_of(debate, standing.opened, standing.position, standing.head)
    return Imported(
        debate_id=debate,
        form=form,
        format=card.format,
        title=card.title,
        state=card.status,
        lines=card.lines,
        hash=card.head,
        sha256=digest,
        repeated=repeated,
    )
