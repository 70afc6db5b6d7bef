"""How long what is said may be, what files may be called, and that a text says something."""

import ast
import re
import warnings
from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from moot.debate import ContentTooLarge

FILES_LIMIT = 256 * 1024
"""The most bytes of UTF-8 that the files of one move may have together."""
MOST_FILES = 40
_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,7}")

Line: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Short: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1500)]
Long: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=8000)]
MaybeShort: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1500)]

_SHOWN = re.compile(r"\s*(>|\d+(\s|$))")
"""How a line begins where code is shown to others."""


def _percent(share: float) -> float:
    return round(share, 2)


Confidence: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), AfterValidator(_percent)]
"""From 0 to 1, kept to the whole percent."""


def names_file(path: str) -> bool:
    """Whether a file of a version may be called so: plain names, and none that is hidden or leads up."""
    return len(path) <= 200 and _PATH.fullmatch(path) is not None


def _fit(files: dict[str, str]) -> dict[str, str]:
    strange = next((path for path in files if not names_file(path)), None)
    if strange is not None:
        raise ValueError(f"{strange[:60]!r} is no path such as solution.py or pkg/part.py")
    if len(files) > MOST_FILES:
        raise ValueError(f"at most {MOST_FILES} files")
    size = sum(len(text.encode("utf-8", "surrogatepass")) for text in files.values())
    if size > FILES_LIMIT:
        raise ContentTooLarge(size, FILES_LIMIT)
    return files


Files: TypeAlias = Annotated[dict[str, str], AfterValidator(_fit)]
"""Texts by path."""


def merged(base: Mapping[str, str], changed: Mapping[str, str]) -> dict[str, str]:
    """Files with these changed or added, in the order of their paths."""
    return dict(sorted({**base, **changed}.items()))


def is_python(text: str) -> bool:
    """Whether a text can be read as Python. For forms alone: what it says may change with the interpreter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


def is_copied(text: str) -> bool:
    r"""Whether a text is no Python because a mark or a number stands before each line, as where code is shown.

    >>> is_copied("> def f():\n>     return 1"), is_copied("   1 def f():\n   2     return 1")
    (True, True)
    >>> is_copied("1\n2"), is_copied("def f(:")
    (False, False)
    """
    lines = [line for line in text.splitlines() if line.strip()]
    return all(map(_SHOWN.match, lines)) and not is_python(text)


def lines_in(text: str) -> int:
    """How many lines a text has, as editors count them."""
    return len(text.splitlines())
