"""How thorough a run is: `make test` takes minutes, `make chaos` as long as it takes."""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

T = TypeVar("T")

THOROUGH = os.environ.get("MOOT_CHAOS") == "all"

only_when_thorough = pytest.mark.skipif(not THOROUGH, reason="takes long: run it with make chaos")

_NONE = Constants()
quickly = settings(max_examples=60 if THOROUGH else 25, deadline=None, derandomize=True, database=None)
"""How often a property of pure rules is tried that costs little each time."""


def settle_on_examples() -> None:
    """Properties are tried with the same examples in every run, unless they say otherwise: what fails, fails again."""
    examples = 200 if THOROUGH else 20
    settings.register_profile("moot", max_examples=examples, deadline=None, derandomize=True, database=None)
    settings.load_profile("moot")
    if not THOROUGH:
        # Else numbers and words of whatever modules happen to be imported are among the examples, and it takes a second
        # to read them all.
        providers._get_local_constants = lambda: _NONE  # pyright: ignore[reportPrivateUsage] - there is no setting


def every_third(cases: Sequence[T]) -> Sequence[T]:
    """A third of many cases that are alike; all of them when thorough."""
    return cases if THOROUGH else cases[::3]


ON_POSTGRES_TOO = ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, only_when_thorough])]
"""For what takes long and whose storage others try on both: PostgreSQL only when thorough."""
