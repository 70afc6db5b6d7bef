"""Chat logs as OpenAI writes them: rows of JSON with `messages`; a debate as one, and one as a debate."""

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from moot.debate import Entry, InvalidInput, Json, JsonObject, View, opened_by, view
from moot.notation.canonical import canonical
from moot.notation.spoken import whole_text
from moot.notation.strict import strict_json

ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_SHAPE = 'Send {"messages": [{"role": "user", "content": "…"}, …]}: one object, a list of them, or one on each line.'


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a log."""

    conversation: int
    speaker: str
    """The name of who spoke, or the role where it has none."""
    content: str
    message: JsonObject
    """All of it but a content that is plain text."""
    plain: bool
    """Whether its content is plain text."""
    row: JsonObject | None = None
    """What the log says beside the messages; with the first of a conversation."""


def as_chat(format: str, title: str, entries: Sequence[Entry], hidden: Container[int]) -> str:
    """A conversation for each seat that spoke, as that seat had it: its own words are the assistant's.

    Lines that are hidden from whoever takes the copy are in none. A chat log that was archived comes out as it was.
    """
    archived = list(_archived(entries)) if format == "archive" else []
    rows = archived or [_told_to(seat, title, entries, hidden) for seat in _seats(entries, hidden)]
    return "".join(f"{canonical(row)}\n" for row in rows)


def _seats(entries: Sequence[Entry], hidden: Container[int]) -> list[str]:
    spoke = (entry.seat for entry in entries if entry.kind not in ("lapsed", "revealed") and entry.line not in hidden)
    return list(dict.fromkeys(seat for seat in spoke if seat is not None))


def _told_to(seat: str, title: str, entries: Sequence[Entry], hidden: Container[int]) -> JsonObject:
    messages = [message for entry in entries if (message := _message(seat, entry, entries, hidden)) is not None]
    # It spoke, so there is a last word of its own.
    while messages[-1]["role"] != "assistant":
        messages.pop()
    first: dict[str, Json] = {"role": "system", "content": f"You hold the seat {seat!r} in the debate {title!r}."}
    return {"messages": [first, *messages]}


def _message(seat: str, entry: Entry, entries: Sequence[Entry], hidden: Container[int]) -> dict[str, Json] | None:
    """A line as this seat had it when it was written; what was revealed is heard when it was."""
    opened = opened_by(entry, entries)
    said = entry if opened is None else opened
    if said.seat is None or said.line in hidden or entry.kind == "lapsed" or (opened is not None and said.seat == seat):
        return None
    seen: View = view(entry, seat, opened)
    move = seen.opened if opened is not None else seen.move
    if move is None:
        return None
    content = f"{said.kind}\n\n{whole_text(move)}"
    if said.seat == seat:
        return {"role": "assistant", "content": content}
    return {"role": "user", "name": _NAME.sub("_", said.seat)[:64], "content": content}


def _archived(entries: Sequence[Entry]) -> Iterator[JsonObject]:
    """The rows that an archived chat log was made from."""
    rows: dict[int, tuple[dict[str, Json], list[Json]]] = {}
    for entry in entries:
        message = entry.move.get("message")
        if entry.kind != "SAID" or not isinstance(message, Mapping):
            continue
        row, messages = rows.setdefault(cast(int, entry.move["conversation"]), ({}, []))
        if isinstance(beside := entry.move.get("row"), Mapping):
            row.update(beside)
        content = {"content": entry.move["content"]} if entry.move.get("plain") else {}
        messages.append({**message, **content})
    for row, messages in rows.values():
        yield {**row, "messages": messages}


def read_chat(text: str) -> tuple[Message, ...]:
    """The messages of a log, or the refusal that says where it is none."""
    rows = [_row(row, number) for number, row in enumerate(_rows(text), 1)]
    found = tuple(message for number, row in enumerate(rows) for message in _messages(row, number))
    if not found:
        raise InvalidInput("The chat log has no messages.", suggestion=_SHAPE)
    return found


def _rows(text: str) -> Sequence[Json]:
    """One object, a list of them, a list of messages, or one object on each line."""
    try:
        whole = strict_json(text, "chat log")
    except InvalidInput:
        # At line feeds alone: other ends of lines may stand within a text.
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2:
            raise
        return [strict_json(line, f"row {number} of the chat log") for number, line in enumerate(lines, 1)]
    if not isinstance(whole, list | tuple):
        return [whole]
    bare = all(isinstance(each, Mapping) and "role" in each for each in whole)
    return [{"messages": whole}] if whole and bare else whole


def _row(row: Json, number: int) -> JsonObject:
    messages = row.get("messages") if isinstance(row, Mapping) else None
    if not isinstance(messages, list | tuple) or not isinstance(row, Mapping):
        raise InvalidInput(f"Conversation {number} of the chat log has no messages.", suggestion=_SHAPE)
    return row


def _messages(row: JsonObject, conversation: int) -> Iterator[Message]:
    beside = {name: value for name, value in row.items() if name != "messages"}
    for place, told in enumerate(cast("Sequence[Json]", row["messages"])):
        if not isinstance(told, Mapping) or told.get("role") not in ROLES:
            raise InvalidInput(
                f"Message {place + 1} of conversation {conversation + 1} has no role that is known.",
                suggestion=f"A message is an object whose role is one of: {', '.join(sorted(ROLES))}.",
            )
        content, name = told.get("content"), told.get("name")
        plain = isinstance(content, str)
        kept = {field: value for field, value in told.items() if not (plain and field == "content")}
        speaker = name if isinstance(name, str) and name.strip() else str(told["role"])
        row_told = beside if beside and not place else None
        yield Message(conversation, speaker[:200], _words(content), kept, plain, row_told)


def _words(content: Json) -> str:
    """The text of a content: of one in parts, the texts among them; what else there is, is named."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list | tuple):
        return json.dumps(content, ensure_ascii=False)
    return "\n\n".join(_part(part) for part in content)


def _part(part: Json) -> str:
    if isinstance(part, Mapping) and isinstance(text := part.get("text"), str):
        return text
    kind = part.get("type") if isinstance(part, Mapping) else None
    return f"[{kind if isinstance(kind, str) else 'part'}]"
