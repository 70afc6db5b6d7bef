"""What a task takes along of a folder: its git repository, or its text files."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from moot.client.errors import invalid

LONGEST_FILE = 64 * 1024
"""A larger file is left out."""
FILES_LIMIT = 256 * 1024
"""The most bytes that a task can take along."""
MOST_FILES = 40
_NEVER = frozenset({"__pycache__", "node_modules"})
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Ignored:
    """A line of a .gitignore: what it leaves out, or takes in again."""

    pattern: str
    folder: Path
    anchored: bool
    folders_alone: bool
    again: bool

    def fits(self, path: Path, is_folder: bool) -> bool:
        """Whether it is about this path."""
        if self.folders_alone and not is_folder:
            return False
        inside = path.relative_to(self.folder).as_posix()
        return fnmatchcase(inside, self.pattern) if self.anchored else fnmatchcase(path.name, self.pattern)


def taken_along(folder: Path, git: bool, **wished: Any) -> dict[str, Any]:
    """A git repository as the server is to find it; of another folder, its text files.

    The server looks at the repository, and may be on another machine: then its files are sent without git.
    """
    if git and (folder / ".git").exists():
        path = str(folder.absolute().resolve())
        return {
            "repo": {"path": path, **{name: given for name, given in wished.items() if given not in (None, False, ())}}
        }
    if any(wished.values()):
        raise invalid(
            f"{str(folder)!r} is not the root of a git repository: --only, --committed-only and --keep are for those.",
            suggestion="Name the folder that .git is in.",
        )
    return {"files": files_of(folder)}


def files_of(folder: Path) -> dict[str, str]:
    """The text files below a folder by their paths; refused where there are too many, or too much in them.

    Left out: what is hidden, what a .gitignore names, what is no text, and what is larger than 64 KiB.
    """
    if not folder.is_dir():
        raise invalid(f"There is no folder {str(folder)!r}.", suggestion="Give the folder with --repo PATH.")
    found = {
        path.relative_to(folder).as_posix(): text for path in _walk(folder, ()) if (text := _text(path)) is not None
    }
    size = sum(len(text.encode()) for text in found.values())
    if len(found) > MOST_FILES or size > FILES_LIMIT:
        largest = sorted(found, key=lambda path: -len(found[path]))[:_SHOWN]
        raise invalid(
            f"{str(folder)!r} has {len(found)} text files with {size} bytes; a task takes at most {MOST_FILES} files "
            f"with {FILES_LIMIT} bytes along.",
            suggestion=f"Name a folder inside it, or use a .gitignore. The largest: {', '.join(largest)}.",
            files=len(found),
            size=size,
        )
    return dict(sorted(found.items()))


def _walk(folder: Path, rules: tuple[Ignored, ...]) -> Iterator[Path]:
    rules = (*rules, *_ignored(folder))
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(entry.path)
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name.startswith(".") or entry.name in _NEVER or _left_out(path, is_folder, rules):
            continue
        if is_folder:
            yield from _walk(path, rules)
        elif entry.is_file(follow_symlinks=False) and entry.stat().st_size <= LONGEST_FILE:
            yield path


def _ignored(folder: Path) -> Iterator[Ignored]:
    try:
        lines = (folder / ".gitignore").read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in (line.strip() for line in lines):
        if not line or line.startswith("#"):
            continue
        again, pattern = line.startswith("!"), line.removeprefix("!")
        folders_alone, pattern = pattern.endswith("/"), pattern.rstrip("/").removeprefix("**/")
        yield Ignored(pattern.lstrip("/"), folder, "/" in pattern, folders_alone, again)


def _left_out(path: Path, is_folder: bool, rules: tuple[Ignored, ...]) -> bool:
    last = next((rule for rule in reversed(rules) if rule.fits(path, is_folder)), None)
    return last is not None and not last.again


def _text(path: Path) -> str | None:
    try:
        raw = path.read_bytes()
        return None if b"\0" in raw else raw.decode()
    except UnicodeDecodeError:
        return None
    except OSError as trouble:
        raise invalid(f"Cannot read {str(path)!r}: {trouble.strerror}.") from None
