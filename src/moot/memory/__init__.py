"""Memory: what was learnt in workshops. Episodes of failure, the lessons that helped, and finding those that fit."""

from moot.memory.embedding import Embedder, EmbeddingFailed, Vector, alike, packed, unpacked
from moot.memory.episode import Episode, Failure, did_better, episode_in, thread_of
from moot.memory.lesson import Fit, Lesson, lesson_id, lesson_text
from moot.memory.likeness import MOST_ASKED, Likeness, ranked, telling
from moot.memory.memory import Memory, Relearnt

__all__ = [
    "MOST_ASKED",
    "Embedder",
    "EmbeddingFailed",
    "Episode",
    "Failure",
    "Fit",
    "Lesson",
    "Likeness",
    "Memory",
    "Relearnt",
    "Vector",
    "alike",
    "did_better",
    "episode_in",
    "lesson_id",
    "lesson_text",
    "packed",
    "ranked",
    "telling",
    "thread_of",
    "unpacked",
]
