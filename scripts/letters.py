"""Draws the letters that pictures of debates are set in: `python -m scripts.letters TITLE.ttf SMALL.ttf`.

A server has no fonts that it can count on, and needs none this way: it copies points. Those that are kept were drawn
from DejaVu Serif Bold and DejaVu Sans, whose licence is free.
"""

import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from moot.web.previews.letters import FILE, HEAD, SHADES

SIZES = (54, 29)
"""How high the letters of titles and of small lines are, in points of the picture."""
RANGES = (
    (0x20, 0x7F),
    (0xA0, 0x180),
    (0x370, 0x400),
    (0x400, 0x460),
    (0x2010, 0x2027),
    (0x2030, 0x203B),
    (0x20A0, 0x20BE),
)
MORE = "→←↔≤≥≠≈√∞"


def drawn(font: ImageFont.FreeTypeFont) -> Iterator[bytes]:
    """Every letter that a font has: what it is, where it stands, and its points."""
    codes = [code for first, last in RANGES for code in range(first, last)] + [ord(sign) for sign in MORE]
    missing = _points("\U0010ffff", font)
    for code in codes:
        points, head = _points(chr(code), font)
        if (points, head) != missing:
            yield struct.pack(HEAD, code, *head) + points


def _points(letter: str, font: ImageFont.FreeTypeFont) -> tuple[bytes, tuple[int, ...]]:
    """The points of a letter that stands on a line, and where they begin."""
    left, top, right, bottom = (round(edge) for edge in font.getbbox(letter, anchor="ls"))
    paper = Image.new("L", (right - left, bottom - top))
    if paper.width and paper.height:
        ImageDraw.Draw(paper).text((-left, -top), letter, fill=255, font=font, anchor="ls")
    points = bytes(round(value * (SHADES - 1) / 255) for value in paper.tobytes())
    return points, (round(font.getlength(letter)), left, top, paper.width, paper.height)


def main() -> None:
    """Draw them, and say how large they are."""
    if len(sys.argv) != 1 + len(SIZES):
        sys.exit(__doc__)
    faces = [b"".join(drawn(ImageFont.truetype(name, size))) for name, size in zip(sys.argv[1:], SIZES, strict=True)]
    packed = zlib.compress(b"".join(struct.pack(">I", len(face)) + face for face in faces), 9)
    Path(FILE).write_bytes(packed)
    print(f"{FILE}: {len(packed) / 1000:.0f} KB")


if __name__ == "__main__":
    main()
