"""By what a file of ours is known."""

MARK = "Written by `moot skills install`: the next install replaces it."
"""A line with this is in every file of ours."""
