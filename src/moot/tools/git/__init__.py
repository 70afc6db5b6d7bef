"""Git for workshops: a worktree on a branch of its own, a commit for each version, and what can be read from them."""

from moot.tools.git.clerk import Clerk

__all__ = ["Clerk"]
