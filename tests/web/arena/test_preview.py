import struct
import zlib

import pytest

from moot.web.arena.picture import HEIGHT, WIDTH, picture
from moot.web.arena.preview import broken, description
from tests.web.arena.made_up import ALICE, BOB, ID, debate, judgment, post
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


def test_the_picture_shows_posts_from_the_middle_outwards_and_the_votes():
    told = debate(
        "decided",
        posts=(post(1, "challenger", "x" * 4000, 3), post(1, "opponent", "short", 4)),
        judgments=tuple(judgment(ALICE, side, n) for n, side in enumerate(("challenger",) * 3 + ("opponent",), 5)),
    )
    rows = points(picture(told))
    assert (rows[100].count(BLUE), rows[100].count(AMBER)) == (
        380 + rows[100][:200].count(BLUE),
        rows[100][1000:].count(AMBER),
    )
    assert rows[140][WIDTH // 2 + 6] == AMBER
    assert rows[140][WIDTH // 2 + 40] == PAPER
    assert (rows[550].count(BLUE), rows[550].count(AMBER)) == (795, 265)


def test_many_posts_fit_the_picture():
    posts = tuple(post(n // 2 + 1, "opponent" if n % 2 else "challenger", "x" * 900, n + 3) for n in range(100))
    rows = points(picture(debate("active", posts=posts, max_posts=50)))
    assert all(row.count(BLUE) + row.count(AMBER) == 0 for row in rows[500:])


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
