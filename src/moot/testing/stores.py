"""The promises of every store, for authors of one: `await check_store(url)` holds each of them against it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

from moot.debate import InvalidInput
from moot.engine import Answer, CallKey, CardQuery, Claim, Limits, LineTaken, OverBudget, RequestTaken
from moot.engine import Transaction as Opaque
from moot.notation import Line
from moot.store import Store, open_store
from moot.testing.growths import START, opening, reply

_CALL = CallKey("00000000-0000-4000-8000-000000000001", "judge/verdict/1/1")


class PromiseBroken(AssertionError):
    """A store did not do what every store promises; the message says which promise, and how."""


async def check_store(url: str, *, outlives: bool = True) -> None:
    """Holds every promise against the store at this address, which must be empty.

    `outlives`: whether what is kept there is still there when it is closed and opened again.
    """
    store = await open_store(url)
    try:
        for promise in PROMISES:
            await _hold(promise, store)
    finally:
        await store.close()
    if outlives:
        await _hold_after_closing(url)


async def what_was_appended_is_read_back_byte_for_byte(store: Store) -> None:
    """Titles and texts of any kind come back as they were written, and so does the card."""
    opened = opening("Größe — 議論 🗣", "‮ 'quotes', \"more\", \\u0041 and a\nnew line", request="r-1")
    answered = reply(opened, "e\u0301", request="r-2")
    await store.append(opened)
    await store.append(answered)
    _must(tuple(await store.lines(opened.debate)) == opened.lines + answered.lines, "the lines differ")
    _must(await store.card(opened.debate) == answered.card, "the card differs")
    _must(await store.requested(opened.debate, "r-2") == answered.lines[0], "a line is not found by its request")
    _must(await store.card(_CALL.debate) is None, "there is a card of a debate that nobody opened")


async def a_line_is_written_once(store: Store) -> None:
    """An append at a line that is taken, or beyond the end, fails and changes nothing."""
    opened = opening()
    first, second = reply(opened, "First."), reply(opened, "Second.")
    await store.append(opened)
    await store.append(first)
    await _must_fail(store.append(second), LineTaken)
    await _must_fail(store.append(reply(reply(first))), LineTaken)
    _must(tuple(await store.lines(opened.debate)) == opened.lines + first.lines, "something was written")


async def of_those_who_append_at_once_one_gets_through(store: Store) -> None:
    """Many appends at the same line: one is kept, the others hear that the line is taken."""
    opened = opening()
    await store.append(opened)
    growths = [reply(opened, f"Number {number}.") for number in range(8)]
    came = await asyncio.gather(*map(store.append, growths), return_exceptions=True)
    _must(sum(each is None for each in came) == 1, f"these came of it: {came}")
    _must(all(each is None or isinstance(each, LineTaken) for each in came), f"these came of it: {came}")
    _must(len(await store.lines(opened.debate)) == len(opened.lines) + 1, "there is not one line more")


async def a_request_is_carried_out_once(store: Store) -> None:
    """The same request id a second time in a debate fails and changes nothing."""
    opened = opening(request="once")
    await store.append(opened)
    await _must_fail(store.append(reply(opened, request="once")), RequestTaken)
    _must(len(await store.lines(opened.debate)) == len(opened.lines), "something was written")


async def what_a_guard_refuses_is_not_kept(store: Store) -> None:
    """A guard that raises inside the transaction leaves nothing of it."""

    async def refuse(_: Opaque) -> None:
        raise InvalidInput("Not today.")

    refused = opening(guards=(refuse,))
    await _must_fail(store.append(refused), InvalidInput)
    _must(not await store.lines(refused.debate), "lines were kept")
    _must(await store.card(refused.debate) is None, "a card was kept")


async def debates_are_listed_by_their_last_growth(store: Store) -> None:
    """Pages of cards, the latest first, narrowed by words and by the seat that is waited for."""
    growths = [opening(f"Kettle {number}", at=START + timedelta(days=1, seconds=number)) for number in range(5)]
    for growth in growths:
        await store.append(growth)
    await store.append(reply(growths[0], at=START + timedelta(days=2)))
    first = await store.cards(CardQuery(text="kettle", limit=3))
    rest = await store.cards(CardQuery(text="kettle", limit=3, after=first.next))
    wanted = [growths[place].debate for place in (0, 4, 3, 2, 1)]
    _must([card.debate for card in (*first.items, *rest.items)] == wanted, "the order is another")
    _must(rest.next is None, "there seems to be more")
    waits = CardQuery(text="kettle", floor=growths[1].card.floor[0])
    _must(await store.count(waits) == 4, "the debates that wait for a seat are counted otherwise")


async def a_call_is_claimed_once_and_its_first_answer_stays(store: Store) -> None:
    """Of many who claim a call one may make it; the first answer is kept; budgets fail closed."""
    ledger = store.ledger
    claims = [Claim(_CALL, f"holder-{number}", START, None) for number in range(4)]
    came = await asyncio.gather(*(ledger.claim(each, lambda holder: False) for each in claims))
    _must(came.count(None) == 1, f"it was claimed {came.count(None)} times")
    await ledger.keep(_CALL, Answer("first", "a model"), START)
    kept = await ledger.keep(_CALL, Answer("second", "a model"), START)
    _must(kept.answer is not None and kept.answer.raw == "first", "another answer stands")
    more = Claim(CallKey(_CALL.debate, _CALL.turn, 1), "holder", START, None, Limits(calls=1))
    await _must_fail(ledger.claim(more, lambda holder: False), OverBudget)
    _must((await ledger.tally(_CALL.debate)).calls == 1, "a call that was refused is counted")
    for holder in ("gone", "heir"):
        anew = Claim(CallKey(_CALL.debate, _CALL.turn, 2), holder, START, None)
        _must(await ledger.claim(anew, lambda holder: True) is None, "what one who is gone asked cannot be asked anew")
    _must((await ledger.tally(_CALL.debate)).calls == 3, "a call that was lost is not counted")


Promise = Callable[[Store], Awaitable[None]]
PROMISES: tuple[Promise, ...] = (
    what_was_appended_is_read_back_byte_for_byte,
    a_line_is_written_once,
    of_those_who_append_at_once_one_gets_through,
    a_request_is_carried_out_once,
    what_a_guard_refuses_is_not_kept,
    debates_are_listed_by_their_last_growth,
    a_call_is_claimed_once_and_its_first_answer_stays,
)


async def _hold(promise: Promise, store: Store) -> None:
    try:
        await promise(store)
    except Exception as fault:
        name = getattr(promise, "__name__", "a promise").replace("_", " ")
        raise PromiseBroken(f"{name}: {fault or type(fault).__name__}") from fault


async def _hold_after_closing(url: str) -> None:
    kept, found = opening("Kept"), list[tuple[Sequence[Line], bytes]]()
    for growths in ((kept,), ()):
        store = await open_store(url)
        try:
            for growth in growths:
                await store.append(growth)
            found.append((await store.lines(kept.debate), await store.house_secret()))
        finally:
            await store.close()
    if found[0] != found[1]:
        raise PromiseBroken("what was acknowledged is kept: it is gone after closing and opening again")


def _must(held: bool, otherwise: str) -> None:
    if not held:
        raise PromiseBroken(otherwise)


async def _must_fail(work: Awaitable[object], kind: type[Exception]) -> None:
    try:
        await work
    except kind:
        return
    raise PromiseBroken(f"it was not refused with {kind.__name__}")
