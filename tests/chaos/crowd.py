"""A crowd: many who act at once, each in a thread of its own, and what became of them."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Condition, Thread
from time import monotonic
from typing import Generic, TypeVar

T = TypeVar("T")


class Crowd(Generic[T]):
    """Those who act, what they returned, and the first failure among them."""

    def __init__(self, seconds: float) -> None:
        self.results: list[T] = []
        self._until = monotonic() + seconds
        self._size = 0
        self._failure: BaseException | None = None
        self._changed = Condition()

    def go(self, act: Callable[[], T]) -> None:
        """Lets one more act. A thread that never ends dies with the tests."""
        self._size += 1
        Thread(target=self._run, args=(act,), daemon=True).start()

    @contextmanager
    def changing(self) -> Generator[None]:
        """Around a change that others may wait for."""
        with self._changed:
            yield
            self._changed.notify_all()

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Waits for a change that makes this true; raises what any of them failed with."""
        with self._changed:
            while not true() and self._failure is None:
                if not self._changed.wait(max(0.0, self._until - monotonic())):
                    raise TimeoutError(f"{len(self.results)} of {self._size} are done")
        if self._failure is not None:
            raise self._failure

    def all_done(self) -> list[T]:
        """What they returned, once all have ended."""
        self.wait_until(lambda: len(self.results) == self._size)
        return self.results

    def _run(self, act: Callable[[], T]) -> None:
        try:
            result = act()
        except BaseException as failure:
            with self.changing():
                self._failure = self._failure or failure
        else:
            with self.changing():
                self.results.append(result)
