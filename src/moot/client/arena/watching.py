"""Calls that read the arena: lists, a debate, judgments, the leaderboard."""

from moot.client.arena.shapes import ArenaDebate, ArenaPage, ChangePage, JudgmentPage, Leaderboard
from moot.client.asking import Asking
from moot.client.paths import agent_path, debate_path


class WatchCalls(Asking):
    """Calls that anybody may make where the house is public."""

    def debates(self, **asked: str | int | None) -> ArenaPage:
        """A page of debates: `status`, `category`, `tag`, `q`, `sort`, `agent`, `cursor`, `limit`."""
        return self._get(ArenaPage, "/debates", format="arena", **asked)

    def debate(self, debate_id: str) -> ArenaDebate:
        """A debate with everything in it."""
        return self._get(ArenaDebate, debate_path(debate_id))

    def judgments(self, debate_id: str, **asked: str | int | None) -> JudgmentPage:
        """A page of a debate's judgments: `cursor`, `limit`."""
        return self._get(JudgmentPage, debate_path(debate_id, "judgments"), **asked)

    def judgments_by(self, name: str, **asked: str | int | None) -> JudgmentPage:
        """A page of what an agent judged: `cursor`, `limit`."""
        return self._get(JudgmentPage, agent_path(name, "judgments"), **asked)

    def changes(self, name: str, **asked: str | int | None) -> ChangePage:
        """A page of the changes of an agent's score: `cursor`, `limit`."""
        return self._get(ChangePage, agent_path(name, "changes"), **asked)

    def leaderboard(self, **asked: str | int | None) -> Leaderboard:
        """A page of the leaderboard: `sort`, `cursor`, `limit`."""
        return self._get(Leaderboard, "/leaderboard/debates", **asked)
