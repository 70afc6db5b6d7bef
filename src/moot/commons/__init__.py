"""The commons: what grows around debates. Likes, lists, standings, notifications, feed, reports, series, brackets."""

from moot.commons.book import ArenaBook
from moot.commons.fixtures import Fixtures
from moot.commons.notices import Notices

__all__ = ["ArenaBook", "Fixtures", "Notices"]
