"""Questions with options, in words."""

from collections.abc import Sequence
from string import ascii_uppercase


def with_options(question: str, options: Sequence[str]) -> str:
    """The question with its options below it, a letter each.

    >>> print(with_options("Which?", ["one", "two"]))
    Which?
    <BLANKLINE>
    A. one
    B. two
    """
    listed = "\n".join(f"{letter}. {option}" for letter, option in zip(ascii_uppercase, options, strict=False))
    return f"{question}\n\n{listed}"
