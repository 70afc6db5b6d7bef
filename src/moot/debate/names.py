"""Names of lines: an argument's id is made from its debate and its line, and can be read back."""

from functools import lru_cache
from hashlib import sha256
from uuid import UUID

from moot.debate.refusals import ArgumentNotFound

_LINE_BITS = 48
_LINE_MASK = (1 << _LINE_BITS) - 1


def argument_id(debate: str, line: int) -> str:
    """The id of a line: a UUID (version 8) that ends in the line's number.

    >>> argument_id("debate", 3)
    '6f7a9000-cccc-81b5-a237-000000000003'
    """
    return f"{_beginning(debate)}-{line:012x}"


@lru_cache(maxsize=4096)
def _beginning(debate: str) -> str:
    """What the ids of all lines of a debate begin with."""
    digest = int.from_bytes(sha256(debate.encode()).digest()[:10], "big")
    number = digest << _LINE_BITS
    number = (number & ~(0xF << 76)) | (8 << 76)
    number = (number & ~(0x3 << 62)) | (2 << 62)
    return str(UUID(int=number)).rpartition("-")[0]


def line_of(debate: str, argument: str) -> int:
    """The line that an argument's id names, or a refusal if the id is of another debate."""
    try:
        line = UUID(argument).int & _LINE_MASK
    except ValueError:
        raise ArgumentNotFound(debate, argument) from None
    if argument_id(debate, line) != argument.lower():
        raise ArgumentNotFound(debate, argument)
    return line
