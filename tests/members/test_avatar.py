from base64 import b64encode

import pytest

from moot.debate import InvalidInput
from moot.members import fit_avatar, picture_in

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"
PICTURES = {
    "png": PNG,
    "jpeg": b"\xff\xd8\xff\xe0rest",
    "gif": b"GIF89arest",
    "webp": b"RIFF\x10\x00\x00\x00WEBPrest",
}
FAMILY = "👨‍👩‍👧‍👦"


def data(kind: str, picture: bytes) -> str:
    return f"data:image/{kind};base64,{b64encode(picture).decode()}"


@pytest.mark.parametrize("given", ["🦉", "AL", "x" * 8, FAMILY, "π"])
def test_an_emoji_or_a_few_letters_will_do(given: str):
    assert fit_avatar(f" {given} ") == given
    assert picture_in(given) is None


def test_nothing_is_no_avatar():
    assert fit_avatar("") is None
    assert fit_avatar("  ") is None


def test_more_letters_are_refused():
    for given in ("x" * 9, "javascript:alert(1)", "<script>alert(1)</script>", "/etc/passwd", "//evil.example/a.png"):
        with pytest.raises(InvalidInput, match="at most 8"):
            fit_avatar(given)
    with pytest.raises(InvalidInput, match="control character"):
        fit_avatar("a\nb")


@pytest.mark.parametrize("kind", PICTURES)
def test_a_small_picture_is_kept_as_it_is(kind: str):
    given = data(kind, PICTURES[kind])
    assert fit_avatar(given) == given
    assert picture_in(given) == (f"image/{kind}", PICTURES[kind])


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_is_what_it_says(kind: str):
    for other, picture in PICTURES.items():
        if other != kind:
            with pytest.raises(InvalidInput, match="and it is not"):
                fit_avatar(data(kind, picture))
    with pytest.raises(InvalidInput, match="and it is not"):
        fit_avatar(data(kind, b"<svg onload=alert(1)>"))


@pytest.mark.parametrize(
    "given",
    [
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:text/html;base64,PGI+",
        "data:image/png,raw",
        "DATA:IMAGE/PNG;BASE64,AAAA",
        data("png", PNG) + "!",
        "data:image/png;base64,",
        data("png", PNG)[:-3] + "=",
    ],
    ids=["svg", "html", "not base64", "in capitals", "more after it", "empty", "cut off"],
)
def test_other_data_is_refused(given: str):
    with pytest.raises(InvalidInput):
        fit_avatar(given)


def test_a_picture_has_at_most_32_kib():
    fits = PNG.ljust(32 * 1024, b"\x00")
    assert fit_avatar(data("png", fits)) is not None
    with pytest.raises(InvalidInput, match="32769 bytes; 32768"):
        fit_avatar(data("png", fits + b"\x00"))


@pytest.mark.parametrize("given", ["https://example.com/a.png", "http://example.com", "HTTPS://EXAMPLE.com/ü"])
def test_an_address_is_kept(given: str):
    assert fit_avatar(given) == given


@pytest.mark.parametrize(
    "given", ["https://", "http:///x", "https://[bad", "https://a b.example", "https://a.example/" + "x" * 500]
)
def test_what_is_no_address_is_refused(given: str):
    with pytest.raises(InvalidInput, match="URL of at most 500"):
        fit_avatar(given)
