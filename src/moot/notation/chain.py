"""The hash chain: each line is bound to its content, its place, its debate and every line before it.

A line is kept as two texts. The `body` is what was said (with its salt, if sealed). The `head` is the envelope and
the digest of the body. A line's hash covers the hash before it and the head, so a reader who may not see a sealed
body can still check the chain, and can check the body against its digest once it is revealed.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, cast

from moot.debate import Entry, Json, Spent, Stamp
from moot.notation.canonical import canonical, moment, told_at


class BrokenChain(Exception):
    """A line does not match what was sealed into the chain: something was changed, lost or put in."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line = line
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is stored, byte for byte."""

    line: int
    head: str
    body: str
    hash: str
    request: str | None = None


def genesis(debate: str) -> str:
    """What line 0 of a debate is chained to."""
    return sha256(f"moot/1 {debate}".encode()).hexdigest()


def link(before: str, head: str) -> str:
    """The hash of a line, from the hash before it and its head."""
    return sha256(f"{before}\n{head}".encode()).hexdigest()


def written(entry: Entry, before: str) -> Line:
    """The line that keeps this entry after a line with the hash `before`."""
    body = _body(entry)
    head = canonical(_head(entry, sha256(body.encode()).hexdigest()))
    return Line(entry.line, head, body, link(before, head), entry.request)


def read(line: Line) -> Entry:
    """The entry that a line keeps."""
    head = cast(dict[str, Any], json.loads(line.head))
    body = cast(dict[str, Any], json.loads(line.body))
    stamp = cast(dict[str, Any], head.get("stamp", {}))
    spent = cast("dict[str, Any] | None", head.get("spent"))
    readers = cast("list[str] | None", head.get("readers"))
    return Entry(
        line=head["line"],
        at=moment(head["at"]),
        noted=moment(head["noted"]),
        kind=head["kind"],
        move=body["move"],
        seat=head.get("seat"),
        by=head.get("by"),
        turn=head.get("turn"),
        answers=head.get("answers"),
        since=head.get("since"),
        request=head.get("request"),
        stamp=Stamp(**stamp),
        sealed=head.get("sealed", False),
        readers=None if readers is None else tuple(readers),
        salt=body.get("salt"),
        spent=None if spent is None else Spent(**spent),
        provenance=head.get("provenance"),
    )


def check(line: Line, expected: int, before: str, last_at: datetime | None) -> Entry:
    """The entry of a stored line, once everything in it was computed anew and found as it was written."""
    if line.line != expected:
        raise BrokenChain(expected, f"missing: line {line.line} stands in its place")
    if link(before, line.head) != line.hash:
        raise BrokenChain(expected, "its envelope or the line before it was changed")
    try:
        digest = json.loads(line.head)["body"]
        if digest != sha256(line.body.encode()).hexdigest():
            raise BrokenChain(expected, "its content was changed")
        entry = read(line)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as unreadable:
        raise BrokenChain(expected, f"cannot be read ({unreadable})") from unreadable
    if entry.line != expected:
        raise BrokenChain(expected, f"says that it is line {entry.line}")
    if entry.request != line.request:
        raise BrokenChain(expected, "its request id was changed")
    if last_at is not None and entry.at < last_at:
        raise BrokenChain(expected, "is dated before the line above it")
    return entry


def _body(entry: Entry) -> str:
    body: dict[str, Json] = {"move": entry.move}
    if entry.salt is not None:
        body["salt"] = entry.salt
    return canonical(body)


def _head(entry: Entry, digest: str) -> dict[str, Json]:
    stamp = {"phase": entry.stamp.phase, "round": entry.stamp.round, "thread": entry.stamp.thread}
    head: dict[str, Json] = {
        "line": entry.line,
        "at": told_at(entry.at),
        "noted": told_at(entry.noted),
        "kind": entry.kind,
        "seat": entry.seat,
        "by": entry.by,
        "turn": entry.turn,
        "answers": entry.answers,
        "since": entry.since,
        "request": entry.request,
        "stamp": {name: value for name, value in stamp.items() if value is not None} or None,
        "sealed": entry.sealed or None,
        "readers": None if entry.readers is None else list(entry.readers),
        "spent": _spent(entry.spent),
        "provenance": entry.provenance,
        "body": digest,
    }
    return {name: value for name, value in head.items() if value is not None}


def _spent(spent: Spent | None) -> Json:
    if spent is None:
        return None
    return {
        "tokens_in": spent.tokens_in,
        "tokens_out": spent.tokens_out,
        "money": spent.money,
        "milliseconds": spent.milliseconds,
    }
