"""What each seat of an evaluation is told when it is called on, and the forms in which it answers."""

from moot.formats.evaluation.brief.briefed import briefed

__all__ = ["briefed"]
