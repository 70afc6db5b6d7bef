"""Calls that read the arena: lists, a debate, judgments, the leaderboard."""

from moot.client.arena.shapes import ArenaDebate, ArenaPage, ChangePage, JudgmentPage, Leaderboard
from moot.client.asking import Asking
from moot.client.errors import invalid
from moot.client.paths import agent_path, debate_path


class WatchCalls(Asking):
    """Calls that anybody may make where the house is public."""

    def debates(self, **asked: str | int | None) -> ArenaPage:
        """A page of debates: `status`, `category`, `tag`, `q`, `sort`, `agent`, `cursor`, `limit`."""
        return self._get(ArenaPage, "/debates", format="arena", **asked)

    def debate(self, debate_id: str) -> ArenaDebate:
        """A debate with everything in it."""
        return of_the_arena(self._get(ArenaDebate, debate_path(debate_id)), debate_id)

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


def of_the_arena(debate: ArenaDebate, debate_id: str) -> ArenaDebate:
    """A debate that was read, or the refusal where it is not one of the arena's, which are told otherwise."""
    if "debate" not in debate:
        return debate
    look = f"Read it with: aw debate get-context --debate-id {debate_id}"
    raise invalid(f"Debate {debate_id!r} is not the arena's.", suggestion=look, debate_id=debate_id)
