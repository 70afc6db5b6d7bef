import asyncio
import random
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta, timezone

import pytest

from moot.debate import InvalidInput
from moot.engine import Card, CardQuery
from moot.store import Store
from tests.contracts.growths import START, opening, reply

pytestmark = pytest.mark.anyio


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


async def opened(store: Store, title: str = "Shall we?", content: str = "I move it.", **card: object) -> Card:
    growth = opening(title, content, **card)  # pyright: ignore[reportArgumentType]
    await store.append(growth)
    return growth.card


async def titles(store: Store, **query: object) -> list[str]:
    asked = CardQuery(**query)  # pyright: ignore[reportArgumentType]
    page = await store.cards(asked)
    assert await store.count(asked) == len(page.items)
    return [card.title for card in page.items]


async def walked(store: Store, query: CardQuery) -> list[Card]:
    cards: list[Card] = []
    after: str | None = None
    while True:
        page = await store.cards(
            CardQuery(text=query.text, floor=query.floor, ended=query.ended, limit=query.limit, after=after)
        )
        assert len(page.items) <= query.limit
        cards += page.items
        after = page.next
        if after is None:
            return cards


async def test_an_empty_house_lists_nothing(store: Store):
    assert (await store.cards(CardQuery())).items == ()
    assert (await store.cards(CardQuery())).next is None
    assert await store.count(CardQuery()) == 0
    assert await store.due(later(0)) == []
    assert await store.card("unknown") is None
    assert await store.lines("unknown") == []
    assert await store.requested("unknown", "r") is None


async def test_lists_are_newest_growth_first(store: Store):
    growths = [opening(f"D{number}", at=later(number)) for number in range(3)]
    for growth in growths:
        await store.append(growth)
    await store.append(reply(growths[0], at=later(10)))
    assert await titles(store) == ["D0", "D2", "D1"]


async def test_every_field_of_a_card_comes_back_as_it_was(store: Store):
    east = timezone(timedelta(hours=5, minutes=45))
    card = await opened(
        store,
        "Título with 'quotes' 🎓",
        variety=None,
        status="OPEN",
        floor=("b-seat", "a-seat"),
        deadline=datetime(2027, 1, 1, 0, 0, 0, 1, tzinfo=east),
        ended_at=datetime(2027, 1, 2, tzinfo=UTC),
    )
    found = await store.card(card.debate)
    assert found == card
    assert found is not None
    assert found.deadline is not None
    assert found.deadline.utcoffset() == timedelta(0)


FILTERED: list[tuple[dict[str, object], list[str]]] = [
    ({"format": "theatre"}, ["B"]),
    ({"variety": "v2"}, ["C"]),
    ({"status": "S2"}, ["D"]),
    ({"status": "s2"}, []),
    ({"status": "S%"}, []),
    ({"ended": True}, ["E"]),
    ({"ended": False}, ["D", "C", "B", "A"]),
    ({"status": "S1", "variety": "v1", "format": "arbitration", "ended": False}, ["A"]),
    ({"status": "S1", "ended": True, "text": "letter"}, ["E"]),
    ({"format": "theatre", "status": "S2"}, []),
]


async def test_filters_narrow_the_list(store: Store):
    told: list[tuple[str, dict[str, object]]] = [
        ("A", {}),
        ("B", {"format": "theatre", "variety": None}),
        ("C", {"variety": "v2"}),
        ("D", {"status": "S2"}),
        ("E", {"ended_at": later(99)}),
    ]
    for number, (title, card) in enumerate(told):
        fields = {"status": "S1", "variety": "v1", **card}
        await opened(store, title, "A letter.", at=later(number), **fields)
    for query, expected in FILTERED:
        assert await titles(store, **query) == expected, query


