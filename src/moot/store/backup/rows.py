"""Rows as lines of JSON, the same for every database."""

import json
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import BigInteger, Column, Double, Integer, LargeBinary, Table

from moot.debate import UnfitBackup

LONGEST = 256 * 1024 * 1024
"""The most bytes that one row may have; a file without an end of line must not fill the memory."""


def row_told(table: Table, row: Sequence[Any]) -> bytes:
    """A row as a line: its values in the order of the table's columns."""
    told = [b64encode(value).decode() if isinstance(value, bytes) else value for value in row]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def row_read(table: Table, line: bytes, number: int, columns: Sequence[Column[Any]] | None = None) -> Mapping[str, Any]:
    """The row that a line holds, or the refusal that says where it is none of this table."""
    wanted = list(table.columns) if columns is None else columns
    try:
        told = json.loads(line)
        if isinstance(told, list) and len(cast("list[Any]", told)) == len(wanted):
            values = cast("list[Any]", told)
            return {column.name: _value(column.type, each) for column, each in zip(wanted, values, strict=True)}
    except (ValueError, TypeError, Error, RecursionError):
        pass
    raise UnfitBackup(f"Row {number} of {table.name} in the backup is damaged.", suggestion="Use another backup.")


def _value(kind: object, told: Any) -> Any:
    """A value as the column takes it; whether it may be missing is for the database to say."""
    if told is None:
        return None
    if isinstance(kind, LargeBinary):
        return b64decode(told, validate=True)
    wanted = int if isinstance(kind, Integer | BigInteger) else (int, float) if isinstance(kind, Double) else str
    if isinstance(told, bool) or not isinstance(told, wanted):
        raise TypeError
    return told
