"""The client: one method for each call of the REST interface."""

from collections.abc import Iterator, Mapping, Sequence

from moot.client.arena import ArenaCalls
from moot.client.asking import Asking
from moot.client.audits import AuditCalls
from moot.client.git import GitCalls
from moot.client.imports import ImportCalls
from moot.client.matters import MatterCalls
from moot.client.memory import MemoryCalls
from moot.client.operations import OperationCalls
from moot.client.paths import debate_path, document_path
from moot.client.shapes import (
    Argument,
    ArgumentPage,
    Context,
    Debate,
    DebatePage,
    Difference,
    DocumentPage,
    Health,
    History,
    Receipt,
    Soundness,
    VersionTold,
)
from moot.client.waiting import Waiting
from moot.client.watching import Watching
from moot.client.workshops import WorkshopCalls


class DebateCalls(Waiting, Watching):
    """Calls about debates."""

    def create_debate(
        self,
        debate_id: str,
        title: str,
        debate_type: str,
        content: str,
        *,
        max_rounds: int | None = None,
        seats: Mapping[str, str] | None = None,
        budget: Mapping[str, float] | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Opens a debate with its motion."""
        fields = {"debate_id": debate_id, "title": title, "debate_type": debate_type, "content": content}
        more = {"max_rounds": max_rounds, "seats": seats, "budget": budget}
        return self._post(Receipt, "/debates", client_request_id, **fields, **more)

    def submit(
        self, debate_id: str, role: str, target_id: str, content: str, *, client_request_id: str | None = None
    ) -> Receipt:
        """Submits a claim."""
        fields = {"role": role, "target_id": target_id, "content": content}
        return self._post(Receipt, debate_path(debate_id, "arguments"), client_request_id, **fields)

    def appeal(
        self,
        debate_id: str,
        target_id: str,
        content: str,
        options: Sequence[str] = (),
        *,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Asks the arbitrator to decide a point."""
        fields = {"target_id": target_id, "content": content, "options": list(options)}
        return self._post(Receipt, debate_path(debate_id, "appeal"), client_request_id, **fields)

    def request_completion(
        self, debate_id: str, target_id: str, content: str, *, client_request_id: str | None = None
    ) -> Receipt:
        """Asks the arbitrator to end the debate."""
        fields = {"target_id": target_id, "content": content}
        return self._post(Receipt, debate_path(debate_id, "resolution"), client_request_id, **fields)

    def rule(
        self,
        debate_id: str,
        content: str,
        *,
        option: str | None = None,
        close: bool = False,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Decides, and closes the debate if so told."""
        fields = {"content": content, "option": option, "close": close}
        return self._post(Receipt, debate_path(debate_id, "ruling"), client_request_id, **fields)

    def intervene(self, debate_id: str, content: str | None = None, *, client_request_id: str | None = None) -> Receipt:
        """Stops the debate until a ruling."""
        return self._post(Receipt, debate_path(debate_id, "intervention"), client_request_id, content=content)

    def context(self, debate_id: str, *, argument_limit: int | None = None, role: str | None = None) -> Context:
        """A debate with its motion and its last arguments."""
        return self._get(Context, debate_path(debate_id), argument_limit=argument_limit, role=role)

    def arguments(
        self, debate_id: str, *, after: int = 0, limit: int | None = None, role: str | None = None
    ) -> ArgumentPage:
        """Arguments in order, after a line."""
        return self._get(ArgumentPage, debate_path(debate_id, "arguments"), after=after, limit=limit, role=role)

    def argument(self, debate_id: str, argument_id: str, *, role: str | None = None) -> Argument:
        """One argument."""
        return self._get(Argument, debate_path(debate_id, "arguments", argument_id), role=role)

    def debates(self, **asked: str | int | None) -> DebatePage:
        """A page of debates: `q`, `state`, `format`, `debate_type`, `waiting_for`, `status`, `cursor`, `limit`."""
        return self._get(DebatePage, "/debates", **asked)

    def all_debates(self) -> Iterator[Debate]:
        """Every debate, page after page."""
        cursor: str | None = None
        while True:
            page = self.debates(cursor=cursor, limit=200)
            yield from page["debates"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def debate_types(self) -> list[str]:
        """The debate types that can be opened."""
        return self._get(dict[str, list[str]], "/debate-types")["debate_types"]

    def verify(self, debate_id: str) -> Soundness:
        """Whether a record is as it was written."""
        return self._get(Soundness, debate_path(debate_id, "verify"))

    def export(self, debate_id: str, as_: str) -> bytes:
        """A copy of a debate: json, jsonl, yaml, markdown, html, openai, aif or pr-comment."""
        return self._tried("GET", debate_path(debate_id, "export"), {"format": as_})


class DocumentCalls(Asking):
    """Calls about documents."""

    def create_document(
        self,
        title: str,
        content: str,
        *,
        debate_id: str | None = None,
        note: str | None = None,
        client_request_id: str | None = None,
    ) -> VersionTold:
        """Shares a new document."""
        fields = {"title": title, "content": content, "debate_id": debate_id, "note": note}
        return self._post(VersionTold, "/documents", client_request_id, **fields)

    def submit_version(
        self,
        document_id: str,
        content: str,
        *,
        note: str | None = None,
        base_version: int | None = None,
        client_request_id: str | None = None,
    ) -> VersionTold:
        """Submits a new version of a document."""
        fields = {"content": content, "note": note, "base_version": base_version}
        return self._post(VersionTold, document_path(document_id, "versions"), client_request_id, **fields)

    def documents(self, **asked: str | int | None) -> DocumentPage:
        """A page of documents: `q`, `debate_id`, `cursor`, `limit`."""
        return self._get(DocumentPage, "/documents", **asked)

    def document(self, document_id: str, version: int | None = None) -> VersionTold:
        """A version of a document; the latest if none is named."""
        return self._get(VersionTold, document_path(document_id), version=version)

    def history(self, document_id: str) -> History:
        """All versions of a document."""
        return self._get(History, document_path(document_id, "versions"))

    def diff(self, document_id: str, from_version: int, to_version: int | None = None) -> Difference:
        """What changed between two versions."""
        return self._get(Difference, document_path(document_id, "diff"), **{"from": from_version, "to": to_version})


class Client(
    DebateCalls,
    MatterCalls,
    DocumentCalls,
    MemoryCalls,
    OperationCalls,
    WorkshopCalls,
    GitCalls,
    AuditCalls,
    ImportCalls,
):
    """A Moot server, as seen from outside."""

    @property
    def arena(self) -> ArenaCalls:
        """Its arena."""
        return ArenaCalls.beside(self)

    def health(self) -> Health:
        """That the server is there."""
        return self._get(Health, "/health")

    def ready(self) -> Health:
        """That the server can work."""
        return self._get(Health, "/ready")
