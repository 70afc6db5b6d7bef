"""The HTTP entrance: REST, long poll, server-sent events and WebSockets under `/api/v1`."""

from moot.http.app import Door, create_app, create_lookout, openapi
from moot.http.pace import Bounds

__all__ = ["Bounds", "Door", "create_app", "create_lookout", "openapi"]
