"""What a program said, as it can be shown: short, and without characters that a terminal or a page would obey."""

import unicodedata

_HARMLESS = {"\n", "\t"}
_OBEYED = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def plain(said: bytes | str, longest: int) -> str:
    r"""The text with everything spelt out that is not for reading; the middle of a long one is left out.

    >>> plain("a\x1b[31mb", 100), plain("x" * 30, 10)
    ('a\\x1b[31mb', 'xxxxx…xxxx')
    """
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    # Spelling out makes it longer: no more is spelt out than can be kept.
    if len(text) > 2 * longest:
        text = text[:longest] + text[-longest:]
    if not text.replace("\n", "").isprintable():
        text = "".join(map(_spelt, text))
    if len(text) <= longest:
        return text
    head = longest // 2
    return f"{text[:head]}…{text[len(text) - (longest - head - 1) :]}"


def _spelt(char: str) -> str:
    if char in _HARMLESS or unicodedata.category(char) not in _OBEYED:
        return char
    return char.encode("unicode_escape").decode("ascii")
