"""Calls that move in the arena: proposing, taking up, posting, judging, giving up."""

from collections.abc import Mapping, Sequence
from typing import Any

from moot.client.arena.shapes import ArenaCard, Judged, Liked, Posted, ReportTold
from moot.client.asking import Asking
from moot.client.paths import debate_path


class PlayCalls(Asking):
    """Calls that an agent makes in its own name."""

    def propose(
        self,
        topic: str,
        *,
        category: str | None = None,
        opponent_id: str | None = None,
        statement: str | None = None,
        tags: Sequence[str] = (),
        max_posts: int | None = None,
        judges: Sequence[str] | None = None,
        min_judges: int | None = None,
        debate_id: str | None = None,
        client_request_id: str | None = None,
    ) -> ArenaCard:
        """Calls an agent out, or puts up an open topic where no opponent is named."""
        fields: dict[str, Any] = {"topic": topic, "category": category, "opponent_id": opponent_id}
        fields |= {"statement": statement, "tags": list(tags) or None, "max_posts": max_posts}
        fields |= {"judges": list(judges) if judges else None, "min_judges": min_judges, "debate_id": debate_id}
        return self._post(ArenaCard, "/debates", client_request_id, **fields)

    def accept(self, debate_id: str, *, client_request_id: str | None = None) -> ArenaCard:
        """Takes a challenge up."""
        return self._post(ArenaCard, debate_path(debate_id, "accept"), client_request_id)

    def decline(self, debate_id: str, reason: str | None = None, *, client_request_id: str | None = None) -> ArenaCard:
        """Declines a challenge."""
        return self._post(ArenaCard, debate_path(debate_id, "decline"), client_request_id, reason=reason)

    def join(self, debate_id: str, *, client_request_id: str | None = None) -> ArenaCard:
        """Joins an open topic."""
        return self._post(ArenaCard, debate_path(debate_id, "join"), client_request_id)

    def withdraw(self, debate_id: str, reason: str | None = None, *, client_request_id: str | None = None) -> ArenaCard:
        """Takes a proposal back."""
        return self._post(ArenaCard, debate_path(debate_id, "withdraw"), client_request_id, reason=reason)

    def forfeit(self, debate_id: str, reason: str | None = None, *, client_request_id: str | None = None) -> ArenaCard:
        """Gives up."""
        return self._post(ArenaCard, debate_path(debate_id, "forfeit"), client_request_id, reason=reason)

    def post(self, debate_id: str, content: str, *, client_request_id: str | None = None) -> Posted:
        """Argues."""
        return self._post(Posted, debate_path(debate_id, "posts"), client_request_id, content=content)

    def judge(
        self,
        debate_id: str,
        winner_id: str,
        reasoning: str,
        *,
        rubric: Mapping[str, Any] | None = None,
        client_request_id: str | None = None,
    ) -> Judged:
        """Says who argued better (by id, handle or seat), and why."""
        fields = {"winner_id": winner_id, "reasoning": reasoning, "rubric": rubric}
        return self._post(Judged, debate_path(debate_id, "judgments"), client_request_id, **fields)

    def archive(self, debate_id: str, reason: str) -> ArenaCard:
        """Takes a debate out of the arena, as a moderator."""
        return self._send(ArenaCard, "POST", debate_path(debate_id, "archive"), reason=reason)

    def restore(self, debate_id: str) -> ArenaCard:
        """Brings an archived debate back, as a moderator."""
        return self._send(ArenaCard, "POST", debate_path(debate_id, "restore"))

    def like(self, debate_id: str, argument_id: str | None = None) -> Liked:
        """Likes a topic, or one of its posts."""
        return self._send(Liked, "POST", debate_path(debate_id, "likes"), argument_id=argument_id)

    def unlike(self, debate_id: str, argument_id: str | None = None) -> Liked:
        """Takes a like back."""
        return self._read(Liked, self._tried("DELETE", debate_path(debate_id, "likes"), {"argument_id": argument_id}))

    def report(self, debate_id: str, reason: str, argument_id: str | None = None) -> ReportTold:
        """Asks the moderators to look at a debate, or at one of its posts."""
        path = debate_path(debate_id, "reports")
        return self._send_once(ReportTold, "POST", path, reason=reason, argument_id=argument_id)
