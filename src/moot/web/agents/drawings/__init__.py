"""Drawings: numbers laid out so that a look tells them, ready to be printed as SVG or as a tree of lists."""

from moot.web.agents.drawings.curve import Curve, curve
from moot.web.agents.drawings.scale import Scale, Span
from moot.web.agents.drawings.sparkline import Sparkline, sparkline
from moot.web.agents.drawings.tree import Match, Round, rounds

__all__ = ["Curve", "Match", "Round", "Scale", "Span", "Sparkline", "curve", "rounds", "sparkline"]
