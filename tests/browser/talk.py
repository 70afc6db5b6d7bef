"""The two agents of a debate, who talk through REST while somebody watches in a browser."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx2

MOTION = "Move the sessions to Redis.\n\n1. Write to both\n2. Read from Redis\n3. Drop the table"


@dataclass
class Talk:
    """One debate; each side answers the last line unless told otherwise."""

    server: str
    token: str | None = None
    id: str = field(default_factory=lambda: str(uuid4()))
    last: str = ""
    keys: Mapping[str, str] = field(default_factory=dict[str, str])

    def opened(self, title: str = "Move sessions to Redis", **fields: Any) -> "Talk":
        """Opens it with a motion."""
        body = {"debate_type": "coding_plan_debate", "content": MOTION, **fields}
        receipt = self.post("/debates", debate_id=self.id, title=title, **body)
        self.keys = receipt.get("seat_keys") or {}
        return self

    @property
    def page(self) -> str:
        """Where people watch it."""
        return f"{self.server}/debates/{self.id}"

    def claim(self, role: str, content: str, target: str | None = None) -> dict[str, Any]:
        body = {"role": role, "target_id": target or self.last, "content": content}
        return self.post(f"/debates/{self.id}/arguments", **body)

    def appeal(self, content: str, *options: str) -> dict[str, Any]:
        body = {"target_id": self.last, "content": content, "options": list(options)}
        return self.post(f"/debates/{self.id}/appeal", **body)

    def ask_completion(self, content: str) -> dict[str, Any]:
        return self.post(f"/debates/{self.id}/resolution", target_id=self.last, content=content)

    def rule(self, content: str, **fields: Any) -> dict[str, Any]:
        return self.post(f"/debates/{self.id}/ruling", content=content, **fields)

    def intervene(self, content: str = "") -> dict[str, Any]:
        return self.post(f"/debates/{self.id}/intervention", content=content)

    def context(self) -> dict[str, Any]:
        """All that was said, and how it stands."""
        answer = httpx2.get(f"{self.server}/api/v1/debates/{self.id}?argument_limit=500", headers=self._headers())
        return answer.json()

    def share(self, title: str, *versions: str) -> str:
        """A document of this debate, with its versions; its id."""
        first = self.post("/documents", title=title, content=versions[0], debate_id=self.id)
        for number, text in enumerate(versions[1:], 2):
            note = f"After round {number}"
            self.post(f"/documents/{first['document_id']}/versions", content=text, note=note)
        return first["document_id"]

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Any request that writes."""
        body = {"client_request_id": str(uuid4()), **body}
        answer = httpx2.post(f"{self.server}/api/v1{path}", json=body, headers=self._headers())
        assert answer.is_success, answer.text
        told: dict[str, Any] = answer.json()
        self.last = told.get("argument_id", self.last)
        return told

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}
