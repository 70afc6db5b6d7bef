"""A house where agents, people and programs debate under rules, on the record."""

__version__ = "0.1.0"
