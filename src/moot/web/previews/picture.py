"""The picture of a debate: its title, what kind of debate it is, and where it stands or how it ended."""

from dataclasses import dataclass

from moot.web.previews.letters import Face, faces
from moot.web.previews.sheet import ARBITER, INK, ONE, QUIET, RULE, TWO, WIDTH, Sheet

_EDGE, _LINES, _STEP = 70, 4, 68
_ROOM = WIDTH - 2 * _EDGE
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Preview:
    """What is told of a debate in a picture."""

    kind: str
    title: str
    standing: str
    sides: tuple[str, str] | None = None
    """Who argues with whom."""
    split: float | None = None
    """How much of the votes the first side has."""


def picture(told: Preview) -> bytes:
    """The picture as a file. What the letters at hand cannot write is left out."""
    sheet, (large, small) = Sheet(), faces()
    colours = (ARBITER, ARBITER) if told.sides is None else (ONE, TWO)
    sheet.bar(0, 0, WIDTH // 2, 14, colours[0])
    sheet.bar(WIDTH // 2, 0, WIDTH // 2, 14, colours[1])
    _line(sheet, f"Moot · {told.kind}", small, 92, QUIET)
    if large.sets("".join(told.title.split())):
        for place, line in enumerate(wrapped(told.title, large)):
            sheet.write(line, large, _EDGE, 176 + place * _STEP, INK)
    _sides(sheet, told, small)
    sheet.bar(_EDGE, 530, _ROOM, 3, RULE)
    if told.split is not None:
        first = round(_ROOM * told.split)
        sheet.bar(_EDGE, 526, first, 10, ONE)
        sheet.bar(_EDGE + first, 526, _ROOM - first, 10, TWO)
    _line(sheet, told.standing, small, 586, QUIET)
    return sheet.png()


def wrapped(text: str, face: Face, lines: int = _LINES, room: int = _ROOM) -> list[str]:
    """A text in lines that fit; what does not fit is left out, and an ellipsis says so."""
    found: list[str] = []
    for word in text.split():
        joined = f"{found[-1]} {word}" if found else word
        if found and face.width(joined) <= room:
            found[-1] = joined
        else:
            found += _pieces(word, face, room)
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], _shortened(found[lines - 1], face, room)]


def _pieces(word: str, face: Face, room: int) -> list[str]:
    """A word, cut where it is longer than a line."""
    pieces = [""]
    for letter in word:
        if face.width(pieces[-1] + letter) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _shortened(text: str, face: Face, room: int) -> str:
    while face.width(text + _ELLIPSIS) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def _line(sheet: Sheet, text: str, face: Face, line: int, colour: int, left: int = _EDGE, room: int = _ROOM) -> None:
    """One line of small letters, cut where it does not fit; nothing where a letter is missing."""
    text = " ".join(text.split())
    if face.sets(text):
        fits = text if face.width(text) <= room else _shortened(text, face, room)
        sheet.write(fits, face, left, line, colour)


def _sides(sheet: Sheet, told: Preview, face: Face) -> None:
    if told.sides is None:
        return
    sheet.disc(_EDGE + 12, 482, 12, ONE)
    _line(sheet, told.sides[0], face, 492, INK, _EDGE + 40, 480)
    sheet.diamond(WIDTH // 2 + 14, 482, 14, TWO)
    _line(sheet, told.sides[1], face, 492, INK, WIDTH // 2 + 44, 480)
