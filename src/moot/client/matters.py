"""Calls about matters that are put to players, and about what came of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from moot.client.asking import Asking
from moot.client.paths import debate_path, path
from moot.client.shapes import (
    BriefTold,
    LinkTold,
    Papers,
    PlayerTold,
    Provenance,
    Receipt,
    Result,
    Sample,
    Shared,
    Shares,
)


class MatterCalls(Asking):
    """Calls about panels, evaluations, and results of any format."""

    def ask_panel(self, question: Mapping[str, Any], *, client_request_id: str | None = None) -> Receipt:
        """Puts a question to a panel: the fields of a question file, `seats`, `budget` and `debate_id`."""
        return self._post(Receipt, "/panels", client_request_id, **question)

    def evaluate(self, idea: Mapping[str, Any], *, client_request_id: str | None = None) -> Receipt:
        """Puts an idea to an evaluation: `idea`, `title`, `debate`, `scores`, `challenges`, `rounds`, `seats`."""
        return self._post(Receipt, "/evaluations", client_request_id, **idea)

    def choose(self, debate_id: str, option: str, reason: str = "", *, client_request_id: str | None = None) -> Receipt:
        """Chooses where the judges of a panel disagree."""
        fields = {"option": option, "reason": reason}
        return self._post(Receipt, debate_path(debate_id, "choice"), client_request_id, **fields)

    def move(
        self,
        debate_id: str,
        role: str,
        type_: str,
        move: Mapping[str, Any],
        *,
        answers: str | None = None,
        client_request_id: str | None = None,
    ) -> Receipt:
        """Makes any move of any format."""
        fields = {"role": role, "type": type_, "move": move, "answers": answers}
        return self._post(Receipt, debate_path(debate_id, "moves"), client_request_id, **fields)

    def brief(self, debate_id: str, role: str) -> BriefTold:
        """What a seat is told now, and the forms of its moves."""
        return self._get(BriefTold, debate_path(debate_id, "brief"), role=role)

    def answer(
        self, debate_id: str, role: str, filled: Sequence[Mapping[str, Any]], *, client_request_id: str | None = None
    ) -> Receipt:
        """Answers a brief with its forms, filled in."""
        fields = {"role": role, "filled": list(filled)}
        return self._post(Receipt, debate_path(debate_id, "answers"), client_request_id, **fields)

    def result(self, debate_id: str) -> Result:
        """What came of a debate, or what is known so far."""
        return self._get(Result, debate_path(debate_id, "result"))

    def result_as(self, debate_id: str, format: str) -> bytes:
        """The same as YAML or Markdown."""
        return self._tried("GET", debate_path(debate_id, "result"), {"format": format})

    def papers(self, debate_id: str) -> Papers:
        """The result as files."""
        return self._get(Papers, debate_path(debate_id, "papers"))

    def provenance(self, debate_id: str, argument_id: str) -> Provenance:
        """The calls that a line came from."""
        return self._get(Provenance, debate_path(debate_id, "arguments", argument_id, "provenance"))

    def share(self, debate_id: str, days: int | None = None) -> Shared:
        """A new link with which somebody else can read a debate."""
        return self._send_once(Shared, "POST", debate_path(debate_id, "links"), days=days)

    def shares(self, debate_id: str) -> Shares:
        """The links with which others can read a debate."""
        return self._get(Shares, debate_path(debate_id, "links"))

    def unshare(self, debate_id: str, link_id: str) -> LinkTold:
        """Takes a link back."""
        return self._send(LinkTold, "DELETE", debate_path(debate_id, "links", link_id))

    def samples(self) -> list[Sample]:
        """The samples that can be watched."""
        return self._get(dict[str, list[Sample]], "/samples")["samples"]

    def start_sample(self, name: str) -> Receipt:
        """Starts a sample, or gives the one that was started before."""
        return self._post(Receipt, f"/samples/{name}", None)

    def fetch_player(self, player: str) -> PlayerTold:
        """Has the file of an embedded model fetched, and says how far it is."""
        return self._send(PlayerTold, "POST", path("/players", player, "fetch"))

    def players(self) -> list[PlayerTold]:
        """Whom the house can call on, and why not the others."""
        return self._get(dict[str, list[PlayerTold]], "/players")["players"]
