"""Tests are dealt out file by file: a worker reads only the files that it runs, and what a module shares is made once.

A pytest plugin for runs with several workers, `-p tests.support.by_file`. Otherwise each worker reads all ten thousand
tests before the first one runs.
"""

# pyright: reportUnknownMemberType=false
# (pytest does not say all its types)

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")

LONG = ("browser", "journeys", "players/embedded", "challenges", "packaging", "docs", "security", "benchmarks")
"""Folders whose files take long: they come first, so that no worker is left with one at the end."""


class Sitting(pytest.Item):
    """All tests of a file, read when it is their turn."""

    def runtest(self) -> None:
        raise AssertionError("its tests are run, one after the other, and not itself")

    def tests(self, module: pytest.Module) -> list[pytest.Item]:
        """The tests in a file, in the order in which they are run."""
        gc.disable()  # nearly all that an import makes stays
        found = list(self.session.genitems(module))
        gc.enable()
        self.config.hook.pytest_collection_modifyitems(session=self.session, config=self.config, items=found)
        return found

    def hold(self, nextitem: pytest.Item | None) -> None:
        """Run them all; whoever counts finds the one that runs in the place of the file."""
        assert self.parent is not None
        place = self.session.items.index(self)
        tests = self.tests(pytest.Module.from_parent(self.parent.parent, path=self.path))
        for test, after in zip(tests, [*tests, nextitem][1:], strict=True):
            if self.session.shouldfail or self.session.shouldstop:
                break
            self.session.items[place] = test
            self.config.hook.pytest_runtest_protocol(item=test, nextitem=after)
        self.session.items[place] = self


class Unread(pytest.File):
    """A file with tests that nobody has read yet."""

    def collect(self) -> Iterator[Sitting]:
        yield Sitting.from_parent(self, name="all")


def dealt(files: Sequence[T], long: Sequence[bool], workers: int) -> list[T]:
    """Files in such an order that each worker, who gets as many as the others, begins with some that take long.

    >>> dealt("abcdefg", [False, True, False, True, True, False, False], 2)
    ['b', 'e', 'a', 'd', 'c', 'f', 'g']
    """
    heavy = [file for file, takes_long in zip(files, long, strict=True) if takes_long]
    light = [file for file, takes_long in zip(files, long, strict=True) if not takes_long]
    order: list[T] = []
    for worker in range(workers):
        first = heavy[worker::workers]
        more = max(0, (len(files) - len(order)) // (workers - worker) - len(first))
        order += [*first, *light[:more]]
        light = light[more:]
    return order + light


def _takes_long(file: Path, root: Path) -> bool:
    return file.relative_to(root / "tests").as_posix().startswith(LONG)


def _asked_for_all(config: pytest.Config) -> bool:
    """Whether nobody asked for single tests, which are only found by reading."""
    asked = config.option
    return not (asked.keyword or asked.markexpr or asked.deselect or asked.collectonly or "::" in "".join(config.args))


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Unread | None:
    by_file = hasattr(parent.config, "workerinput") and _asked_for_all(parent.config)
    return Unread.from_parent(parent, path=module_path) if by_file else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if items and isinstance(items[0], Sitting):
        long = [_takes_long(item.path, config.rootpath) for item in items]
        items[:] = dealt(items, long, getattr(config, "workerinput")["workercount"])  # noqa: B009 - xdist's own


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not isinstance(item, Sitting):
        return None
    item.hold(nextitem)
    return True
