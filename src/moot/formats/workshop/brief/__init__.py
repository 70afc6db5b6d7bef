"""What each seat of a workshop is told when it is called on."""

from moot.formats.workshop.brief.briefed import briefed

__all__ = ["briefed"]
