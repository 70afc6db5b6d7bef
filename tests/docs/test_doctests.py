"""The examples in docstrings are run."""

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"


def _with_examples() -> Iterator[str]:
    for path in sorted(SOURCE.glob("moot/**/*.py")):
        if ">>> " in path.read_text():
            yield ".".join(path.relative_to(SOURCE).with_suffix("").parts)


@pytest.mark.parametrize("module", list(_with_examples()))
def test_examples_in_docstrings_show_what_happens(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried > 0
    assert failed == 0
