"""Likeness by meaning: vectors that a model makes of texts."""

from array import array
from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import Protocol, TypeAlias

Vector: TypeAlias = Sequence[float]


class EmbeddingFailed(Exception):
    """The texts could not be turned into vectors; it says why."""


class Embedder(Protocol):
    """Whoever turns texts into vectors."""

    @property
    def name(self) -> str:
        """Which model it is, to the byte: vectors of two models cannot be compared."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A vector for each text, or raises EmbeddingFailed."""
        ...


def packed(vector: Vector) -> bytes:
    """A vector as it is kept: of length one, four bytes a number."""
    length = sqrt(sum(map(mul, vector, vector))) or 1.0
    return array("f", [number / length for number in vector]).tobytes()


def unpacked(kept: bytes) -> Vector:
    """A vector that was kept."""
    vector = array("f")
    vector.frombytes(kept)
    return vector


def alike(one: Vector, other: Vector) -> float:
    """The cosine of two vectors of length one; 0 where they are of different models."""
    return round(sum(map(mul, one, other)), 6) if len(one) == len(other) else 0.0