async def test_the_floor_filter_finds_a_seat_alone_and_among_others(store: Store):
    floors = [("judge",), ("judge", "critic"), ("critic", "judge"), ("critic",), (), ("judge-2",), ("Judge", "a")]
    for number, floor in enumerate(floors):
        await opened(store, ",".join(floor) or "nobody", at=later(number), floor=floor)
    assert await titles(store, floor="judge") == ["critic,judge", "judge,critic", "judge"]
    assert await titles(store, floor="critic") == ["critic", "critic,judge", "judge,critic"]
    assert await titles(store, floor="judge-2") == ["judge-2"]
    assert await titles(store, floor="nobody") == []
    assert await titles(store, floor="%") == []
    assert await titles(store, floor="judge,critic") == []


async def test_a_seat_that_has_moved_is_no_longer_found_on_a_shared_floor(store: Store):
    growth = opening("Panel", floor=("judge", "critic", "chair"))
    await store.append(growth)
    for floor in (("critic", "chair"), ("chair",), ("judge", "critic"), ()):
        growth = reply(growth, floor=floor)
        await store.append(growth)
        for seat in ("judge", "critic", "chair"):
            assert await titles(store, floor=seat) == (["Panel"] if seat in floor else [])


async def test_pages_follow_each_other_without_gap_or_repeat(store: Store):
    await asyncio.gather(*(opened(store, f"D{n}", at=later(n // 4)) for n in range(23)))
    everything = (await store.cards(CardQuery(limit=200))).items
    for limit in (1, 5, 23, 24):
        assert tuple(await walked(store, CardQuery(limit=limit))) == everything


async def test_pages_of_a_floor_follow_each_other_too(store: Store):
    for number in range(20):
        floor = (("judge",), ("judge", "critic"), ("critic",))[number % 3]
        await opened(store, f"D{number}", at=later(number), floor=floor)
    everything = (await store.cards(CardQuery(limit=200, floor="judge"))).items
    assert len(everything) == 14
    assert tuple(await walked(store, CardQuery(limit=3, floor="judge"))) == everything


async def test_a_page_is_not_disturbed_by_debates_that_grow_meanwhile(store: Store):
    growths = [opening(f"D{number}", at=later(number)) for number in range(6)]
    for growth in growths:
        await store.append(growth)
    first = await store.cards(CardQuery(limit=3))
    await store.append(reply(growths[4], at=later(60)))
    await opened(store, "new", at=later(61))
    second = await store.cards(CardQuery(limit=3, after=first.next))
    assert [card.title for card in first.items] == ["D5", "D4", "D3"]
    assert [card.title for card in second.items] == ["D2", "D1", "D0"]
    assert second.next is None


NEVER_GIVEN_OUT = [
    "",
    "x",
    "!!!!",
    "ä",
    "🗣",
    "a" * 5000,
    urlsafe_b64encode(b"not a time x").decode(),
    urlsafe_b64encode(b"2026-11-15T09:00:00.000000Z ").decode(),
    urlsafe_b64encode(b"2026-11-15T09:00:00.000000Z a\x00b").decode().rstrip("="),
    urlsafe_b64encode(b"\xff\xfe\xfd").decode(),
]


async def test_a_cursor_that_was_never_given_out_is_refused(store: Store):
    for cursor in NEVER_GIVEN_OUT:
        with pytest.raises(InvalidInput):
            await store.cards(CardQuery(after=cursor))


SEARCHED = [
    ("motion", True),
    ("MOTION", True),
    ("mot", True),
    ("otion", False),
    ("storage motion", True),
    ("motion absent", False),
    ("größe", True),
    ("GROSSE", True),
    ("grosse", True),
    ("cafe", True),
    ("議論", True),
    ("論", True),
    ("проект", True),
    ("don't", True),
    ('"storage"', True),
    ("storage AND motion", False),
    ("storage NOT motion", False),
    ("NEAR(storage motion)", False),
    ("title:storage", False),
    ("stor*", True),
    ("storage & !motion", True),
    ("storage | absent", False),
    ("storage:*", True),
    ("(storage", True),
    ("-storage", True),
    ("^storage", True),
    ("", True),
    ("   ", True),
    ("%", False),
    ("_", False),
    ("'", False),
    ('"', False),
    ("*", False),
    ("%_%", False),
    ("\\", False),
    ("x" * 5000, False),
    (" ".join(f"w{number}" for number in range(20_000)), False),
    ("storage\x00", True),
    ("\ud800 storage", True),
]


async def test_search_finds_words_and_takes_every_query_as_words(store: Store):
    title = "Storage: größe of the café"
    await opened(store, title, "The motion, don't we? 提案の議論 Проекты")
    for text, found in SEARCHED:
        assert (await titles(store, text=text)) == ([title] if found else []), text


async def test_search_is_about_the_title_and_the_first_argument_alone(store: Store):
    growth = opening("Title here", "Motion there")
    await store.append(growth)
    await store.append(reply(growth, "Afterthought"))
    assert await titles(store, text="title motion") == ["Title here"]
    assert await titles(store, text="afterthought") == []


async def test_search_goes_through_pages_and_filters(store: Store):
    for number in range(12):
        await opened(store, f"D{number}", "apple" if number % 2 else "pear", at=later(number))
    found = await walked(store, CardQuery(text="apple", limit=2))
    assert [card.title for card in found] == ["D11", "D9", "D7", "D5", "D3", "D1"]
    assert await titles(store, text="apple", status="NONE") == []


async def test_no_query_however_odd_is_an_error(store: Store):
    await opened(store)
    chance = random.Random(7)
    alphabet = "ab \"'*:^-+(){}[]|&!<>@~\\/%_\n\x00ä議\U0001f5e3\ud800\u200b\u0301"
    for _ in range(200):
        text = "".join(chance.choices(alphabet, k=chance.randrange(12)))
        await store.cards(CardQuery(text=text))
        await store.count(CardQuery(status=text, variety=text, format=text, floor=text or "x"))


async def test_a_name_that_no_database_can_hold_names_nothing(store: Store):
    for name in ("a\x00b", "half \ud800"):
        assert await store.card(name) is None
        assert await store.lines(name) == []
        assert await store.requested(name, name) is None
        assert await titles(store, status=name) == []
        assert await titles(store, floor=name) == []


async def test_due_tells_unfinished_debates_by_their_deadline(store: Store):
    await opened(store, "late", deadline=later(30))
    await opened(store, "early", deadline=later(10))
    await opened(store, "now", deadline=later(20))
    await opened(store, "none", deadline=None)
    await opened(store, "ended", deadline=later(5), ended_at=later(6))
    assert [card.title for card in await store.due(later(20))] == ["early", "now"]
    assert [card.title for card in await store.due(later(20), limit=1)] == ["early"]
    assert [card.title for card in await store.due(later(9))] == []


async def test_a_deadline_that_was_moved_is_due_at_its_new_time(store: Store):
    growth = opening(deadline=later(10))
    await store.append(growth)
    await store.append(reply(growth, deadline=later(50)))
    assert await store.due(later(20)) == []
    assert len(await store.due(later(50))) == 1


async def test_lines_are_read_in_pages(store: Store):
    growth = opening()
    await store.append(growth)
    told = list(growth.lines)
    for number in range(9):
        growth = reply(growth, f"Claim {number}")
        await store.append(growth)
        told += growth.lines
    assert list(await store.lines(growth.debate)) == told
    assert list(await store.lines(growth.debate, 3)) == told[4:]
    assert list(await store.lines(growth.debate, 3, 2)) == told[4:6]
    assert list(await store.lines(growth.debate, 10, 5)) == []
    assert list(await store.lines(growth.debate, limit=0)) == []


async def test_a_long_line_comes_back_whole(store: Store):
    growth = opening("Long", "🗣" * 2500 + "é" * 5)
    await store.append(growth)
    assert tuple(await store.lines(growth.debate)) == growth.lines
