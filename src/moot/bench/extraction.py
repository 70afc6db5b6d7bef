"""What is taken out of an answer before it is checked: a program, a letter, a patch."""

import re
from collections.abc import Sequence

from moot.notation.recital import in_a_line

PREAMBLE = "from typing import *\nimport collections, functools, hashlib, itertools, math, re\n"
"""Imports that programs written for HumanEval count on; docs/formats/workshop.md says how they were chosen."""
_FENCED = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)
_PATCHED = re.compile(r"```(?:diff|patch)?[ \t]*\n(.*?)```", re.DOTALL)
_BARE = re.compile(r"^\W*([A-Z])\W*$")
_SAID = re.compile(r"\banswer\s*(?:is|:)\s*\W*([A-Z])\b(?!')", re.IGNORECASE)


def program_in(text: str) -> str:
    r"""The program in what a coder said: what stands between the first fences, or all of it.

    >>> program_in("Better:\n```python\nx = 1\n```\nand so on")
    'x = 1\n'
    """
    fenced = _FENCED.findall(text)
    return fenced[0] if fenced else text


def patch_in(text: str) -> str:
    """The patch in an answer: what stands between the first fences, or all of it, with an end to its last line."""
    fenced = _PATCHED.findall(text)
    patch = fenced[0] if fenced else text
    return patch if patch.endswith("\n") else f"{patch}\n"


def letter_in(text: str, options: Sequence[str]) -> str | None:
    """The letter that an answer gives: alone, as `the answer is B`, or by the words of an option.

    >>> letter_in("(b) ".upper(), ["x", "y"]), letter_in("So the answer is B.", ["x", "y"]), letter_in("Y", ["x", "y"])
    ('B', 'B', None)
    """
    letters = [chr(ord("A") + place) for place in range(len(options))]
    if bare := _BARE.match(text.strip()):
        return bare[1] if bare[1] in letters else None
    said = [letter.upper() for letter in _SAID.findall(text)]
    if said:
        return said[-1] if said[-1] in letters else None
    plain = in_a_line(text).casefold()
    named = (letters[place] for place, option in enumerate(options) if in_a_line(option).casefold() == plain)
    return next(named, None)
