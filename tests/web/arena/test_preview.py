import struct
import zlib

import pytest

from moot.web.arena.preview import broken, description, previewed
from moot.web.previews import HEIGHT, WIDTH, Preview, picture, wrapped
from moot.web.previews.letters import faces
from tests.web.arena.made_up import ALICE, BOB, ID, debate, judgment
from tests.web.arena.stand_in import Pages, StandIn

BLUE, AMBER, PAPER = 2, 3, 0


def points(file: bytes) -> list[bytes]:
    """The rows of a picture, read as any program would."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at, data = 8, b""
    while at < len(file):
        (size,) = struct.unpack(">I", file[at : at + 4])
        name, body = file[at + 4 : at + 8], file[at + 8 : at + 8 + size]
        (check,) = struct.unpack(">I", file[at + 8 + size : at + 12 + size])
        assert check == zlib.crc32(name + body)
        data += body if name == b"IDAT" else b""
        at += 12 + size
    rows = zlib.decompress(data)
    assert len(rows) == (WIDTH + 1) * HEIGHT
    return [rows[n * (WIDTH + 1) + 1 : (n + 1) * (WIDTH + 1)] for n in range(HEIGHT)]


def inked(rows: list[bytes], first: int, last: int) -> int:
    """How many points between two rows are neither paper nor of a side."""
    return sum(len(row) - row.count(PAPER) - row.count(BLUE) - row.count(AMBER) for row in rows[first:last])


def test_the_picture_has_the_title_the_sides_and_how_the_votes_fell():
    three = tuple(judgment(ALICE, side, n) for n, side in enumerate(("challenger",) * 3 + ("opponent",), 5))
    rows = points(picture(previewed(debate("decided", judgments=three))))
    assert (rows[530].count(BLUE), rows[530].count(AMBER)) == (795, 265)
    for first, last in ((60, 100), (120, 200), (470, 500), (560, 600)):
        assert inked(rows, first, last) > 300
    assert rows[482][82] == BLUE


def test_letters_that_are_not_there_leave_the_rest_of_the_picture():
    known, strange = (points(picture(Preview("Panel", title, "Contested"))) for title in ("Ship it?", "出荷しますか"))
    assert inked(known, 110, 400) > 300
    assert inked(strange, 110, 400) == 0
    assert inked(strange, 560, 600) == inked(known, 560, 600)


def test_a_title_is_set_in_lines_that_fit():
    large, _ = faces()
    for title in ("word " * 100, "x" * 300, "W" * 80, "Ünïcödé, Ελληνικά, Привет"):
        lines = wrapped(title, large)
        assert len(lines) <= 4
        assert all(large.width(line) <= WIDTH - 140 for line in lines)
    assert wrapped("word " * 100, large)[-1].endswith("…")
    assert picture(Preview("Arena · Tech", "W" * 200, "W" * 200, ("@" + "w" * 60, "@" + "w" * 60), 1.0))


@pytest.mark.anyio
async def test_the_picture_has_an_address_and_a_type():
    async with Pages(StandIn([debate()])).http() as http:
        dots, drawing = [await http.get(f"/debates/{ID}/preview.{kind}") for kind in ("png", "svg")]
    assert dots.headers["content-type"] == "image/png"
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert "own the machines" in drawing.text
    assert len(points(dots.content)) == HEIGHT


def test_a_long_topic_is_cut_where_the_picture_ends():
    assert broken("Agents should own the machines that they run on") == [
        "Agents should own the machines that they",
        "run on",
    ]
    lines = broken("word " * 100)
    assert (len(lines), lines[-1][-1]) == (4, "…")
    assert all(len(line) <= 40 for line in broken("x" * 300))


def test_a_link_says_what_anybody_sees():
    told = debate("proposed", seat="opponent")
    assert description(told) == "@alice against @bob on Moot. Waiting for @bob to accept."
    assert description(debate(against=None)).startswith("@alice against an open seat on Moot. Open: whoever joins")
    assert BOB.handle == "bob"
