"""Boards: debates that are laid out in their own way. A format without one is shown line by line."""

from moot.web.boards.board import BOARDS, Board, Drawn, Part, drawn, light

__all__ = ["BOARDS", "Board", "Drawn", "Part", "drawn", "light"]
