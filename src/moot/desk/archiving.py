"""Archives: chat logs, argument graphs and transcripts as debates that can be read here, each speaker in a seat."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from moot.debate import InvalidInput, Json, JsonObject, Move
from moot.desk.house import made
from moot.desk.retelling import retold
from moot.formats.archive import IMPORTER, MOST_LINES, MOST_SPEAKERS, Archive, Graph, Said
from moot.notation.aif_graph import must_be_fit, speakers_of
from moot.notation.chat import read_chat
from moot.notation.comment_read import read_comment
from moot.notation.elsewhere import there_of
from moot.notation.minutes import read_markdown
from moot.notation.page import read_html
from moot.notation.strict import strict_json
from moot.notation.strict_yaml import strict_yaml
from moot.notation.transcript import HOUSE, Transcript

_NOT_IN_SEATS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Archived:
    """An archive that can be written down: what is agreed, and each line with its seat."""

    setup: Archive
    said: tuple[tuple[str, Move], ...]


def archived(form: str, text: str, digest: str, name: str) -> Archived:
    """A file as an archive, or the refusal that says what is wrong with it."""
    transcript = _TRANSCRIPTS[form](text) if form in _TRANSCRIPTS else None
    lines = _retold(transcript) if transcript else _chat(text) if form == "chat" else _graph(text)
    speakers = list(dict.fromkeys(speaker for speaker, _ in lines))
    if len(lines) > MOST_LINES or len(speakers) > MOST_SPEAKERS:
        raise InvalidInput(
            f"The file has {len(lines)} lines of {len(speakers)} speakers: more than {MOST_LINES} or {MOST_SPEAKERS}.",
            suggestion="Split it into several files.",
        )
    seats = _seats(speakers)
    setup = made(
        Archive,
        title=_title(transcript.title if transcript and transcript.title else name, lines),
        source={"form": form, "sha256": digest, "name": name[:200], **_facts(transcript)},
        speakers=[{"seat": seats[speaker], "name": speaker} for speaker in speakers],
        order=[speakers.index(speaker) for speaker, _ in lines],
    )
    return Archived(setup, tuple((seats[speaker], move) for speaker, move in lines))


_TRANSCRIPTS: Mapping[str, Callable[[str], Transcript]] = {
    "markdown": read_markdown,
    "html": read_html,
    "pr-comment": read_comment,
    "json": lambda text: retold(strict_json(text, "transcript"), "transcript"),
    "yaml": lambda text: retold(strict_yaml(text, "transcript"), "transcript"),
}
"""Debates as we write them for people and programs, of which only the words are left."""


def _retold(transcript: Transcript) -> list[tuple[str, Move]]:
    return [
        (each.seat or HOUSE, made(Said, content=each.content or "", there=there_of(each))) for each in transcript.said
    ]


def _facts(transcript: Transcript | None) -> dict[str, Any]:
    return {"facts": dict(transcript.facts)} if transcript and transcript.facts else {}


def _chat(text: str) -> list[tuple[str, Move]]:
    return [
        (
            each.speaker,
            made(
                Said,
                content=each.content,
                conversation=each.conversation,
                message=dict(each.message),
                plain=each.plain,
                row=None if each.row is None else dict(each.row),
            ),
        )
        for each in read_chat(text)
    ]


def _graph(text: str) -> list[tuple[str, Move]]:
    told = strict_json(text, "argument graph")
    graph = told.get("AIF", told) if isinstance(told, Mapping) else told
    if not isinstance(graph, Mapping):
        raise InvalidInput("The argument graph is not an object.", suggestion="Send `nodes` and `edges`.")
    must_be_fit(cast(JsonObject, graph))
    said = speakers_of(cast(JsonObject, graph))
    whole: dict[str, Any] = dict(cast("Mapping[str, Json]", graph))
    first: list[tuple[str, Move]] = [(IMPORTER, made(Graph, graph=whole))]
    return first + [(_apart(speaker), made(Said, content=words, node=node[:200])) for node, speaker, words in said]


def _apart(speaker: str) -> str:
    """Somebody of the file who is called like whoever brings it in is somebody else."""
    return f"{speaker} of the file" if speaker == IMPORTER else speaker


def _title(name: str, lines: Sequence[tuple[str, Move]]) -> str:
    """The name of the file, or the first words that were said."""
    words = next((move.content for _, move in lines if isinstance(move, Said) and move.content.strip()), "")
    told = " ".join((name or words).split())
    return (told if len(told) <= 100 else f"{told[:100]} …") or "An archive"


def _seats(speakers: Sequence[str]) -> dict[str, str]:
    """A seat for each speaker, named like it."""
    seats: dict[str, str] = {}
    for speaker in speakers:
        plain = _NOT_IN_SEATS.sub("-", speaker.lower()).strip("-")[:32].rstrip("-") or "speaker"
        taken, number, seat = set(seats.values()), 1, plain
        while seat in taken:
            number += 1
            seat = f"{plain}-{number}"
        seats[speaker] = seat
    return seats
