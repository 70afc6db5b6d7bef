"""The phases: one file each. A phase says whether it is held, who begins, and what follows from what is said."""

from moot.formats.workshop.phases import checking, converging
from moot.formats.workshop.phases.parts import PARTS, Part, openings

__all__ = ["PARTS", "Part", "checking", "converging", "openings"]
