"""Refusals and outages as HTTP: one body, one status for each code."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from moot.debate import Json, Outage, Refusal

STATUS: Mapping[str, int] = {
    "INVALID_INPUT": 422,
    "CONTENT_TOO_LARGE": 413,
    "REQUEST_TOO_SLOW": 408,
    "ACTION_NOT_ALLOWED": 409,
    "REQUEST_ID_REUSED": 409,
    "DEBATE_EXISTS": 409,
    "DOCUMENT_MOVED": 409,
    "DEBATE_NOT_FOUND": 404,
    "ARGUMENT_NOT_FOUND": 404,
    "DOCUMENT_NOT_FOUND": 404,
    "NOT_FOUND": 404,
    "AGENT_NOT_FOUND": 404,
    "HANDLE_TAKEN": 409,
    "X_HANDLE_TAKEN": 409,
    "X_NOT_CONFIRMED": 422,
    "NOT_VERIFIED": 403,
    "ACCOUNT_TOO_YOUNG": 403,
    "LIMIT_REACHED": 409,
    "TOPIC_TAKEN": 409,
    "ALREADY_JUDGED": 409,
    "REPOSITORY_UNFIT": 422,
    "REPOSITORY_DIRTY": 409,
    "NEWER_RULES": 409,
    "RECORD_UNSOUND": 422,
    "BACKUP_UNFIT": 422,
    "HOUSE_NOT_EMPTY": 409,
    "METHOD_NOT_ALLOWED": 405,
    "UNAUTHENTICATED": 401,
    "FORBIDDEN": 403,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "UNAVAILABLE": 503,
    "STORE_BUSY": 503,
    "NEWER_DATABASE": 503,
    "NO_SANDBOX": 503,
}


BROKEN: Mapping[str, Json] = {
    "code": "INTERNAL_ERROR",
    "message": "Something in Moot itself is broken.",
    "suggestion": "The server's log says what. The same request may be sent again under its request id.",
}
"""What is told of a fault of ours: never what it was."""

_FORMS = "The form of each request is described at /api/v1/openapi.json."
_FAULTS_TOLD = 5


def body(error: Mapping[str, Json]) -> dict[str, Any]:
    """The body that every error has."""
    return {"success": False, "error": dict(error)}


def told(problem: Refusal | Outage) -> dict[str, Json]:
    """A refusal or an outage as it is shown."""
    if isinstance(problem, Refusal):
        return problem.told()
    return {
        "code": problem.code,
        "message": str(problem),
        "suggestion": "Nothing was changed. Send the same request again in a moment.",
    }


def answer(error: Mapping[str, Json]) -> Response:
    """An error as JSON, with the status of its code."""
    headers: dict[str, str] = {}
    if error.get("code") == "UNAUTHENTICATED":
        headers["WWW-Authenticate"] = "Bearer"
    if "retry_after" in error:
        headers["Retry-After"] = str(error["retry_after"])
    return JSONResponse(body(error), STATUS.get(str(error["code"]), 400), headers)


def unreadable(problem: RequestValidationError) -> dict[str, Json]:
    """What is wrong with a request that does not fit its form; echoes no more of it than the names of its fields."""
    return {"code": "INVALID_INPUT", "message": faults(problem.errors()), "suggestion": _FORMS}


def faults(found: Sequence[Mapping[str, Any]]) -> str:
    """What pydantic found wrong, field by field."""
    said = (f"{'.'.join(_name(part) for part in fault['loc'])}: {fault['msg']}" for fault in found[:_FAULTS_TOLD])
    return "; ".join(said)


def _name(part: str | int) -> str:
    """A field's name as it can be shown: callers may have made it up."""
    return str(part)[:100].encode(errors="backslashreplace").decode()


def of_status(request: Request, problem: HTTPException) -> dict[str, Json]:
    """An error that the framework itself raised, or in whose clothes it put a refusal of ours."""
    if isinstance(problem.__cause__, Refusal):
        return problem.__cause__.told()
    codes = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}
    return {
        "code": codes.get(problem.status_code, "INVALID_INPUT"),
        "message": f"{request.method} {request.url.path}: {problem.detail}",
        "suggestion": _FORMS,
    }
