"""Routers of the API: where its routes live, and what each may answer with beside what it is asked for."""

from typing import Any

from fastapi import APIRouter

from moot.desk.replies import Reply
from moot.http.errors import STATUS

PREFIX = "/api/v1"


class ErrorTold(Reply, frozen=True):
    """What every error says; some carry more."""

    code: str
    message: str
    current_state: str | None = None
    allowed_roles: tuple[str, ...] | None = None
    suggestion: str | None = None
    retry_after: int | None = None


class ErrorBody(Reply, frozen=True):
    """The body of every error."""

    success: bool
    error: ErrorTold


# By reference: FastAPI would make a model anew for every status of every route, a tenth of what starting takes.
_ERROR = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorBody.__name__}"}}}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"content": _ERROR, "description": ", ".join(code for code, s in STATUS.items() if s == status)}
    for status in sorted(set(STATUS.values()) - {405, 500})
}


def api_router(tag: str) -> APIRouter:
    """A router under the API's prefix."""
    return APIRouter(prefix=PREFIX, tags=[tag], responses=RESPONSES)
