"""Reading data as it is published: JSON lines, JSON, CSV, packed or not. What cannot be read is refused by its line."""

import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from moot.bench.task import Task
from moot.debate import InvalidInput

R = TypeVar("R", bound=BaseModel)
MOST_BYTES = 512 * 1024 * 1024
_KINDS = ".jsonl, .json or .csv, packed with gzip (.gz) or not"


def tasks_in(
    path: Path, row: type[R], made: Callable[[R, int], Task | None], columns: tuple[str, ...] = ()
) -> tuple[Task, ...]:
    """The tasks of a file: each row read as `row` says, and made into a task with its number from 0 on.

    `columns` are the names of a CSV file without a head. A row that makes None is passed over.
    """
    found: dict[str, Task] = {}
    for number, (where, told) in enumerate(_rows(path, columns)):
        task = made(_read(row, told, path, where), number)
        if task is not None and task.id in found:
            raise unfit(path, where, f"there is a second task {task.id!r}")
        if task is not None:
            found[task.id] = task
    if not found:
        raise InvalidInput(f"There is no task in {path.name}.", suggestion="Give the file of the suite with --data.")
    return tuple(found.values())


def unfit(path: Path, where: str, why: str) -> InvalidInput:
    """Says what in a file cannot be read, and where."""
    return InvalidInput(
        f"{path.name}, {where}: {why}.", suggestion="Correct the file, or give another with --data.", where=where
    )


def text_of(path: Path, option: str = "--data") -> str:
    """The text of a file, unpacked; `option` is the one that named it."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as trouble:
        why = getattr(trouble, "strerror", None) or str(trouble)
        raise InvalidInput(f"Cannot read {str(path)!r}: {why}.", suggestion=f"Name the file with {option}.") from None
    if len(data) > MOST_BYTES:
        raise InvalidInput(f"{path.name} has more than {MOST_BYTES} bytes.", suggestion="Give a part of it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as odd:
        raise InvalidInput(f"{path.name} is not in UTF-8 (byte {odd.start}).", suggestion="Convert it.") from None


def json_lines(path: Path, option: str = "--data") -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, one a line, each with where it stands; blank lines are passed over."""
    for number, line in enumerate(text_of(path, option).split("\n"), start=1):
        if line.strip():
            yield f"line {number}", _object(line, path, f"line {number}")


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    match Path(path.name.removesuffix(".gz")).suffix:
        case ".jsonl":
            yield from json_lines(path)
        case ".json":
            yield from _listed(path)
        case ".csv":
            yield from _table(path, columns)
        case _:
            raise InvalidInput(f"Nobody knows how to read {path.name!r}.", suggestion=f"Give a file in {_KINDS}.")


def _table(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    read = csv.DictReader(io.StringIO(text_of(path), newline=""), columns or None)
    try:
        yield from ((f"line {read.line_num}", row) for row in read)
    except csv.Error as unreadable:
        raise unfit(path, f"line {read.line_num + 1}", f"this is no table ({unreadable})") from None


def _listed(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        told: object = json.loads(text_of(path))
    except (ValueError, RecursionError) as unreadable:
        raise unfit(path, f"line {getattr(unreadable, 'lineno', 1)}", f"this is not JSON ({unreadable})") from None
    if not isinstance(told, list):
        raise unfit(path, "line 1", "this is not a list of tasks")
    for number, row in enumerate(cast(list[Any], told), start=1):
        if not isinstance(row, dict):
            raise unfit(path, f"row {number}", "this is not an object")
        yield f"row {number}", cast(dict[str, Any], row)


def _object(line: str, path: Path, where: str) -> dict[str, Any]:
    try:
        told: object = json.loads(line)
    except (ValueError, RecursionError) as unreadable:
        raise unfit(path, where, f"this is not JSON ({unreadable})") from None
    if not isinstance(told, dict):
        raise unfit(path, where, "this is not an object")
    return cast(dict[str, Any], told)


def _read(row: type[R], told: dict[str, Any], path: Path, where: str) -> R:
    try:
        return row.model_validate(told)
    except ValidationError as strange:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in strange.errors()[:3])
        raise unfit(path, where, "; ".join(faults)) from None
