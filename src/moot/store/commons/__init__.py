"""Notices, feed, reports and webhooks, in a database."""

from moot.store.commons.notices import DatabaseNotices

__all__ = ["DatabaseNotices"]
