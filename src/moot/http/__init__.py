"""The HTTP entrance: REST, long poll, server-sent events and WebSockets under `/api/v1`."""

from moot.http.app import Door, create_app, openapi

__all__ = ["Door", "create_app", "openapi"]
