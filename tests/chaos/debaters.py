"""Debaters: outside agents that play their part of a plan through the real client, whatever becomes of the server."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from moot.client import Client, Patience
from moot.client.shapes import Receipt
from moot.debate import argument_id
from tests.chaos.crowd import Crowd
from tests.chaos.plan import Step

PATIENCE = Patience(retries=500, first=0.02, longest=0.3)
SECONDS = 150.0


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that its mover was told stands, at a line of a debate."""

    argument_id: str
    type: str
    content: str | None = None
    """What was said, where it was words."""


@dataclass
class Ledger:
    """What the server has acknowledged, and who waits to hear of it."""

    crowd: Crowd[str]
    receipts: dict[tuple[str, int], Acknowledged] = field(default_factory=dict[tuple[str, int], Acknowledged])
    interrupted: int = 0
    """How often somebody who waited lost the server."""
    heard: int = 0
    """How many lines were heard by those who watch a debate."""
    may_end: bool = False

    def acknowledged(self, debate: str, receipt: Receipt, content: str | None = None) -> None:
        """Notes that a move was acknowledged."""
        self.note(debate, receipt["seq"], Acknowledged(receipt["argument_id"], receipt["type"], content))

    def note(self, debate: str, line: int, move: Acknowledged) -> None:
        """Notes that a move stands at a line."""
        with self.crowd.changing():
            self.receipts[debate, line] = move

    def lost(self, why: str) -> None:
        """Notes that a waiting client lost the server."""
        with self.crowd.changing():
            self.interrupted += 1

    def hear(self) -> None:
        """Notes that somebody who watches heard of a line."""
        with self.crowd.changing():
            self.heard += 1

    def let_end(self) -> None:
        """Lets the debates come to their end."""
        with self.crowd.changing():
            self.may_end = True

    def wait_for(self, debate: str, line: int) -> None:
        """Waits until the move at this line was acknowledged to its mover."""
        self.crowd.wait_until(lambda: (debate, line) in self.receipts)


@dataclass
class Debater:
    """One seat of one debate."""

    client: Client
    ledger: Ledger
    debate: str
    role: str
    plan: Sequence[Step]
    seen: int = 1
    deadline: float = SECONDS
    """How many seconds it waits for the others at most."""

    def play(self) -> str:
        """Makes every move of this seat, each after the line before it, and waits for the last of all."""
        for step in self.plan:
            if step.role != self.role:
                continue
            self._come_to(step)
            receipt = self._move(step)
            self.seen = receipt["seq"]
            self.ledger.acknowledged(self.debate, receipt, step.content)
        self._wait_for_line(self.plan[-1].line)
        return self.role

    def _come_to(self, step: Step) -> None:
        """Waits until it is time for a step."""
        if step.line == 1:
            return
        self.ledger.wait_for(self.debate, 1)
        if step is self.plan[-2]:
            self.ledger.crowd.wait_until(lambda: self.ledger.may_end)
        elif step.held:
            self.ledger.wait_for(self.debate, step.line - 1)
        self._wait_for_line(step.line - 1)

    def _wait_for_line(self, line: int) -> None:
        while self.seen < line:
            on = argument_id(self.debate, self.seen)
            waited = self.client.wait(self.debate, on, self.role, deadline=self.deadline, lost=self.ledger.lost)
            assert waited["status"] == "ready", waited
            self.seen = max([self.seen, *(argument["seq"] for argument in waited["arguments"])])

    def _move(self, step: Step) -> Receipt:
        client, debate, request = self.client, self.debate, step.request(self.debate)
        about = argument_id(debate, max(1, step.line - 1))
        match step.kind:
            case "MOTION":
                return client.create_debate(debate, "Chaos", "general_debate", step.content, client_request_id=request)
            case "CLAIM":
                return client.submit(debate, self.role, about, step.content, client_request_id=request)
            case "APPEAL":
                return client.appeal(debate, about, step.content, ["A=Keep it", "B=Drop it"], client_request_id=request)
            case "RESOLUTION":
                return client.request_completion(debate, about, step.content, client_request_id=request)
            case "INTERVENTION":
                return client.intervene(debate, step.content, client_request_id=request)
            case "RULING":
                return client.rule(debate, step.content, close=step.close, client_request_id=request)
            case _:
                raise AssertionError(step)
