"""Calls about where debates came from: their trail, their forks, and where two part."""

from collections.abc import Mapping
from typing import Any

from moot.client.asking import Asking
from moot.client.audit_shapes import Audit, Forked, Parting
from moot.client.paths import debate_path


class AuditCalls(Asking):
    """Calls about where debates came from."""

    def audit(self, debate_id: str, *, after: int = -1, limit: int | None = None) -> Audit:
        """A page of the trail of a debate; the first one with what it comes to."""
        return self._get(Audit, debate_path(debate_id, "audit"), after=after, limit=limit)

    def whole_audit(self, debate_id: str) -> Audit:
        """The whole trail of a debate, page after page."""
        first = page = self.audit(debate_id)
        lines = list(first["lines"])
        while (after := page["next_after"]) is not None:
            page = self.audit(debate_id, after=after)
            lines.extend(page["lines"])
        return {**first, "lines": lines, "next_after": None}

    def audit_page(self, debate_id: str) -> bytes:
        """The whole trail as one HTML page."""
        return self._tried("GET", debate_path(debate_id, "audit"), {"format": "html"})

    def rerun(
        self,
        debate_id: str,
        line: int,
        *,
        client_request_id: str | None = None,
        **other: str | Mapping[str, Any] | None,
    ) -> Forked:
        """Runs a debate again from a line, with another `player`, or other `seats`, `budget` and `fork_id`."""
        return self._post(Forked, debate_path(debate_id, "rerun"), client_request_id, line=line, **other)

    def parting(self, debate_id: str, other: str) -> Parting:
        """Where two debates part."""
        return self._get(Parting, debate_path(debate_id, "diff"), **{"with": other})
