"""Calls about memory: what was learnt in workshops."""

from moot.client.asking import Asking
from moot.client.memory_shapes import EpisodePage, LessonPage


class MemoryCalls(Asking):
    """Calls about episodes and lessons."""

    def episodes(self, **asked: str | int | None) -> EpisodePage:
        """A page of episodes, the newest first: `agent`, `debate`, `cursor`, `limit`."""
        return self._get(EpisodePage, "/memory/episodes", **asked)

    def lessons(self, **asked: str | int | None) -> LessonPage:
        """The lessons that fit a `task`, the best first; or a page of all: `cursor`, `limit`."""
        return self._get(LessonPage, "/memory/lessons", **asked)
