"""Puts texts into a user's folder without touching what is theirs, and takes them away again.

A file of ours carries a mark and is replaced by the next install. In a file that is shared with others we keep one
marked block, or one entry. What stands in the way without our mark is refused before anything is written.
"""

import shutil
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from moot.debate import InvalidInput
from moot.skills.blocks import Broken, Style, with_block, without_block
from moot.skills.entries import Unfit, entry_in, with_entry, without_entry
from moot.skills.mark import MARK
from moot.skills.servers import leads_to_moot, ours


@dataclass(frozen=True, slots=True)
class Own:
    """A file of ours; its text carries the mark."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Shared:
    """A block of ours in a file that others write too."""

    path: str
    text: str
    style: Style = "markdown"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of ours in a JSON file that others write too."""

    path: str
    at: tuple[str, ...]
    value: Mapping[str, Any]


Item: TypeAlias = Own | Shared | Entry


def put(folder: Path, items: Iterable[Item]) -> list[Path]:
    """Writes all items below a folder, or none."""
    planned = [(folder / item.path, _with(real, item)) for item, real in _placed(folder, items)]
    for path, content in planned:
        _write(path.resolve(), content)
    return [path for path, _ in planned]


def take(folder: Path, items: Iterable[Item]) -> list[Path]:
    """Takes away what is ours of these items, or nothing; the files that changed or are gone."""
    planned = [(folder / item.path, real, _without(real, item)) for item, real in _placed(folder, items)]
    changed = [(path, real, left) for path, real, left in planned if real.exists() and _read(real) != left]
    for _, real, left in changed:
        if left is None:
            _delete(real, folder.resolve())
        else:
            _write(real, left)
    return [path for path, _, _ in changed]


def _placed(folder: Path, items: Iterable[Item]) -> list[tuple[Item, Path]]:
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r}.", suggestion="Make it first, or choose another.")
    return [(item, _inside(folder, item.path)) for item in items]


def _inside(folder: Path, relative: str) -> Path:
    """Where the item really goes: links are followed, but not out of the folder."""
    path = folder / relative
    real = path.resolve()
    if not real.is_relative_to(folder.resolve()):
        raise _in_the_way(path, f"leads out of the folder, to {str(real)!r}")
    for above in path.parents:
        if above.exists() and not above.is_dir():
            raise _in_the_way(above, "is not a folder")
    if real.exists() and not real.is_file():
        raise _in_the_way(path, "is not a file")
    return real


def _with(path: Path, item: Item) -> str:
    before = _read(path)
    try:
        match item:
            case Own():
                if before is not None and MARK not in before:
                    raise _in_the_way(path, "was not written by moot")
                return item.text
            case Shared(style="toml"):
                return _sound_toml(path, with_block(before or "", item.text, item.style))
            case Shared():
                return with_block(before or "", item.text, item.style)
            case Entry():
                return _with_entry(path, before or "", item)
    except (Broken, Unfit) as unfit:
        raise _in_the_way(path, str(unfit)) from unfit


def _with_entry(path: Path, before: str, item: Entry) -> str:
    """The file with our entry; one that its user has changed is left to them."""
    found = entry_in(before, item.at) if before.strip() else None
    if found is not None and not ours(found):
        if leads_to_moot(found):
            return before
        raise _in_the_way(path, f"has another {'.'.join(item.at)}")
    return before if found == item.value else with_entry(before, item.at, item.value)


def _without(path: Path, item: Item) -> str | None:
    """What is left of a file without us; None: nothing."""
    before = _read(path)
    if before is None:
        return None
    try:
        match item:
            case Own():
                return None if MARK in before else before
            case Shared():
                return without_block(before, item.style)
            case Entry():
                found = entry_in(before, item.at)
                return without_entry(before, item.at, found) if ours(found) else before
    except (Broken, Unfit) as unfit:
        raise _in_the_way(path, str(unfit)) from unfit


def _sound_toml(path: Path, text: str) -> str:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as unfit:
        raise _in_the_way(path, f"is not TOML, or names moot already ({unfit})") from None
    return text


def _read(path: Path) -> str | None:
    if not path.exists():
        return None
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as trouble:
        raise _in_the_way(path, f"cannot be read as text ({trouble})") from trouble


def _write(path: Path, content: str) -> None:
    """Replaces a file in one stroke, keeping its permissions; a file that is right already is left alone."""
    data = content.encode()
    draft = path.with_name(f".{path.name}.moot-draft")
    try:
        if path.exists() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    except OSError as trouble:
        raise InvalidInput(f"{str(path)!r} cannot be written: {trouble.strerror}.") from trouble


def _delete(path: Path, folder: Path) -> None:
    """Deletes a file, and the folders above it that are empty now."""
    try:
        path.unlink()
        for above in path.parents:
            if above == folder or any(above.iterdir()):
                return
            above.rmdir()
    except OSError as trouble:
        raise InvalidInput(f"{str(path)!r} cannot be deleted: {trouble.strerror}.") from trouble


def _in_the_way(path: Path, why: str) -> InvalidInput:
    return InvalidInput(
        f"{str(path)!r} {why}; nothing was written.",
        suggestion="Mend it, move it away, or install into another folder; --mcp none leaves settings files alone.",
    )
