"""The site of a turn: the files and documents that its seat may read, and nothing else."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from moot.debate import InvalidInput, Refusal, View
from moot.formats.workshop import Repo, Seen, seen
from moot.library import DocRef, Shelf, doc_refs
from moot.tools.checks import commit_files

Tree: TypeAlias = Mapping[str, bytes]
"""Files by path."""

WORKSHOP = "workshop"
CANDIDATES = "candidates"
"""The folder below which the newest version of each candidate lies."""
DOCUMENTS = "documents"
MOST_DOCUMENTS = 20
_KEPT = 2
"""How many commits are held in memory, so that not each turn reads a repository anew."""


@dataclass(frozen=True)
class Site:
    """What a seat may look at in its turn."""

    debate: str
    seat: str
    role: str = ""
    """The seat's role in a workshop; elsewhere the seat itself."""
    files: Tree = field(default_factory=dict[str, bytes])
    """What came with the task, or the commit that a workshop started from."""
    candidates: Mapping[str, Tree] = field(default_factory=dict[str, Tree])
    """The newest version of each candidate that the seat may read, laid over those files."""
    module: str = "solution"
    """What tests of a candidate import."""
    repo: Repo | None = None
    shelf: Shelf | None = None
    cited: tuple[DocRef, ...] = ()
    """The documents that are named in what the seat may read."""
    trouble: str = ""
    """Why the files of the repository are not there, where they are not."""

    @cached_property
    def tree(self) -> Tree:
        """All files: those of the task, and below `candidates/` what each candidate changed."""
        changed = {
            f"{CANDIDATES}/{name}/{path}": text
            for name, files in self.candidates.items()
            for path, text in files.items()
            if self.files.get(path) != text
        }
        return {**self.files, **changed}

    def of_candidate(self, name: str | None) -> Tree:
        """The files of a candidate; of none, those that all started from."""
        if name is None:
            return self.files
        if name not in self.candidates:
            known = f"Known: {', '.join(self.candidates) or 'none'}."
            raise InvalidInput(f"There is no candidate {name[:60]!r} that you may read.", suggestion=known)
        return self.candidates[name]

    def around(self, path: str) -> tuple[Tree, str]:
        """The files as a program should find them around one of them, and the path that it has there."""
        parts = PurePosixPath(path).parts
        if parts[:1] == (CANDIDATES,) and len(parts) > 2 and parts[1] in self.candidates:
            files = self.candidates[parts[1]]
            inside = str(PurePosixPath(*parts[2:]))
        else:
            files, inside = self.files, path
        if inside not in files:
            raise no_file(path)
        return files, inside


def no_file(path: str) -> InvalidInput:
    """The refusal of a file that is not there, or not for this seat."""
    return InvalidInput(f"There is no file {path[:200]!r} that you may read.", suggestion="See list_files.")


async def site_of(debate: str, seat: str, record: Sequence[View], shelf: Shelf, format: str) -> Site:
    """The site of a seat, from the record as the seat reads it."""
    cited = doc_refs(json.dumps([view.move for view in record if view.move is not None], ensure_ascii=False))
    if format != WORKSHOP:
        return Site(debate, seat, seat, shelf=shelf, cited=cited)
    known = seen(record)
    role = next((placed.role for placed in known.setup.cast if placed.seat == seat), seat)
    repo = known.setup.repo
    below, trouble = await asyncio.to_thread(_started_from, repo)
    files = {**below, **_encoded(known.given)}
    candidates = {name: {**files, **_encoded(version)} for name, version in newest(known).items()}
    return Site(debate, seat, role, files, candidates, known.setup.module, repo, shelf, cited, trouble)


async def with_documents(site: Site) -> Site:
    """The site with the documents of its debate among its files, below `documents/`."""
    if site.shelf is None:
        return site
    page = await site.shelf.list(None, MOST_DOCUMENTS, site.debate)
    texts = [await site.shelf.get(found.id) for found in page.items]
    found = {f"{DOCUMENTS}/{each.document.id}.md": each.content.encode("utf-8", "replace") for each in texts}
    return replace(site, files={**site.files, **found})


def _started_from(repo: Repo | None) -> tuple[Tree, str]:
    """The files of the commit that a workshop started from, or why they cannot be had."""
    if repo is None:
        return {}, ""
    try:
        return _commit(repo.path, repo.commit), ""
    except Refusal as refusal:
        return {}, " ".join(filter(None, (refusal.message, refusal.suggestion)))


@lru_cache(maxsize=_KEPT)
def _commit(path: str, commit: str) -> Tree:
    return commit_files(Path(path), commit)


def newest(known: Seen) -> dict[str, Mapping[str, str]]:
    """The newest version of each candidate that this reader may read."""
    found: dict[str, Mapping[str, str]] = {}
    for candidate in known.state.candidates:
        for version in candidate.versions:
            if (files := known.files(version.line)) is not None:
                found[candidate.author] = files
    return found


def _encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode("utf-8", "backslashreplace") for path, text in files.items()}
