"""Looking through files: what there is, what one of them says, where something is spoken of."""

import asyncio
from collections.abc import Sequence
from fnmatch import fnmatchcase

from pydantic import Field

from moot.engine import Told, Tool
from moot.memory import Embedder, EmbeddingFailed, alike, packed, unpacked
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.searching import Place, places
from moot.tools.turn.site import Site, Tree, no_file

MOST_LISTED = 400
MOST_FOUND = 10
MOST_READ = 250
"""Lines of a file that are read at once."""
_WEIGHED = 24
"""Places whose meaning is compared."""
_LARGEST = 400_000


class Listing(Arguments, frozen=True):
    """Which files are listed."""

    pattern: str = Field(default="*", max_length=200, description="As in a shell: src/*.py")


class Reading(Arguments, frozen=True):
    """What is read."""

    path: str = Field(min_length=1, max_length=400)
    from_line: int = Field(default=1, ge=1)
    lines: int = Field(default=MOST_READ, ge=1, le=MOST_READ)


class Search(Arguments, frozen=True):
    """What is looked for."""

    query: str = Field(min_length=1, max_length=400, description="Words, names, or what the code should do.")
    pattern: str = Field(default="*", max_length=200, description="Only in files named so: src/*.py")
    limit: int = Field(default=6, ge=1, le=MOST_FOUND)


def looking(site: Site, embedder: Embedder | None) -> Sequence[Tool]:
    """The tools for the files of a site."""

    async def list_files(asked: Listing) -> Told:
        return _listed(site, asked.pattern)

    async def read_file(asked: Reading) -> Told:
        return _read(site.tree, asked)

    async def search(asked: Search) -> Told:
        return await _searched(site, asked, embedder)

    return (
        tool("list_files", "Lists the files of the task and of the candidates that you may read.", Listing, list_files),
        tool("read_file", f"Reads a file, {MOST_READ} lines at most at a time.", Reading, read_file),
        tool("search", "Finds the places in the files that fit some words best.", Search, search),
    )


def _listed(site: Site, pattern: str) -> Told:
    names = sorted(path for path in site.tree if fnmatchcase(path, pattern))
    shown = [f"{path} ({len(site.tree[path])} bytes)" for path in names[:MOST_LISTED]]
    more = [f"… and {len(names) - MOST_LISTED} more: name a pattern"] if len(names) > MOST_LISTED else []
    trouble = [f"The files of the repository are not here: {site.trouble}"] if site.trouble else []
    return Told("\n".join([*trouble, *shown, *more]) or "There are no such files.", cut=bool(more))


def _read(tree: Tree, asked: Reading) -> Told:
    text = _text(tree.get(asked.path))
    if asked.path not in tree:
        raise no_file(asked.path)
    if text is None:
        return Told(f"{asked.path} is no text, or too large: {len(tree[asked.path])} bytes.", ok=False)
    lines = text.split("\n")
    first = asked.from_line - 1
    shown = lines[first : first + asked.lines]
    if not shown:
        return Told(f"{asked.path} has {len(lines)} lines.", ok=False)
    body = "\n".join(f"{first + place + 1:>5} {line}" for place, line in enumerate(shown))
    more = first + len(shown) < len(lines)
    head = f"{asked.path}, lines {first + 1} to {first + len(shown)} of {len(lines)}"
    return Told(f"{head}\n{body}", cut=more)


async def _searched(site: Site, asked: Search, embedder: Embedder | None) -> Told:
    wanted = _WEIGHED if embedder is not None else asked.limit
    found = await asyncio.to_thread(_found, site.tree, asked, wanted)
    by = "by words"
    if embedder is not None and found:
        try:
            found = await _by_meaning(found, asked.query, embedder)
            by = f"by words and by meaning ({embedder.name})"
        except EmbeddingFailed as failed:
            by = f"by words alone: {failed}"
    shown = [f"{place.path}:{place.line}\n{place.text}" for place in found[: asked.limit]]
    return Told("\n\n".join([f"{len(shown)} places, {by}", *shown]) if shown else "Nothing was found.")


def _found(tree: Tree, asked: Search, limit: int) -> list[Place]:
    texts = {path: _text(data) for path, data in tree.items() if fnmatchcase(path, asked.pattern)}
    return places({path: text for path, text in texts.items() if text is not None}, asked.query, limit)


async def _by_meaning(found: list[Place], query: str, embedder: Embedder) -> list[Place]:
    """The places in the order in which their ranks by words and by meaning together put them."""
    asked, *vectors = [
        unpacked(packed(vector)) for vector in await embedder.embed([query, *(place.text for place in found)])
    ]
    near = sorted(range(len(found)), key=lambda place: -alike(asked, vectors[place]))
    rank = {place: 1 / (60 + position) for position, place in enumerate(near)}
    order = sorted(range(len(found)), key=lambda place: -(rank[place] + 1 / (60 + place)))
    return [found[place] for place in order]


def _text(data: bytes | None) -> str | None:
    if data is None or b"\0" in data or len(data) > _LARGEST:
        return None
    return data.decode("utf-8", "replace")
