"""Calls about the git repository of a workshop."""

from moot.client.asking import Asking
from moot.client.git_shapes import GitBlame, GitDiff, GitDiscarded, GitHistory, GitTold
from moot.client.paths import debate_path


class GitCalls(Asking):
    """Calls about the git repository of a workshop. Versions are named by number, 0 is where it started."""

    def git(self, debate_id: str) -> GitTold:
        """Its branch, and a commit for each version."""
        return self._get(GitTold, debate_path(debate_id, "git"))

    def git_diff(self, debate_id: str, from_: str | None = None, to: str | None = None) -> GitDiff:
        """What changed from one version or commit to another; from the start to the branch if none is named."""
        return self._get(GitDiff, debate_path(debate_id, "git", "diff"), **{"from": from_, "to": to})

    def git_history(self, debate_id: str, path: str, at: str | None = None, limit: int = 50) -> GitHistory:
        """The commits that changed a file, newest first."""
        return self._get(GitHistory, debate_path(debate_id, "git", "history"), path=path, at=at, limit=limit)

    def git_blame(self, debate_id: str, path: str, at: str | None = None) -> GitBlame:
        """A file line by line, each with the commit that it came with."""
        return self._get(GitBlame, debate_path(debate_id, "git", "blame"), path=path, at=at)

    def git_discard(self, debate_id: str) -> GitDiscarded:
        """Removes what a workshop that is over has left in the repository."""
        return self._send(GitDiscarded, "DELETE", debate_path(debate_id, "git"))
