"""The verdict on a house that was mistreated: what its callers were told, what its record says, what was paid for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moot.client import Client
from moot.client.shapes import Argument
from moot.debate import Entry, Spent
from moot.desk import OWNER
from moot.engine import Kept
from moot.engine.calls import turn_label
from moot.wiring import Opened
from tests.chaos.debaters import Acknowledged
from tests.chaos.plan import Step

Receipts = Mapping[tuple[str, int], Acknowledged]
"""What was acknowledged, by debate and line."""
REASONS = frozenset({"time", "failed", "unfit answers", "no budget"})
"""Why a turn may lapse whose holder the house calls on."""


def must_be_as_planned(client: Client, debate: str, plan: Sequence[Step], receipts: Receipts) -> None:
    """Every planned move is there once and nothing else is, each where its receipt said."""
    said = all_said(client, debate)
    assert [_told(argument) for argument in said] == [_foretold(step, debate) for step in plan]
    acknowledged = {line: receipt.argument_id for (of, line), receipt in receipts.items() if of == debate}
    assert acknowledged == {argument["seq"]: argument["id"] for argument in said}
    assert client.context(debate)["debate"]["state"] == "CLOSED"
    soundness = client.verify(debate)
    assert soundness["sound"], soundness
    assert soundness["lines"] == len(plan) + 2  # and the opening and the closing


def must_have_ended(client: Client, debate: str, receipts: Receipts) -> None:
    """It is over and verifies; what was acknowledged stands where its receipt said, word for word."""
    assert client.result(debate)["closed"], (debate, client.context(debate))
    soundness = client.verify(debate)
    assert soundness["sound"], soundness
    by_line = {argument["seq"]: argument for argument in all_said(client, debate)}
    for (of, line), receipt in receipts.items():
        if of == debate:
            assert line in by_line, (debate, line, "was acknowledged, and is lost")
            stands = by_line[line]
            assert (stands["id"], stands["type"]) == (receipt.argument_id, receipt.type)
            assert receipt.content in (None, stands["content"])


def all_said(client: Client, debate: str) -> list[Argument]:
    """Every argument of a debate that has no more than one page of them."""
    page = client.arguments(debate, limit=500)
    assert page["next_after"] is None
    return page["arguments"]


def _told(argument: Argument) -> tuple[int, str | None, str, str | None, str | None]:
    request = argument.get("client_request_id")
    return argument["seq"], argument["role"], argument["type"], argument["content"], request


def _foretold(step: Step, debate: str) -> tuple[int, str | None, str, str | None, str | None]:
    return step.line, step.role, step.kind, step.content, step.request(debate)


@dataclass(frozen=True)
class Audit:
    """One debate as a process reads it that was not there, and the calls that were made for it."""

    debate: str
    entries: Sequence[Entry]
    calls: Sequence[Kept]

    @classmethod
    async def of(cls, opened: Opened, debate: str) -> "Audit":
        """Reads it, and computes everything in it anew."""
        assert (await opened.desk.verify(OWNER, debate)).sound
        entries = await opened.backing.steward.entries(debate)
        return cls(debate, entries, await opened.store.ledger.calls(debate))

    def must_hold(self, receipts: Receipts, budget: int | None = None) -> None:
        """Times never go back, nobody took a turn twice or said what no receipt tells, and what was paid adds up."""
        at = [entry.at for entry in self.entries]
        assert at == sorted(at), (self.debate, "a line took effect before the one above it")
        taken = [entry for entry in self.entries if entry.turn is not None]
        turns = Counter(map(turn_label, taken))
        assert max(turns.values()) == 1, (self.debate, turns)
        by_people = {entry.line for entry in taken if entry.provenance is None and entry.kind != "lapsed"}
        assert by_people == {line for of, line in receipts if of == self.debate}, (self.debate, by_people, receipts)
        lapses = [str(entry.move["reason"]) for entry in self.entries if entry.kind == "lapsed"]
        assert set(lapses) <= REASONS, (self.debate, lapses)
        self._spending_must_add_up(budget)

    def _spending_must_add_up(self, budget: int | None) -> None:
        answered = [call for call in self.calls if call.answer is not None]
        # A call that was cut off because another had taken its turn counts with the most that it may have cost.
        taken = {turn_label(entry) for entry in self.entries if entry.turn is not None and entry.since is not None}
        left = [call.key for call in self.calls if call.answer is None and call.key.turn not in taken]
        assert not left, (self.debate, "is over, and calls are claimed for turns that nobody took", left)
        paid = [call.answer.spent for call in answered if call.answer is not None and call.answer.spent is not None]
        told = [entry.spent for entry in self.entries if entry.spent is not None]
        assert _sum_of(paid) == _sum_of(told), (self.debate, paid, told)
        assert all(min(spent.tokens_in, spent.tokens_out, spent.milliseconds) >= 0 for spent in paid)
        assert budget is None or len(self.calls) <= budget


def _sum_of(all_spent: Sequence[Spent]) -> tuple[int, int, int]:
    return (
        sum(spent.tokens_in for spent in all_spent),
        sum(spent.tokens_out for spent in all_spent),
        sum(spent.milliseconds for spent in all_spent),
    )
