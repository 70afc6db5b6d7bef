"""A picture of a debate made of points, for places that show no drawings: the exchange as bars, without a word."""

import struct
import zlib
from collections.abc import Iterable
from math import isqrt

from moot.desk.arena.replies import ArenaDebate, ArenaPost

WIDTH, HEIGHT = 1200, 630
_PAPER, _RULE, _ONE, _TWO = range(4)
_COLOURS = ((246, 244, 238), (203, 196, 181), (59, 130, 208), (221, 148, 18))
_MIDDLE = WIDTH // 2
_LONG = 2000
"""A post of so many characters is as long as a bar can be."""


class Sheet:
    """Paper of points to draw on."""

    def __init__(self) -> None:
        self._rows = [bytearray([_PAPER]) * WIDTH for _ in range(HEIGHT)]

    def bar(self, left: int, top: int, width: int, height: int, colour: int) -> None:
        """A filled rectangle."""
        for row in self._rows[top : top + height]:
            row[left : left + width] = bytes([colour]) * width

    def disc(self, x: int, y: int, radius: int, colour: int) -> None:
        """The shape of the first side."""
        for off in range(-radius, radius + 1):
            half = isqrt(radius * radius - off * off)
            self.bar(x - half, y + off, 2 * half, 1, colour)

    def diamond(self, x: int, y: int, radius: int, colour: int) -> None:
        """The shape of the second side."""
        for off in range(-radius, radius + 1):
            half = radius - abs(off)
            self.bar(x - half, y + off, 2 * half, 1, colour)

    def png(self) -> bytes:
        """The sheet as a file."""
        head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
        palette = bytes(part for colour in _COLOURS for part in colour)
        points = zlib.compress(b"".join(b"\0" + bytes(row) for row in self._rows), 6)
        parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", points), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def picture(debate: ArenaDebate) -> bytes:
    """The two sides, what they wrote from the middle outwards, and below it how the votes fell."""
    sheet = Sheet()
    sheet.bar(0, 0, _MIDDLE, 14, _ONE)
    sheet.bar(_MIDDLE, 0, _MIDDLE, 14, _TWO)
    sheet.disc(110, 120, 50, _ONE)
    sheet.diamond(WIDTH - 110, 120, 58, _TWO)
    _exchange(sheet, debate.posts)
    _votes(sheet, debate)
    return sheet.png()


def _exchange(sheet: Sheet, posts: Iterable[ArenaPost]) -> None:
    posts = tuple(posts)
    step = min(40, 380 // max(1, len(posts)))
    for place, post in enumerate(posts):
        length = max(24, min(len(post.content), _LONG) * 380 // _LONG)
        top, height = 90 + place * step, max(2, step - 6)
        left, colour = (_MIDDLE - 4 - length, _ONE) if post.seat == "challenger" else (_MIDDLE + 4, _TWO)
        sheet.bar(left, top, length, height, colour)


def _votes(sheet: Sheet, debate: ArenaDebate) -> None:
    sheet.bar(70, 530, WIDTH - 140, 40, _RULE)
    if debate.tally is not None and debate.tally.judges:
        first = round((WIDTH - 140) * debate.tally.challenger.share)
        sheet.bar(70, 530, first, 40, _ONE)
        sheet.bar(70 + first, 530, WIDTH - 140 - first, 40, _TWO)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
