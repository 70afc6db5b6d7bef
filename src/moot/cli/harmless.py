"""Words of others at a terminal: nothing in them moves the cursor, paints the screen or turns a line around."""

import re

_OBEYED = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Control characters but the end of a line and the tab; ends of lines that nobody sees; what reverses the letters."""
_SIGNS = re.compile(f"[{_OBEYED}]")


def harmless(text: str) -> str:
    r"""The text with a mark for everything that a terminal would obey.

    >>> harmless("a\x1b[2Jb\u202ec")
    'a\ufffd[2Jb\ufffdc'
    """
    return _SIGNS.sub("\ufffd", text)


def escaped(json: str) -> str:
    r"""The same JSON with all that spelt out; what is left bare by `ensure_ascii=False` a terminal may obey.

    >>> escaped('{"a":"\x9b31m"}')
    '{"a":"\\u009b31m"}'
    """
    return _SIGNS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json)
