"""Requests to be spoilt: fit bodies, and a way to send what is none."""

from typing import Any
from uuid import uuid4

import httpx2

from tests.support.house import API, Inside

JSON = {"Content-Type": "application/json"}


def open_body(**fields: Any) -> dict[str, Any]:
    """A body that opens a debate."""
    body = {"debate_id": str(uuid4()), "title": "T", "debate_type": "general_debate", "content": "C"}
    return {**body, **fields}


async def post_raw(house: Inside, path: str, body: bytes, **headers: str) -> httpx2.Response:
    """Sends bytes as they are."""
    return await house.http.post(f"{API}/{path}", content=body, headers={**JSON, **headers})
