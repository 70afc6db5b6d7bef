"""Finding the debates in which a player is due: all of them, in pages, whatever grows meanwhile."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from moot.debate import InvalidInput, Move
from moot.engine import Asked, Card, LocalBulletin, RecordStore, Steward, verify
from moot.formats.arbitration import Arbitration, Claim, Motion, Resolution, Ruling
from moot.formats.arbitration import format as arbitration
from moot.store import Store
from moot.testing import FixedClock, MemoryRecords
from tests.contracts.growths import START, opening, reply

pytestmark = pytest.mark.anyio

FORMATS = {arbitration.name: arbitration}
DEBATE = "debate"


async def opened(records: RecordStore, title: str, seconds: int = 0, **card: object) -> Card:
    growth = opening(title, at=START + timedelta(seconds=seconds), **card)  # pyright: ignore[reportArgumentType]
    await records.append(growth)
    return growth.card


async def walked(records: RecordStore, limit: int) -> list[Card]:
    page = await records.called(limit=limit)
    cards = [*page.items]
    while page.next is not None:
        assert len(page.items) == limit
        page = await records.called(page.next, limit)
        cards += page.items
    return cards


async def titles(records: RecordStore) -> list[str]:
    return [card.title for card in await walked(records, 100)]


async def seated(records: RecordStore, **players: str | Mapping[str, Any]) -> Steward:
    """An arbitration that was opened with these players."""
    steward = Steward(FORMATS, records, LocalBulletin(), FixedClock())
    setup = Arbitration.model_validate({"title": "T", "debate_type": "general_debate", "players": players})
    await steward.open(DEBATE, "arbitration", setup, Asked("proposer", Motion(content="Do it.")))
    return steward


async def test_nobody_is_called_on_in_an_empty_house(records: RecordStore):
    page = await records.called()
    assert (page.items, page.next) == ((), None)


async def test_the_debates_that_call_are_told_oldest_growth_first(records: RecordStore):
    for number, called in enumerate([True, False, True, True]):
        await opened(records, f"D{number}", 10 - number, called=called)
    assert await titles(records) == ["D3", "D2", "D0"]


async def test_a_card_remembers_whether_it_calls(records: RecordStore):
    card = await opened(records, "D", called=True)
    assert await records.card(card.debate) == card
    assert (await records.called()).items == (card,)


async def test_pages_follow_each_other_without_gap_or_repeat(records: RecordStore):
    for number in range(23):
        await opened(records, f"D{number}", number // 4, called=number % 3 > 0)
    everything = await walked(records, 100)
    assert len(everything) == 15
    for limit in (1, 5, 15, 16):
        assert await walked(records, limit) == everything
    assert (await records.called(limit=0)).items == (everything[0],)


async def test_a_debate_that_grows_during_a_walk_is_met_again_and_none_is_missed(records: RecordStore):
    growths = [opening(f"D{number}", at=START + timedelta(seconds=number), called=True) for number in range(4)]
    for growth in growths:
        await records.append(growth)
    first = await records.called(limit=2)
    await records.append(reply(growths[0], at=START + timedelta(seconds=60)))
    await records.append(reply(growths[2], at=START + timedelta(seconds=61), called=False))
    second = await records.called(first.next, limit=3)
    assert [card.title for card in (*first.items, *second.items)] == ["D0", "D1", "D3", "D0"]


async def test_a_move_changes_whether_a_debate_calls(records: RecordStore):
    growth = opening()
    await records.append(growth)
    for called in (True, False, True, True, False):
        growth = reply(growth, called=called)
        await records.append(growth)
        assert bool(await titles(records)) == called
        assert await records.card(growth.debate) == growth.card


async def test_a_cursor_that_was_never_given_out_is_refused(store: Store):
    for cursor in ("", "x", "ä"):
        with pytest.raises(InvalidInput):
            await store.called(cursor)


async def test_a_debate_calls_while_a_seat_is_due_that_a_player_holds(records: RecordStore):
    steward = await seated(records, opponent="embedded")
    assert await titles(records) == ["T"]
    await steward.play(DEBATE, Asked("opponent", Claim(content="No.", target=1)))
    assert await titles(records) == []
    await steward.play(DEBATE, Asked("proposer", Claim(content="Yes.", target=2)))
    assert await titles(records) == ["T"]
    assert (await verify(DEBATE, records, FORMATS)).sound


@pytest.mark.parametrize("players", [{}, {"opponent": "human"}, {"proposer": "embedded"}])
async def test_a_debate_does_not_call_where_those_who_are_due_come_by_themselves(
    records: RecordStore, players: dict[str, str]
):
    await seated(records, **players)
    assert await titles(records) == []
    assert (await verify(DEBATE, records, FORMATS)).sound


async def test_a_debate_that_ended_calls_on_nobody(records: RecordStore):
    seats = ("proposer", "opponent", "arbitrator")
    steward = await seated(records, **{seat: {"player": "embedded", "verdict": "plain"} for seat in seats})
    moves: list[tuple[str, Move]] = [
        ("opponent", Claim(content="Fine.", target=1)),
        ("proposer", Resolution(content="Agreed.", target=2)),
        ("arbitrator", Ruling(content="So be it.", close=True)),
    ]
    for seat, move in moves:
        assert await titles(records) == ["T"]
        await steward.play(DEBATE, Asked(seat, move))
    card = await records.card(DEBATE)
    assert card is not None
    assert (card.ended_at is None, card.called) == (False, False)
    assert await titles(records) == []
    assert (await verify(DEBATE, records, FORMATS)).sound


async def test_a_card_that_hides_a_call_is_found():
    records = MemoryRecords()
    await seated(records, opponent="embedded")
    records.book[DEBATE] = replace(records.book[DEBATE], called=False)
    assert not (await verify(DEBATE, records, FORMATS)).sound
