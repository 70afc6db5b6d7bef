"""The documents of a debate: those that belong to it, and those that what a seat may read names."""

from collections.abc import Sequence

from pydantic import Field

from moot.debate import DocumentNotFound
from moot.engine import Told, Tool
from moot.library import Shelf
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.site import Site

MOST_LISTED = 50
MOST_READ = 6000
"""Characters of a document that are read at once."""


class Everything(Arguments, frozen=True):
    """Nothing has to be said."""


class Reading(Arguments, frozen=True):
    """What is read."""

    document_id: str = Field(min_length=1, max_length=100)
    version: int | None = Field(default=None, ge=1, description="The latest if none is named.")
    from_character: int = Field(default=0, ge=0)


def documents(site: Site, shelf: Shelf) -> Sequence[Tool]:
    """The tools for the documents of a debate."""

    async def list_documents(asked: Everything) -> Told:
        page = await shelf.list(None, MOST_LISTED, site.debate)
        listed = {found.id: f"{found.id}@{found.latest} {found.title}" for found in page.items}
        cited = {ref.id: f"{ref.id} (named in the debate)" for ref in site.cited}
        return Told("\n".join({**cited, **listed}.values()) or "There are no documents.", cut=page.next is not None)

    async def read_document(asked: Reading) -> Told:
        named = asked.document_id.strip().lower().partition("@")[0]
        found = await shelf.get(named, asked.version)
        if found.document.debate != site.debate and named not in {ref.id for ref in site.cited}:
            raise DocumentNotFound(named)
        shown = found.content[asked.from_character : asked.from_character + MOST_READ]
        last = asked.from_character + len(shown)
        head = f"{found.document.title}, version {found.number} of {found.document.latest}"
        where = f"characters {asked.from_character} to {last} of {len(found.content)}"
        return Told(f"{head}, {where}\n{shown}", cut=last < len(found.content))

    return (
        tool("list_documents", "Lists the documents of this debate.", Everything, list_documents),
        tool("read_document", f"Reads a document, {MOST_READ} characters at a time.", Reading, read_document),
    )
