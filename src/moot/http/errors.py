"""Refusals and outages as HTTP: one body, one status for each code."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from moot.debate import Json, Outage, Refusal

STATUS: Mapping[str, int] = {
    "INVALID_INPUT": 422,
    "CONTENT_TOO_LARGE": 413,
    "ACTION_NOT_ALLOWED": 409,
    "REQUEST_ID_REUSED": 409,
    "DEBATE_EXISTS": 409,
    "DEBATE_NOT_FOUND": 404,
    "ARGUMENT_NOT_FOUND": 404,
    "DOCUMENT_NOT_FOUND": 404,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "UNAUTHENTICATED": 401,
    "FORBIDDEN": 403,
    "RATE_LIMITED": 429,
    "UNAVAILABLE": 503,
    "STORE_BUSY": 503,
    "NEWER_DATABASE": 503,
}


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
    """What is wrong with a request that does not fit its form; never echoes what was sent."""
    faults = [
        f"{'.'.join(str(part) for part in fault['loc'][1:]) or fault['loc'][0]}: {fault['msg']}"
        for fault in problem.errors()
    ]
    return {
        "code": "INVALID_INPUT",
        "message": "; ".join(faults),
        "suggestion": "The form of each request is described at /api/v1/docs.",
    }


def of_status(request: Request, problem: HTTPException) -> dict[str, Json]:
    """An error that the framework itself raised."""
    codes = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "CONTENT_TOO_LARGE"}
    return {
        "code": codes.get(problem.status_code, "INVALID_INPUT"),
        "message": f"{request.method} {request.url.path}: {problem.detail}",
    }
