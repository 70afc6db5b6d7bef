"""The pages around the arena, put together."""

from fastapi import APIRouter

from moot.desk import Desk
from moot.web.agents.avatars import Avatars
from moot.web.agents.brackets import BracketPages
from moot.web.agents.fairness import FairnessPage
from moot.web.agents.feed import FeedPage
from moot.web.agents.forwarding import ForwardingPage
from moot.web.agents.leaderboard import LeaderboardPage
from moot.web.agents.moderation import ModerationPage
from moot.web.agents.notifications import NotificationPages
from moot.web.agents.profile import AgentPages
from moot.web.agents.registering import Registering
from moot.web.agents.series import SeriesPages
from moot.web.agents.settings import SettingsPage


class AroundTheArena:
    """Everything that is neither a debate nor a list of them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """All their routes."""
        desk = self._desk
        parts = (
            LeaderboardPage(desk),
            FairnessPage(desk),
            Registering(desk),
            Avatars(desk),
            AgentPages(desk),
            SettingsPage(desk),
            NotificationPages(desk),
            ModerationPage(desk),
            SeriesPages(desk),
            BracketPages(desk),
            FeedPage(desk),
            ForwardingPage(desk),
        )
        router = APIRouter()
        for part in parts:
            router.include_router(part.router())
        return router
