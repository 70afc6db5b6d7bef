"""The board of a workshop: phases, seats, versions, tests, attacks, votes and gates."""

from moot.web.boards.workshop.board import workshop_parts

__all__ = ["workshop_parts"]
