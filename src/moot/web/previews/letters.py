"""Letters made of points, drawn beforehand by `scripts/letters.py`: a server need have no fonts."""

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "letters.bin"
HEAD = ">IhhhHH"
"""Which letter, how far the next one is, where its points begin, how many there are across and down."""
SHADES = 4
"""From paper to ink."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter: where its points begin, seen from the line it stands on, and how dark each is."""

    advance: int
    left: int
    top: int
    rows: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """The letters of one size."""

    glyphs: Mapping[str, Glyph]

    def sets(self, text: str) -> bool:
        """Whether it has every letter of a text."""
        return all(letter in self.glyphs for letter in text)

    def width(self, text: str) -> int:
        """How many points wide a text becomes."""
        return sum(self.glyphs[letter].advance for letter in text)


@cache
def faces() -> tuple[Face, Face]:
    """Letters for titles, and for small lines; read when the first picture is wanted."""
    packed, found, at = zlib.decompress(FILE.read_bytes()), list[Face](), 0
    for _ in range(2):
        (length,) = struct.unpack_from(">I", packed, at)
        found.append(_face(packed, at + 4, at + 4 + length))
        at += 4 + length
    return found[0], found[1]


def _face(packed: bytes, at: int, end: int) -> Face:
    glyphs: dict[str, Glyph] = {}
    while at < end:
        code, advance, left, top, width, height = struct.unpack_from(HEAD, packed, at)
        at += struct.calcsize(HEAD)
        rows = tuple(packed[at + row * width : at + (row + 1) * width] for row in range(height))
        glyphs[chr(code)] = Glyph(advance, left, top, rows)
        at += width * height
    return Face(glyphs)
