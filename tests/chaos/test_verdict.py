"""The verdict on storms notices what it is there for: each of these is wrong, and is found."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from moot.client import Client, new_id
from moot.engine import CallKey
from moot.testing.wire import WireServer
from moot.wiring import house
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import Ledger
from tests.chaos.hands import Life, Span
from tests.chaos.servers import steady_server
from tests.chaos.storm.arrivals import Arrival, Heard, Question
from tests.chaos.verdict import Audit, must_have_ended
from tests.support.house import settings

pytestmark = pytest.mark.chaos

START = datetime(2026, 11, 16, tzinfo=UTC)
KEY = CallKey("debate", "turn")


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


class Past:
    """What was asked by whom, and what became of those who asked."""

    def __init__(self, **lives: Life) -> None:
        self._lives = lives
        self.arrivals: list[Arrival] = []

    def came(self, seconds: float, by: str, whole: bool = True) -> Arrival:
        self.arrivals.append(Arrival(at(seconds), by, str(len(self.arrivals)), whole))
        return self.arrivals[-1]

    def judged(self, *answers: Heard) -> None:
        Question(self.arrivals, lambda arrival: self._lives[arrival.by]).must_be_paid_once(answers)

    def is_found(self, *answers: Heard) -> bool:
        try:
            self.judged(*answers)
        except AssertionError:
            return True
        return False


def a_life(began: float = 0.0, ended: float | None = None, frozen: tuple[float, float] | None = None) -> Life:
    freezes: list[Span] = [] if frozen is None else [(at(frozen[0]), at(frozen[1]))]
    return Life(at(began), None if ended is None else at(ended), freezes)


def test_who_asks_again_for_what_it_kept_itself_is_found_at_once_and_whatever_happened_to_it():
    for life in (a_life(), a_life(frozen=(11, 12)), a_life(frozen=(9, 15))):
        past = Past(one=life)
        heard = Heard(past.came(10, "one"), at(10.1), KEY)
        past.judged(heard)
        past.came(11, "one")
        assert past.is_found(heard)


def test_who_was_started_after_an_answer_was_kept_is_found_if_it_asks_for_it():
    past = Past(one=a_life(ended=11), next=a_life(began=11.5))
    heard = Heard(past.came(10, "one"), at(10.1), KEY)
    past.came(12, "next")
    assert past.is_found(heard)


def test_another_process_is_excused_only_while_one_of_them_was_frozen_and_only_if_it_had_the_call_before():
    def crossed(one: Life, other: Life, asks_at: float) -> bool:
        past = Past(one=one, other=other)
        heard = Heard(past.came(10, "one"), at(10.1), KEY)
        past.came(asks_at, "other")
        return past.is_found(heard)

    assert crossed(a_life(), a_life(), 10.2), "nobody was held up"
    assert not crossed(a_life(), a_life(frozen=(2, 12)), 12.1), "it was frozen before it could send what it had claimed"
    assert crossed(a_life(), a_life(frozen=(2, 12)), 16), "it went on long ago"
    assert crossed(a_life(), a_life(frozen=(2, 3)), 11), "it went on long before"
    assert not crossed(a_life(frozen=(4, 9.9)), a_life(), 10.2), "it had taken over what seemed to be abandoned"
    assert crossed(a_life(frozen=(4, 9.9)), a_life(), 14), "what it takes over now is kept"


def test_an_answer_that_came_and_was_thrown_away_is_found_and_a_try_that_failed_is_none():
    past = Past(one=a_life())
    past.came(8, "one", whole=False)
    heard = Heard(past.came(10, "one"), at(10.1), KEY, tries=2)
    past.judged(heard)
    assert past.is_found(replace(heard, asked=past.came(12, "one"), kept=at(12.1), tries=1))


def test_two_who_ask_at_once_are_found_before_either_is_answered():
    past = Past(one=a_life(), other=a_life())
    past.came(10, "one")
    heard = Heard(past.came(10.1, "other"), at(10.2), KEY)
    assert past.is_found(heard)


def test_who_dies_before_it_keeps_an_answer_is_no_fault_of_who_comes_after():
    past = Past(one=a_life(ended=10.05), next=a_life(began=11))
    past.came(10, "one")
    past.judged(Heard(past.came(12, "next"), at(12.1), KEY))


def test_a_question_that_two_turns_put_word_for_word_is_paid_once_for_each():
    past = Past(one=a_life())
    first = Heard(past.came(10, "one"), at(10.1), KEY)
    second = Heard(past.came(11, "one"), at(11.1), replace(KEY, turn="next"))
    past.judged(first, second)
    past.came(12, "one")
    assert past.is_found(first, second)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("verdict") / "moot.db")


@pytest.fixture(scope="module")
def client(database: str) -> Iterator[Client]:
    with steady_server(database) as server:
        yield Client(server.url)


def a_debate(client: Client) -> tuple[str, Ledger]:
    """A person and a model who have come to an end, and what the person was told of it."""
    debate, ledger, said = new_id(), Ledger(Crowd(60)), "Let it be so."
    with WireServer() as wire:
        seats: Any = {"opponent": f"openai:m@{wire.url}"}
        opened = client.create_debate(debate, "Verdict", "general_debate", said, seats=seats)
        waited = client.wait(debate, opened["argument_id"], "proposer")
    about = waited["arguments"][-1]["id"]
    for receipt in (
        opened,
        client.request_completion(debate, about, said),
        client.rule(debate, said, close=True),
    ):
        ledger.acknowledged(debate, receipt, said)
    return debate, ledger


def audited(database: str, debate: str) -> Audit:
    async def read() -> Audit:
        async with house(settings(database)) as opened:
            return await Audit.of(opened, debate)

    return asyncio.run(read())


def changed(database: str, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(database)) as file, file:
        assert file.execute(statement, values).rowcount == 1


def test_what_stands_otherwise_than_it_was_acknowledged_is_found(client: Client, database: str):
    debate, ledger = a_debate(client)
    must_have_ended(client, debate, ledger.receipts)
    last = max(line for _, line in ledger.receipts)
    for strange in (
        {(debate, last + 2): ledger.receipts[debate, last]},
        {(debate, last): ledger.receipts[debate, 1]},
        {(debate, last): replace(ledger.receipts[debate, last], content="Let it be otherwise.")},
    ):
        with pytest.raises(AssertionError):
            must_have_ended(client, debate, {**ledger.receipts, **strange})
    unfinished = new_id()
    client.create_debate(unfinished, "Verdict", "general_debate", "It goes on.")
    with pytest.raises(AssertionError):
        must_have_ended(client, unfinished, {})
    changed(database, "UPDATE lines SET body = replace(body, 'so', 'no') WHERE debate_id = ? AND line = 1", debate)
    with pytest.raises(AssertionError):
        must_have_ended(client, debate, ledger.receipts)
    with pytest.raises(AssertionError):
        audited(database, debate)


def test_a_record_that_does_not_add_up_is_found(client: Client, database: str):
    debate, ledger = a_debate(client)
    audit = audited(database, debate)
    audit.must_hold(ledger.receipts, budget=1)
    claim = next(entry for entry in audit.entries if entry.provenance is not None)
    call = audit.calls[0]
    assert call.answer is not None
    early, lapsed = claim.at - timedelta(hours=1), {"reason": "no reason"}
    beside = replace(call, key=replace(call.key, turn="of nobody"), answer=None)
    for strange in (
        replace(audit, entries=[*audit.entries, claim]),
        replace(audit, entries=[*audit.entries, replace(audit.entries[-1], at=early)]),
        replace(audit, entries=[*audit.entries, replace(audit.entries[-1], kind="lapsed", move=lapsed)]),
        replace(audit, entries=[entry for entry in audit.entries if entry is not claim]),
        replace(audit, calls=()),
        replace(audit, calls=[*audit.calls, beside]),
        replace(audit, calls=[call, call]),
    ):
        with pytest.raises(AssertionError):
            strange.must_hold(ledger.receipts, budget=2)
    with pytest.raises(AssertionError):
        audit.must_hold(ledger.receipts, budget=0)
    untold = {at: receipt for at, receipt in ledger.receipts.items() if at != (debate, 1)}
    with pytest.raises(AssertionError):
        audit.must_hold(untold)
