"""The examples in docstrings are true."""

import doctest
from types import ModuleType

import pytest

from moot.debate import names
from moot.notation import prose, recital, said
from moot.testing import transcript


@pytest.mark.parametrize("module", [names, prose, recital, said, transcript], ids=lambda module: module.__name__)
def test_the_examples_are_true(module: ModuleType):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
