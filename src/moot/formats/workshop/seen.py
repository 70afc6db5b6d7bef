"""A workshop as somebody reads it: where it stands, and the texts of those lines that this reader may read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from moot.debate import Entry, JsonObject, View
from moot.formats.workshop.setup import Workshop
from moot.formats.workshop.state import State, Version, case_id
from moot.formats.workshop.table import after
from moot.formats.workshop.texts import merged


@dataclass(frozen=True)
class Seen:
    """The record with its state."""

    record: tuple[View, ...]
    state: State

    @cached_property
    def told(self) -> Mapping[int, JsonObject]:
        """What was said, by line, as far as this reader may read it."""
        found: dict[int, JsonObject] = {}
        for view in self.record:
            if view.move is not None:
                found[view.entry.line] = view.move
            if view.opened is not None and view.entry.answers is not None:
                found[view.entry.answers] = view.opened
        return found

    @property
    def setup(self) -> Workshop:
        """What was agreed."""
        return self.state.setup

    @property
    def entries(self) -> Iterator[Entry]:
        """Every line."""
        return (view.entry for view in self.record)

    def of_kind(self, *kinds: str, thread: str | None = None) -> list[Entry]:
        """The lines of these kinds that this reader may read; of one thread, or of all."""
        return [
            entry
            for entry in self.entries
            if entry.kind in kinds and entry.line in self.told and thread in (None, entry.stamp.thread)
        ]

    def entry(self, line: int) -> Entry:
        """One line."""
        return self.record[line].entry

    @property
    def task(self) -> JsonObject:
        """What is wanted; nothing where it was not set yet."""
        return self.told.get(self.state.task or 0, {}) if self.state.task is not None else {}

    @property
    def given(self) -> Mapping[str, str]:
        """The files that came with the task."""
        return cast(Mapping[str, str], self.task.get("files") or {})

    def version(self, line: int) -> Version | None:
        """The version of a line."""
        found = (version for one in self.state.candidates for version in one.versions)
        return next((version for version in found if version.line == line), None)

    def files(self, line: int) -> dict[str, str] | None:
        """All files of a version; None where this reader may not read it, or what it was made from."""
        version = self.version(line)
        if version is None or line not in self.told:
            return None
        base = dict(self.given) if version.base is None else self.files(version.base)
        changed = cast(Mapping[str, str], self.told[line].get("files") or {})
        return None if base is None else merged(base, changed)

    @cached_property
    def cases(self) -> Mapping[str, Mapping[str, Any]]:
        """Every test and attack that this reader may read, by id."""
        found: dict[str, Mapping[str, Any]] = {}
        for entry in self.of_kind("TASK", "TESTS", "ATTACK"):
            listed = cast(Sequence[Mapping[str, Any]], self.told[entry.line].get("tests") or ())
            for number, case in enumerate(listed, start=1):
                found[case_id(entry.line, number)] = case
        return found


def seen(record: Sequence[View]) -> Seen:
    """The record as its reader sees it."""
    opened, *later = (view.entry for view in record)
    setup = Workshop.model_validate(opened.move["setup"])
    state = State(setup, at=opened.at)
    for entry in later:
        state = after(state, entry)
    return Seen(tuple(record), state)
