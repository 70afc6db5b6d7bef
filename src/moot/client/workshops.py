"""Calls about workshops: a task is opened, its turns and versions are read, its gates decided."""

from collections.abc import Mapping
from typing import Any

from moot.client.asking import Asking
from moot.client.paths import debate_path
from moot.client.shapes import Receipt
from moot.client.workshop_shapes import CodeVersion, CodeVersions, Gates, TurnPage, VersionDiff


class WorkshopCalls(Asking):
    """Calls about workshops."""

    def open_workshop(self, task: Mapping[str, Any], *, client_request_id: str | None = None) -> Receipt:
        """Opens a workshop: `task`, `files`, `tests`, `cast`, `topology`, `planning`, `off`, `gates` and `player`."""
        return self._post(Receipt, "/workshops", client_request_id, **task)

    def turns(self, debate_id: str, **asked: str | int | None) -> TurnPage:
        """A page of its turns in order: `cursor`, `limit`."""
        return self._get(TurnPage, debate_path(debate_id, "turns"), **asked)

    def versions(self, debate_id: str) -> CodeVersions:
        """The versions of its code, without their text."""
        return self._get(CodeVersions, debate_path(debate_id, "versions"))

    def version(self, debate_id: str, number: int) -> CodeVersion:
        """One version with its files."""
        return self._get(CodeVersion, debate_path(debate_id, "versions", str(number)))

    def version_diff(self, debate_id: str, from_version: int = 0, to_version: int | None = None) -> VersionDiff:
        """What changed from one version to another; 0 is what came with the task."""
        path = debate_path(debate_id, "versions", "diff")
        return self._get(VersionDiff, path, **{"from": from_version, "to": to_version})

    def gates(self, debate_id: str) -> Gates:
        """Its gates, and what was decided at them."""
        return self._get(Gates, debate_path(debate_id, "gates"))

    def approve(self, debate_id: str, reason: str = "", *, client_request_id: str | None = None) -> Receipt:
        """Opens the gate that is shut."""
        return self._post(Receipt, debate_path(debate_id, "approve"), client_request_id, reason=reason)

    def reject(
        self, debate_id: str, reason: str, back_to: str | None = None, *, client_request_id: str | None = None
    ) -> Receipt:
        """Keeps the gate shut: the workshop ends, or goes back to a phase."""
        fields = {"reason": reason, "back_to": back_to}
        return self._post(Receipt, debate_path(debate_id, "reject"), client_request_id, **fields)
