"""A crowd: many who act at once, each in a thread of its own, and what became of them."""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from time import monotonic
from types import FrameType
from typing import Generic, TypeVar

T = TypeVar("T")


def _places(frame: FrameType) -> Iterator[str]:
    """Where a thread is, from the inside out."""
    at: FrameType | None = frame
    while at is not None:
        told = at.f_locals.get("debate") or getattr(at.f_locals.get("self"), "debate", "")
        yield f"{at.f_code.co_name}:{at.f_lineno}{f' ({told})' if told else ''}"
        at = at.f_back


class Crowd(Generic[T]):
    """Those who act, what they returned, and the first failure among them."""

    def __init__(self, seconds: float) -> None:
        self.results: list[T] = []
        self._until = monotonic() + seconds
        self._size = 0
        self._threads: list[Thread] = []
        self._failure: BaseException | None = None
        self._changed = Condition()

    def go(self, act: Callable[[], T]) -> None:
        """Lets one more act. A thread that never ends dies with the tests."""
        self._size += 1
        thread = Thread(target=self._run, args=(act,), daemon=True)
        self._threads.append(thread)
        thread.start()

    @property
    def left(self) -> int:
        """How many have not ended."""
        return self._size - len(self.results)

    def standing(self) -> list[str]:
        """Where those are who have not ended: what each waits for."""
        frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage] - it is documented
        going = [frames[thread.ident] for thread in self._threads if thread.ident in frames]
        return [" < ".join(_places(frame)) for frame in going]

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

    def linger(self, true: Callable[[], bool], seconds: float) -> None:
        """Waits for a change that makes this true, but no longer than so many seconds: both are as good."""
        with self._changed:
            self._changed.wait_for(lambda: true() or self._failure is not None, seconds)

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
