"""Puts texts into a user's folder without touching what is theirs.

A file of ours carries a mark and is replaced by the next install. In a file that is shared with others we keep one
marked block. What stands in the way without our mark is refused before anything is written.
"""

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from moot.debate import InvalidInput

MARK = "Written by `moot skills install`: the next install replaces it."
"""A line with this is in every file of ours."""

BEGIN, END = f"<!-- moot:begin {MARK} -->", "<!-- moot:end -->"
_BEGIN, _END = re.compile(r"^<!-- moot:begin\b.*?-->", re.M), re.compile(r"^<!-- moot:end -->", re.M)


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


Item: TypeAlias = Own | Shared


def put(folder: Path, items: Iterable[Item]) -> list[Path]:
    """Writes all items below a folder, or none."""
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r}.", suggestion="Make it first, or choose another.")
    planned = [(folder / item.path, _content(_inside(folder, item.path), item)) for item in items]
    for path, content in planned:
        _write(path.resolve(), content)
    return [path for path, _ in planned]


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


def _content(path: Path, item: Item) -> str:
    before = _read(path)
    match item:
        case Own():
            if before is not None and MARK not in before:
                raise _in_the_way(path, "was not written by moot")
            return item.text
        case Shared():
            return _with_block(path, before or "", f"{BEGIN}\n{item.text.strip()}\n{END}")


def _with_block(path: Path, text: str, block: str) -> str:
    begins, ends = list(_BEGIN.finditer(text)), list(_END.finditer(text))
    if "\r\n" in text:
        block = block.replace("\n", "\r\n")
    if not begins and not ends:
        return _appended(text, block)
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].start():
        raise _in_the_way(path, "has more or less than one begin and end of moot's block")
    return text[: begins[0].start()] + block + text[ends[0].end() :]


def _appended(text: str, block: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    if not text:
        return block + newline
    gap = newline if text.endswith("\n") else newline * 2
    return text + gap + block + newline


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


def _in_the_way(path: Path, why: str) -> InvalidInput:
    return InvalidInput(
        f"{str(path)!r} {why}; nothing was written.", suggestion="Move it away, or install into another folder."
    )
