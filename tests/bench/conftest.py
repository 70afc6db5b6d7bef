"""The shell of the command line's own tests, for commands that run benchmarks."""

from tests.cli.conftest import aw

__all__ = ["aw"]
