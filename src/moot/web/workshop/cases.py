"""Tests of a task as a person writes them: a line each, `median([3, 1, 2]) == 2`."""

import ast
from collections.abc import Iterator
from typing import Any

from moot.debate import InvalidInput

_NAME = 80


def cases_in(text: str) -> list[dict[str, Any]]:
    """The tests that stand in a text.

    >>> cases_in("median([3, 1, 2]) == 2")
    [{'name': 'median([3, 1, 2]) == 2', 'call': 'median', 'args': [[3, 1, 2]], 'kwargs': {}, 'expected': 2}]
    """
    return list(_cases(text))


def _cases(text: str) -> Iterator[dict[str, Any]]:
    for line in filter(None, map(str.strip, text.splitlines())):
        try:
            yield {"name": line[:_NAME], **_case(ast.parse(line, mode="eval").body)}
        except (SyntaxError, ValueError):
            raise InvalidInput(
                f"{line[:_NAME]!r} is no test that can be read.", suggestion="Write a line like f([1, 2]) == 3."
            ) from None


def _case(read: ast.expr) -> dict[str, Any]:
    """A comparison of a call with what it must give; whatever else it is raises ValueError."""
    match read:
        case ast.Compare(left=ast.Call(func=called, args=args, keywords=named), ops=[ast.Eq()], comparators=[wanted]):
            if any(each.arg is None for each in named):
                raise ValueError(read)
            return {
                "call": _dotted(called),
                "args": [ast.literal_eval(each) for each in args],
                "kwargs": {str(each.arg): ast.literal_eval(each.value) for each in named},
                "expected": ast.literal_eval(wanted),
            }
        case _:
            raise ValueError(read)


def _dotted(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=of, attr=name):
            return f"{_dotted(of)}.{name}"
        case _:
            raise ValueError(called)
