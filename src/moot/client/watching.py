"""Watching a debate: server-sent events as they come, gone on with from the line where they broke off."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, cast

from moot.client.asking import Asking
from moot.client.errors import Away, NoServer
from moot.client.paths import debate_path
from moot.client.patience import Contact
from moot.client.shapes import Event
from moot.client.waiting import Lost, unheard
from moot.client.wire import Answer

SILENCE = 60.0
"""A stream that is silent for so long is dead: a living one says something every quarter of a minute."""
Stands: TypeAlias = tuple[str, tuple[str, ...]]
"""A debate's state, and for whom it waits."""


class Watching(Asking):
    """The call that goes on."""

    def watch(
        self, debate_id: str, after: int | None = None, role: str | None = None, lost: Lost = unheard
    ) -> Iterator[Event]:
        """Events as they come, until the debate is closed; goes on from its line when the connection is lost."""
        seen, stands = after, None
        contact = Contact(self._patience, steadfast=True)
        while True:
            try:
                for event in self._stream(debate_id, seen, role):
                    contact.answered()
                    yield from [event] if stands is None else caught_up(event, stands)
                    seen, stands = max(event["seq"], seen or 0), standing_after(event, stands)
                    if closes(event):
                        return
                raise NoServer(self.url, "the stream ended", reached=True)
            except (NoServer, Away) as trouble:
                lost(str(trouble))
                contact.lost(trouble)

    def _stream(self, debate_id: str, after: int | None, role: str | None) -> Iterator[Event]:
        headers = {"Accept": "text/event-stream"}
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        path = f"/api/v1{debate_path(debate_id, 'events')}"
        with self._wire.lines(path, {"role": role}, headers, SILENCE) as (status, lines):
            if status != 200:
                raise self._refusal(Answer(status, b"".join(lines)))
            yield from events(lines)


def events(lines: Iterator[bytes]) -> Iterator[Event]:
    """Server-sent events, from their lines; comments keep the connection open and say nothing."""
    fields: dict[str, str] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            value = value.removeprefix(" ")
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
            continue
        if "data" in fields:
            yield _event(fields)
        fields = {}


def _event(fields: dict[str, str]) -> Event:
    event = {"event": fields.get("event", ""), "seq": int(fields.get("id", 0)), "data": json.loads(fields["data"])}
    return cast(Event, event)


def caught_up(event: Event, stood: Stands) -> Iterator[Event]:
    """What a watcher who came back has missed, as it would have been told: not the whole state again."""
    data = event["data"]
    if event["event"] != "initial_state":
        yield event
        return
    for argument in data["arguments"]:
        yield Event(event="new_argument", seq=argument["seq"], data=argument)
    debate = data["debate"]
    if _stands(debate) != stood:
        changed = {name: debate[name] for name in ("state", "waiting_for", "closed_at")}
        yield Event(event="state_changed", seq=event["seq"], data=changed)


def standing_after(event: Event, before: Stands | None) -> Stands | None:
    """The debate's state and for whom it waits, as far as a watcher knows."""
    match event["event"]:
        case "initial_state":
            return _stands(event["data"]["debate"])
        case "state_changed":
            return _stands(event["data"])
        case "new_argument" | "draft":
            return before


def _stands(told: Mapping[str, Any]) -> Stands:
    return told["state"], tuple(told.get("waiting_for") or ())


def closes(event: Event) -> bool:
    """Whether nothing can come after this event."""
    data: dict[str, Any] = event["data"]
    match event["event"]:
        case "initial_state":
            return data["debate"].get("closed_at") is not None
        case "state_changed":
            return data.get("closed_at") is not None
        case "new_argument" | "draft":
            return False
