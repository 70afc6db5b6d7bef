"""Paper of points to draw on, and the file that it becomes."""

import struct
import zlib
from math import isqrt

from moot.web.previews.letters import SHADES, Face

WIDTH, HEIGHT = 1200, 630
PAPER, RULE, ONE, TWO, ARBITER = range(5)
INK, QUIET = 5, 5 + SHADES - 1
"""The lightest of their shades; the others follow."""
_PAPER_COLOUR = (246, 244, 238)
_INKS = ((33, 31, 27), (108, 102, 92))


def _shades(ink: tuple[int, int, int]) -> list[tuple[int, ...]]:
    steps = range(1, SHADES)
    return [
        tuple(round(p + (i - p) * step / (SHADES - 1)) for p, i in zip(_PAPER_COLOUR, ink, strict=True))
        for step in steps
    ]


_COLOURS = [
    _PAPER_COLOUR,
    (203, 196, 181),
    (59, 130, 208),
    (221, 148, 18),
    (124, 92, 191),
    *(shade for ink in _INKS for shade in _shades(ink)),
]


class Sheet:
    """Paper of points."""

    def __init__(self) -> None:
        self._rows = [bytearray([PAPER]) * WIDTH for _ in range(HEIGHT)]

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

    def write(self, text: str, face: Face, left: int, line: int, colour: int) -> None:
        """A text that stands on a line; its letters must be there, and it must fit."""
        inked = bytes([PAPER, *range(colour, colour + SHADES - 1)]).ljust(256, b"\0")
        for letter in text:
            glyph = face.glyphs[letter]
            for down, points in enumerate(glyph.rows):
                start = left + glyph.left
                self._rows[line + glyph.top + down][start : start + len(points)] = points.translate(inked)
            left += glyph.advance

    def png(self) -> bytes:
        """The sheet as a file."""
        head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
        palette = bytes(part for colour in _COLOURS for part in colour)
        points = zlib.compress(b"".join(b"\0" + bytes(row) for row in self._rows), 6)
        parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", points), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
