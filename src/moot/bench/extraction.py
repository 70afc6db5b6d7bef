"""What is taken out of an answer before it is checked: a program, a letter, a patch."""

import re
from collections.abc import Sequence

from moot.notation.recital import in_a_line

PREAMBLE = "from typing import *\nimport collections, functools, hashlib, itertools, math, re\n"
"""Imports that programs written for HumanEval count on; docs/formats/workshop.md says how they were chosen."""
_OPENS = re.compile(r"([ \t]*)```[ \t]*([\w+-]*)[^`]*")
_TORN = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)
"""A fence that ends amid a line."""
_PROGRAMS = ("", "python", "py", "python3")
_PATCHES = ("", "diff", "patch")
_BARE = re.compile(r"\W*([A-Za-z])\W*")
_SAID = re.compile(r"(?i:\banswer\W{0,4}(?:is|:))\W*(?:([A-Z])\b(?!['\u2019])|(?<=\()([a-z])(?=\)))")
"""A small letter counts in brackets alone: `the answer is a pity` gives none."""
_LISTED = re.compile(r"\W*([A-Za-z])[.):]\s+(.+)", re.DOTALL)


def program_in(text: str) -> str:
    r"""The program in what a coder said: what stands between the first fences for Python, or all of it.

    >>> program_in("Better:\n```bash\npip install x\n```\n```python\nx = 1\n```\nand so on")
    'x = 1\n'
    """
    fenced = _fenced(text, _PROGRAMS) or _TORN.findall(text)
    return fenced[0] if fenced else text


def patch_in(text: str) -> str:
    """The patch in an answer: what stands between the first fences, or all of it, with an end to its last line."""
    fenced = _fenced(text, _PATCHES)
    patch = fenced[0] if fenced else text
    return patch if patch.endswith("\n") else f"{patch}\n"


def _fenced(text: str, kinds: Sequence[str]) -> list[str]:
    """What stands between fences of these kinds. A line of a patch that has a fence in it stands further in."""
    found: list[str] = []
    opened, inside = None, [""]
    for line in text.split("\n"):
        if opened is None:
            opened, inside = _OPENS.fullmatch(line), []
        elif line.rstrip() == f"{opened[1]}```":
            found += ["".join(f"{each}\n" for each in inside)] if opened[2].lower() in kinds else []
            opened = None
        else:
            inside.append(line)
    return found


def letter_in(text: str, options: Sequence[str]) -> str | None:
    """The letter that an answer gives: alone, as `the answer is B`, or by the words of an option, listed or not.

    >>> letter_in("(b) ".upper(), ["x", "y"]), letter_in("So the answer is B.", ["x", "y"]), letter_in("Y", ["x", "y"])
    ('B', 'B', None)
    """
    letters = [chr(ord("A") + place) for place in range(len(options))]
    if bare := _BARE.fullmatch(text):
        return bare[1].upper() if bare[1].upper() in letters else None
    said = [(large or small).upper() for large, small in _SAID.findall(text)]
    if said:
        return said[-1] if said[-1] in letters else None
    if listed := _LISTED.fullmatch(text):
        named = _named(listed[2], letters, options)
        return named if named == listed[1].upper() else None
    return _named(text, letters, options)


def _named(text: str, letters: Sequence[str], options: Sequence[str]) -> str | None:
    plain = in_a_line(text).casefold()
    named = (letter for letter, option in zip(letters, options, strict=True) if in_a_line(option).casefold() == plain)
    return next(named, None)
