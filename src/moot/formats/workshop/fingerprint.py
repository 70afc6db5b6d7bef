"""Fingerprints: by which a test is known again, however its text is kept."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

_UNNAMED = ("name",)


def fingerprint(test: Mapping[str, Any]) -> int:
    """What a test does, as a number; what it is called does not matter."""
    told = {key: value for key, value in test.items() if key not in _UNNAMED and value not in (None, [], {}, ())}
    code = told.get("code")
    if isinstance(code, str):
        told["code"] = " ".join(code.split())
    text = json.dumps(told, sort_keys=True, default=str)
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")
