"""A portal: an event loop in a thread of its own, in which a program without one has its work done."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Thread, current_thread
from typing import Any, TypeVar

from moot.debate import ActionNotAllowed

T = TypeVar("T")


class Portal:
    """Does work in its own loop while the caller waits; whether the caller has a loop of its own does not matter."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # A daemon: a program that forgets to close ends nevertheless, and its records are whole as they stand.
        self._thread = Thread(target=self._loop.run_forever, name="moot-house", daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether anything can be done here."""
        return self._thread.is_alive()

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begins with something."""
        if current_thread() is self._thread or not self.is_open:
            work.close()
            raise ActionNotAllowed(
                "A house cannot wait for itself." if self.is_open else "This house is closed.",
                suggestion="In an async player use moot.AsyncHouse; or open another: with moot.House() as house: …",
            )
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def done(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of it. Whoever stops waiting (Ctrl-C) stops the work: what was written stays written."""
        future = self.begin(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """Ends the loop and its thread."""
        if self.is_open:
            # Whoever watches and did not look to the end would otherwise be left hanging in a loop that is gone.
            self.done(self._loop.shutdown_asyncgens())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
