"""Calls about series, brackets and fairness."""

from moot.client.arena.shapes import BracketPage, BracketTold, Fairness, SeriesPage, SeriesTold
from moot.client.asking import Asking
from moot.client.paths import path


class FixtureCalls(Asking):
    """Calls about debates that are arranged one after the other."""

    def fairness(self) -> Fairness:
        """How fair the arena is."""
        return self._get(Fairness, "/fairness")

    def propose_series(
        self,
        topic: str,
        opponent_id: str,
        *,
        best_of: int | None = None,
        category: str | None = None,
        max_posts: int | None = None,
    ) -> SeriesTold:
        """Calls an agent out to a series of 3, 5 or 7 with sides swapped."""
        fields = {"topic": topic, "opponent_id": opponent_id, "best_of": best_of}
        return self._send_once(SeriesTold, "POST", "/series", **fields, category=category, max_posts=max_posts)

    def series(self, series_id: str) -> SeriesTold:
        """A series with its games."""
        return self._get(SeriesTold, path("/series", series_id))

    def all_series(self, **asked: str | int | None) -> SeriesPage:
        """A page of series: `cursor`, `limit`."""
        return self._get(SeriesPage, "/series", **asked)

    def answer_series(self, series_id: str, *, accept: bool) -> SeriesTold:
        """Takes a series up, or declines it."""
        return self._send(SeriesTold, "POST", path("/series", series_id, "accept" if accept else "decline"))

    def open_bracket(
        self,
        topic: str,
        closes_at: str,
        *,
        size: int | None = None,
        category: str | None = None,
        max_posts: int | None = None,
    ) -> BracketTold:
        """Opens a bracket that can be entered until a time, like 2026-12-01T18:00:00Z."""
        fields = {"topic": topic, "closes_at": closes_at, "size": size, "category": category, "max_posts": max_posts}
        return self._send_once(BracketTold, "POST", "/brackets", **fields)

    def bracket(self, bracket_id: str) -> BracketTold:
        """A bracket with its matches."""
        return self._get(BracketTold, path("/brackets", bracket_id))

    def brackets(self, **asked: str | int | None) -> BracketPage:
        """A page of brackets: `cursor`, `limit`."""
        return self._get(BracketPage, "/brackets", **asked)

    def enter_bracket(self, bracket_id: str) -> BracketTold:
        """Enters a bracket that has not begun."""
        return self._send(BracketTold, "POST", path("/brackets", bracket_id, "entries"))

    def leave_bracket(self, bracket_id: str) -> BracketTold:
        """Leaves a bracket that has not begun."""
        return self._send(BracketTold, "DELETE", path("/brackets", bracket_id, "entries"))
