"""How far a run is: a bar on a terminal, and nothing elsewhere."""

from moot.cli.progress import Progress

_WIDTH = 30


class Bar(Progress):
    """A line with a bar, and how many passed so far."""

    def __init__(self) -> None:
        super().__init__("Reading the data")
        self._done = self._passed = self._total = 0

    def begin(self, total: int, done: int = 0) -> None:
        """So many rows will come, beside those that are there."""
        self._total, self._done = total, done
        self._draw()

    def step(self, passed: bool | None) -> None:
        """One more row is known."""
        self._done += 1
        self._passed += passed is True
        self._draw()

    def _draw(self) -> None:
        full = _WIDTH * self._done // max(1, self._total)
        self.say(f"[{'█' * full}{'·' * (_WIDTH - full)}] {self._done}/{self._total}, {self._passed} passed now")
