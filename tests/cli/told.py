"""Replies as a server sends them."""

from typing import Any

DEBATE = "0a0b0c0d-0000-4000-8000-000000000001"


def argument(seq: int, kind: str = "CLAIM", role: str = "opponent", **fields: Any) -> dict[str, Any]:
    told = {
        "id": f"arg-{seq}",
        "debate_id": DEBATE,
        "seq": seq,
        "type": kind,
        "role": role,
        "content": f"Line {seq}.",
        "parent_id": f"arg-{seq - 1}" if seq > 1 else None,
        "created_at": f"2026-11-15T12:00:{seq:02d}.123456Z",
    }
    return told | fields


def debate(**fields: Any) -> dict[str, Any]:
    told = {
        "id": DEBATE,
        "title": "Cache plan",
        "format": "arbitration",
        "debate_type": "coding_plan_debate",
        "state": "AWAITING_PROPOSER",
        "waiting_for": ["proposer"],
        "seq": 5,
        "hash": "ab" * 32,
        "created_at": "2026-11-15T12:00:01Z",
        "updated_at": "2026-11-15T12:00:05Z",
        "closed_at": None,
    }
    return told | fields


def context(*arguments: dict[str, Any], **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "debate": debate(),
        "arguments": list(arguments),
        "omitted": 0,
        "role": None,
        "action": None,
        "wait_on": None,
        "available_actions": [],
    }
    return told | fields


def waited(status: str, *arguments: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "status": status,
        "has_new_argument": bool(arguments),
        "state": "AWAITING_PROPOSER",
        "action": "respond",
        "wait_on": "arg-2",
        "arguments": list(arguments),
        "available_actions": [],
    }
    return told | ({"retry_command": "aw debate wait"} if status == "timeout" else {})


def version(number: int = 1, **fields: Any) -> dict[str, Any]:
    told = {
        "document_id": "doc-1",
        "title": "Full plan",
        "version": number,
        "latest": 2,
        "content": "# Plan\n",
        "note": "A backup first",
        "by": None,
        "sha256": "cd" * 32,
        "size": 7,
        "created_at": "2026-11-15T12:00:01Z",
    }
    return told | fields
