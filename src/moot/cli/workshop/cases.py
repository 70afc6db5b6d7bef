"""Tests from a file: a list in YAML or JSON, or Python whose test functions become one test each."""

import ast
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, cast

from moot.cli.lazy import load
from moot.cli.texts import given_file
from moot.client.errors import invalid


def cases_of(path: str) -> list[Any]:
    """The tests of a file."""
    text = given_file(path)
    if path.endswith(".py"):
        return list(_written(text, path))
    told: Any = load("moot.cli.inside.files:parsed")(text, path)
    listed: Any = cast(dict[str, Any], told).get("tests") if isinstance(told, dict) else told
    if not isinstance(listed, list):
        raise invalid(f"{path} must hold a list of tests.", suggestion="See: docs/formats/workshop.md")
    return cast(list[Any], listed)


def _written(text: str, path: str) -> Iterator[dict[str, Any]]:
    """A test for each function `test_…` with what stands around them; without any, the whole file is one."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError) as wrong:
        raise invalid(f"{path} is not Python: {wrong}.") from None
    functions = [node for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    if not functions:
        yield {"name": PurePath(path).name, "code": text}
        return
    around = ast.unparse(ast.Module([node for node in body if node not in functions], []))
    for function in functions:
        if function.args.args or function.args.kwonlyargs or function.decorator_list:
            raise invalid(
                f"{path}: {function.name} takes arguments or is decorated, which only pytest can do.",
                suggestion="Write it as a function without arguments.",
            )
        parts = (around, ast.unparse(function), f"{function.name}()")
        yield {"name": function.name, "code": "\n".join(part for part in parts if part)}
