"""The book of the arena, on every database: rows, lists, standings, judgments and likes as the records make them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from moot.commons.book_lists import LISTED, LISTS, ArenaQuery, hot
from moot.commons.book_rows import ArenaRow, RankSort, Stats
from moot.debate import ActionNotAllowed, DebateNotFound, InvalidInput
from moot.formats.arena import format
from moot.store.arena.cursors import marked
from tests.contracts.conftest import POSTGRES
from tests.store.arena.stage import TOPIC, Stage, stage_for

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module", params=["file", POSTGRES])
async def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """One house for all of these tests; each brings agents of its own."""
    async with stage_for(request, tmp_path_factory) as stage:
        yield stage


@pytest.fixture
def stage(shared: Stage, request: pytest.FixtureRequest) -> Stage:
    shared.troupe = request.node.name
    return shared


async def walked(stage: Stage, query: ArenaQuery, limit: int) -> list[ArenaRow]:
    rows: list[ArenaRow] = []
    after: str | None = None
    while True:
        page = await stage.book.page(replace(query, after=after, limit=limit))
        assert len(page.items) <= limit
        rows += page.items
        after = page.next
        if after is None:
            return rows


async def stats(stage: Stage, member: str) -> Stats:
    return (await stage.book.stats([member]))[member]


def record(stats: Stats) -> tuple[int, int, int, int, int]:
    return (stats.debates, stats.wins, stats.losses, stats.draws, stats.forfeits)


async def test_a_row_follows_its_debate_from_the_proposal_to_the_decision(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    opened = stage.clock()
    debate = await stage.open(ann, bob, category="ethics", tags=("robots", "law"), judges=(jay,), min_judges=1)
    row = await stage.row(debate)
    assert (row.topic, row.category, row.tags, row.mode) == (TOPIC, "ethics", ("robots", "law"), "challenge")
    assert (row.status, row.shelf, row.challenger, row.opponent) == ("proposed", "challenge", ann, bob)
    assert (row.invited, row.topic_line, row.opened_at) == ((jay,), 1, opened)
    assert row.until == opened + timedelta(days=7)

    stage.clock.advance(hours=1)
    await stage.accept(debate, bob)
    row = await stage.row(debate)
    assert (row.status, row.shelf, row.mover, row.accepted_at) == ("active", "active", "challenger", stage.clock())
    assert row.until == stage.clock() + timedelta(hours=12)

    stage.clock.advance(hours=1)
    await stage.post(debate, "opponent", bob)
    row = await stage.row(debate)
    assert (row.challenger_posts, row.opponent_posts, row.first, row.mover) == (0, 1, "opponent", "challenger")
    assert row.until == stage.clock() + timedelta(hours=11)

    await stage.post(debate, "challenger", ann)
    row = await stage.row(debate)
    assert (row.status, row.how, row.mover, row.completed_at) == ("judging", "completed", None, stage.clock())
    await stage.judge(debate, jay, "opponent")
    assert (await stage.row(debate)).judges == 1

    closes = stage.clock.advance(hours=48)
    await stage.steward.settle(debate)
    row = await stage.row(debate)
    assert (row.status, row.shelf, row.decided_by, row.winner, row.winner_id) == (
        "decided",
        "decided",
        "votes",
        "opponent",
        bob,
    )
    assert (row.until, row.decided_at, row.forfeits, row.archived) == (None, closes, (), False)


async def test_series_and_brackets_are_named_in_the_row(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    debate = await stage.open(
        ann, bob, agreed=True, series={"id": "s", "game": 2}, bracket={"id": "b", "round": 1, "match": 3}
    )
    row = await stage.row(debate)
    assert row.series is not None
    assert row.bracket is not None
    assert (row.mode, row.status) == ("agreed", "active")
    assert (row.series.game, row.bracket.round, row.bracket.match) == (2, 1, 3)


async def test_a_debate_that_is_none_of_the_arena_has_no_row(stage: Stage):
    assert await stage.book.row("unknown") is None
    assert await stage.book.row("a\x00b") is None
    assert await stage.book.rows(["unknown", "half \ud800"]) == {}
    assert await stage.book.rows([]) == {}


async def one_of_each(stage: Stage) -> tuple[str, dict[str, str]]:
    """A debate on each shelf, all of one member; the later ones are opened later."""
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    found: dict[str, str] = {}
    found["decided"] = await stage.decided(ann, bob, (jay, "challenger"), category="tech")
    forfeited = await stage.active(ann, bob, tags=("gone",))
    await stage.forfeit(forfeited, "challenger", ann)
    stage.clock.advance(hours=48)
    await stage.steward.settle(forfeited)
    found["decided-forfeited"] = forfeited
    found["expired"] = await stage.open(ann, bob)
    stage.clock.advance(days=7)
    await stage.steward.settle(found["expired"])
    for shelf, end in (("declined", stage.decline), ("withdrawn", stage.withdraw), ("archived", stage.archive)):
        stage.clock.advance(minutes=1)
        found[shelf] = await stage.open(ann, bob)
        await end(found[shelf], bob if shelf == "declined" else ann)
    stage.clock.advance(minutes=1)
    found["judging"] = await stage.judging(ann, bob, category="tech")
    stage.clock.advance(minutes=1)
    found["judging-forfeited"] = await stage.active(ann, bob)
    await stage.forfeit(found["judging-forfeited"], "opponent", bob)
    stage.clock.advance(minutes=1)
    found["active"] = await stage.active(ann, bob, category="tech", tags=("gone", "law"))
    stage.clock.advance(minutes=1)
    found["challenge"] = await stage.open(ann, bob, title="Whether swans ever sing before they die")
    stage.clock.advance(minutes=1)
    found["open"] = await stage.open(ann)
    return ann, found


async def test_each_status_lists_its_shelves_and_nothing_else(stage: Stage):
    ann, found = await one_of_each(stage)
    by_debate = {debate: shelf for shelf, debate in found.items()}
    for status, shelves in LISTS.items():
        listed = await walked(stage, ArenaQuery(shelves, member=ann, sort="new"), 3)
        assert {by_debate[row.debate] for row in listed} == set(shelves), status
        assert [row.opened_at for row in listed] == sorted((row.opened_at for row in listed), reverse=True)
    everything = await walked(stage, ArenaQuery(member=ann, sort="new"), 2)
    assert [by_debate[row.debate] for row in everything] == [
        "open",
        "challenge",
        "active",
        "judging-forfeited",
        "judging",
        "decided-forfeited",
        "decided",
    ]
    narrowed: list[tuple[ArenaQuery, list[str]]] = [
        (ArenaQuery(member=ann, category="tech", sort="new"), ["active", "judging", "decided"]),
        (ArenaQuery(member=ann, tag="gone", sort="new"), ["active", "decided-forfeited"]),
        (ArenaQuery(tag="gone", category="tech"), ["active"]),
        (ArenaQuery(member=ann, tag="gone", category="tech", text="machines"), ["active"]),
        (ArenaQuery(text="SWANS sing"), ["challenge"]),
        (ArenaQuery(text="swans", category="tech"), []),
        (ArenaQuery(text="swans", shelves=("open",)), []),
        (ArenaQuery(text="?!"), []),
        (ArenaQuery(member=ann, text=" ", tag="law"), ["active"]),
        (ArenaQuery(member="nobody"), []),
        (ArenaQuery(tag="a\x00b"), []),
        (ArenaQuery(LISTS["decided"], member=ann, sort="judging"), []),
    ]
    for query, expected in narrowed:
        assert [by_debate.get(row.debate) for row in (await stage.book.page(query)).items] == expected, query
    assert set(found.values()) >= set(await stage.book.open_debates_of(ann))
    assert {by_debate[debate] for debate in await stage.book.open_debates_of(ann)} == {"open", "challenge", "active"}


async def test_what_closes_first_is_listed_first_and_is_found_before_it_closes(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    debates = [await stage.judging(ann, bob, judging_seconds=seconds) for seconds in (900, 300, 600)]
    gone = await stage.active(ann, bob, judging_seconds=450)
    await stage.forfeit(gone, "opponent", bob)
    listed = await walked(stage, ArenaQuery(LISTS["judging"], member=ann, sort="judging"), 2)
    assert [row.debate for row in listed] == [debates[1], gone, debates[2], debates[0]]
    now = stage.clock()
    soon = await stage.book.closing(now + timedelta(seconds=300), now + timedelta(seconds=600))
    assert [row.debate for row in soon if row.challenger == ann] == [gone, debates[2]]
    assert len(await stage.book.closing(now, now + timedelta(seconds=600), limit=1)) == 1


async def test_pages_follow_each_other_without_gap_or_repeat_in_every_order(stage: Stage):
    ann, bob, *fans = await stage.members("ann", "bob", "fan-1", "fan-2", "fan-3")
    for number in range(9):
        tags = ("paged",) if number % 2 else ("paged", "odd")
        # Some are opened at the same moment, so that the id must tell them apart.
        stage.clock.advance(hours=number % 3)
        debate = await (stage.judging if number % 3 else stage.active)(ann, bob, tags=tags, category="governance")
        for fan in fans[: number % 4]:
            await stage.book.like(debate, 1, fan, stage.clock())
    narrowings = [ArenaQuery(member=bob), ArenaQuery(tag="paged"), ArenaQuery(category="governance")]
    for narrowed in narrowings:
        for sort in ("hot", "new"):
            query = replace(narrowed, sort=sort)
            everything = await walked(stage, query, 100)
            assert len(everything) >= 9
            places = [(row.hot if sort == "hot" else row.opened_at, row.debate) for row in everything]
            assert places == sorted(places, reverse=True)
            for limit in (1, 4, 9):
                assert await walked(stage, query, limit) == everything


async def test_a_cursor_of_another_list_or_of_nobody_is_refused(stage: Stage):
    other = marked("new", "2026", "x")
    for given in ("", "x", "!!!", "ä", other, marked("hot", "1", "x"), marked("hot", 2**40, "x"), marked("hot", 1)):
        with pytest.raises(InvalidInput):
            await stage.book.page(ArenaQuery(after=given))
        with pytest.raises(InvalidInput):
            await stage.book.leaderboard("score", after=given)
        with pytest.raises(InvalidInput):
            await stage.book.judgments("d", after=given)
        with pytest.raises(InvalidInput):
            await stage.book.judgments_by("m", after=given)
        with pytest.raises(InvalidInput):
            await stage.book.changes("m", after=given)


async def test_records_tell_wins_losses_draws_and_forfeits_apart(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    await stage.decided(ann, bob, (jay, "challenger"))
    assert record(await stats(stage, ann)) == (1, 1, 0, 0, 0)
    assert record(await stats(stage, bob)) == (1, 0, 1, 0, 0)
    await stage.decided(ann, bob)
    assert record(await stats(stage, ann)) == (2, 1, 0, 1, 0)
    debate = await stage.active(ann, bob)
    await stage.forfeit(debate, "challenger", ann)
    await stage.judge(debate, jay, "challenger")
    stage.clock.advance(hours=48)
    await stage.steward.settle(debate)
    assert record(await stats(stage, ann)) == (3, 1, 0, 1, 1)
    assert record(await stats(stage, bob)) == (3, 1, 1, 1, 0)
    silent = await stage.active(ann, bob)
    stage.clock.advance(hours=12)
    await stage.steward.settle(silent)
    row = await stage.row(silent)
    assert (row.status, row.shelf, row.decided_by) == ("decided", "decided-forfeited", "both_forfeit")
    assert (row.forfeits, row.winner_id) == (("challenger", "opponent"), None)
    both = await stats(stage, ann), await stats(stage, bob)
    assert [record(each) for each in both] == [(4, 1, 0, 1, 2), (4, 1, 1, 1, 1)]
    assert [each.win_rate for each in both] == [333_333, 333_333]
    judge = await stats(stage, jay)
    assert (judge.judged, judge.settled, judge.agreed, judge.outliers, judge.win_rate) == (2, 2, 1, 0, None)


async def test_a_score_is_a_thousand_and_the_sum_of_its_changes(stage: Stage):
    ann, bob, *judges = await stage.members("ann", "bob", "j-1", "j-2", "j-3")
    for number in range(5):
        await stage.decided(ann, bob, *((judge, "opponent" if number == 2 else "challenger") for judge in judges))
    for member in (ann, bob, judges[0]):
        page = await stage.book.changes(member, limit=100)
        assert await stage.score(member) == 1000 + sum(change.points for change in page.items)
        assert [change.at for change in page.items] == sorted((change.at for change in page.items), reverse=True)
        score = await stage.score(member)
        for change in page.items:
            assert (change.member, change.score) == (member, score)
            score -= change.points
        assert score == 1000
        again = [await stage.book.changes(member, limit=2)]
        while again[-1].next is not None:
            again.append(await stage.book.changes(member, after=again[-1].next, limit=2))
        assert tuple(change for page in again for change in page.items) == page.items
    curves = await stage.book.curves([ann, "nobody"])
    changes = (await stage.book.changes(ann)).items
    assert curves[ann] == (1000, *(change.score for change in reversed(changes)))
    assert curves["nobody"] == (1000,)


async def test_a_change_is_dated_when_it_was_written_however_late_that_was(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    debate = await stage.judging(ann, bob)
    await stage.judge(debate, jay)
    closes = (await stage.row(debate)).until
    written = stage.clock.advance(hours=60)
    await stage.steward.settle(debate)
    assert (await stage.row(debate)).decided_at == closes
    assert [change.at for change in (await stage.book.changes(ann)).items] == [written]


async def test_a_curve_has_the_last_twenty_scores(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    for _ in range(11):
        # Who wins by its own judgment gains twice.
        await stage.decided(ann, bob, (ann, "challenger"), judging_seconds=60)
    curve = (await stage.book.curves([ann]))[ann]
    changes = (await stage.book.changes(ann)).items
    assert len(changes) == 22
    assert list(curve) == [change.score for change in reversed(changes[:20])]


SORTS: list[RankSort] = ["score", "wins", "win_rate"]


async def test_the_leaderboard_ranks_who_has_debated_and_equals_share_a_rank(stage: Stage):
    names = [f"m-{number}" for number in range(7)]
    members, jay = await stage.members(*names), await stage.member("jay")
    # Three pairs with the same result each, and one more debate of the first pair.
    for pair in (0, 2, 4):
        await stage.decided(members[pair], members[pair + 1], (jay, "challenger"))
    await stage.decided(members[0], members[6], (jay, "challenger"))
    for sort in SORTS:
        board = await stage.book.leaderboard(sort, limit=200)
        assert board.next is None
        ranked = {each.stats.member: each for each in board.items}
        assert set(members) <= set(ranked)
        assert jay not in ranked
        better = [_key(each.stats, sort) for each in board.items]
        assert better == sorted(better, reverse=True)
        for each in board.items:
            assert each.rank == 1 + sum(key > _key(each.stats, sort) for key in better)
        assert ranked[members[2]].rank == ranked[members[4]].rank
        assert ranked[members[0]].rank <= ranked[members[2]].rank
        again = [await stage.book.leaderboard(sort, limit=2)]
        while again[-1].next is not None:
            again.append(await stage.book.leaderboard(sort, after=again[-1].next, limit=2))
        assert tuple(each for page in again for each in page.items) == board.items
    by_score = await stage.book.leaderboard("score", limit=200)
    for each in by_score.items[:5]:
        assert await stage.book.rank(each.stats.member) == each.rank
    assert await stage.book.rank(jay) is None
    assert await stage.book.rank("nobody") is None


def _key(stats: Stats, sort: RankSort) -> tuple[int, int]:
    keys: dict[RankSort, tuple[int, int]] = {
        "score": (stats.score, stats.wins),
        "wins": (stats.wins, stats.score),
        "win_rate": (-1 if stats.win_rate is None else stats.win_rate, stats.wins),
    }
    return keys[sort]


async def test_judgments_are_told_with_their_reasoning_and_by_judge(stage: Stage):
    ann, bob, *judges = await stage.members("ann", "bob", "j-1", "j-2", "j-3")
    first = await stage.judging(ann, bob)
    for judge in judges:
        stage.clock.advance(minutes=1)
        await stage.judge(first, judge, "opponent" if judge == judges[0] else "challenger")
    await stage.judge(first, ann, "challenger")
    page = await stage.book.judgments(first)
    assert [(each.judge, each.side, each.winner_id) for each in page.items] == [
        (ann, "challenger", ann),
        (judges[2], "challenger", ann),
        (judges[1], "challenger", ann),
        (judges[0], "opponent", bob),
    ]
    assert [each.own for each in page.items] == [True, False, False, False]
    assert {(each.counted, each.outlier, each.agreed, each.weight) for each in page.items} == {(True, None, None, None)}
    assert page.items[0].reasoning.startswith("It answered")
    halves = await stage.book.judgments(first, limit=3)
    rest = await stage.book.judgments(first, limit=3, after=halves.next)
    assert (*halves.items, *rest.items) == page.items
    assert rest.next is None
    stage.clock.advance(hours=48)
    await stage.steward.settle(first)
    assert [each.agreed for each in (await stage.book.judgments(first)).items] == [True, True, True, False]
    assert {each.weight for each in (await stage.book.judgments(first)).items} == {500_000}
    second = await stage.judging(bob, ann)
    await stage.judge(second, judges[0])
    by = await stage.book.judgments_by(judges[0])
    assert [each.debate for each in by.items] == [second, first]
    one = await stage.book.judgments_by(judges[0], limit=1)
    assert (await stage.book.judgments_by(judges[0], limit=1, after=one.next)).items == by.items[1:]
    assert await stage.book.judged(judges[0], [first, second, "unknown"]) == {first, second}
    assert await stage.book.judged(judges[1], [first, second]) == {first}
    assert await stage.book.judged(judges[1], []) == frozenset()


async def test_a_debater_that_judged_itself_is_not_counted_where_that_was_agreed(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    debate = await stage.judging(ann, bob, count_self_judgments=False)
    await stage.judge(debate, ann, "challenger")
    await stage.judge(debate, jay, "opponent")
    assert [each.counted for each in (await stage.book.judgments(debate)).items] == [True, False]
    stage.clock.advance(hours=48)
    await stage.steward.settle(debate)
    own = await stats(stage, ann)
    assert (own.judged, own.settled) == (1, 0)


async def test_an_archived_debate_counts_nowhere_and_comes_back_as_it_was(stage: Stage):
    ann, bob, jay, kay = await stage.members("ann", "bob", "jay", "kay")
    everybody = (ann, bob, jay, kay)
    await stage.decided(ann, bob, (jay, "challenger"), (kay, "challenger"))
    before = await stage.book.stats(everybody)
    listed = (await stage.book.page(ArenaQuery(member=ann))).items
    votes = ((jay, "challenger"), (kay, "opponent"), (ann, "opponent"))
    debate = await stage.decided(bob, ann, *votes, tags=("taken-out",))
    after = await stage.book.stats(everybody)
    whole = await stage.row(debate)
    changes = (await stage.book.changes(ann)).items

    await stage.book.archive(debate, "owner", "Spam.", stage.clock())
    assert await stage.book.stats(everybody) == before
    assert (await stage.book.page(ArenaQuery(member=ann))).items == listed
    assert (await stage.book.page(ArenaQuery(tag="taken-out"))).items == ()
    assert [row.debate for row in (await stage.book.page(ArenaQuery(("archived",), tag="taken-out"))).items] == [debate]
    assert all(change.debate != debate for change in (await stage.book.changes(ann)).items)
    assert all(each.debate != debate for each in (await stage.book.judgments_by(jay)).items)
    assert all(result.debate != debate for result in await stage.book.results(1000))
    archival = await stage.book.archival(debate)
    assert archival is not None
    assert (archival.by, archival.reason) == ("owner", "Spam.")
    row = await stage.row(debate)
    assert (row.status, row.archived, row.shelf) == ("decided", True, "archived")
    with pytest.raises(ActionNotAllowed):
        await stage.book.archive(debate, "owner", "Again.", stage.clock())

    await stage.book.restore(debate, stage.clock())
    assert await stage.book.stats(everybody) == after
    assert await stage.row(debate) == whole
    assert (await stage.book.changes(ann)).items == changes
    assert await stage.book.archival(debate) is None
    with pytest.raises(ActionNotAllowed):
        await stage.book.restore(debate, stage.clock())
    await stage.book.archive(debate, "owner", "After all.", stage.clock())
    await stage.book.restore(debate, stage.clock())
    assert await stage.book.stats(everybody) == after


async def test_only_what_was_decided_is_archived_after_the_decision(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    debate = await stage.judging(ann, bob)
    for wrong in (stage.book.archive(debate, "o", "r", stage.clock()), stage.book.restore(debate, stage.clock())):
        with pytest.raises(ActionNotAllowed):
            await wrong
    with pytest.raises(DebateNotFound):
        await stage.book.archive("unknown", "o", "r", stage.clock())


async def test_a_debate_archived_while_it_was_judged_takes_its_judgments_with_it(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    debate = await stage.judging(ann, bob)
    await stage.judge(debate, jay)
    assert (await stats(stage, jay)).judged == 1
    await stage.archive(debate)
    assert await stats(stage, jay) == Stats(jay)
    # Who has done nothing that counts has no row either.
    assert (await stage.book.remake(format, lambda done: None, keep=False)).changed == 0
    assert (await stage.book.judgments_by(jay)).items == ()
    row = await stage.row(debate)
    assert (row.status, row.archived, row.shelf) == ("archived", True, "archived")
    with pytest.raises(ActionNotAllowed):
        await stage.book.restore(debate, stage.clock())


async def test_a_score_is_never_shown_below_zero_whatever_is_archived(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    wins = [await stage.decided(ann, bob, (jay, "challenger"), judging_seconds=60) for _ in range(2)]
    while await stage.score(ann) > 0:
        debate = await stage.active(ann, bob, judging_seconds=60)
        await stage.forfeit(debate, "challenger", ann)
        stage.clock.advance(minutes=1)
        await stage.steward.settle(debate)
    for debate in wins:
        await stage.book.archive(debate, "owner", "Farmed.", stage.clock())
    assert await stage.score(ann) == 0
    assert (await stage.book.changes(ann)).items[0].score == 0
    assert (await stage.book.curves([ann]))[ann][-1] == 0
    last = await stage.decided(ann, bob, (jay, "opponent"))
    assert all(change.points > 0 for change in (await stage.book.changes(ann)).items if change.debate == last)


async def test_results_tell_who_won_from_where_and_how_judges_picked(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    stage.clock.advance(days=365)
    debate = await stage.decided(ann, bob, (jay, "opponent"), (bob, "opponent"))
    silent = await stage.active(ann, bob)
    stage.clock.advance(hours=12)
    await stage.steward.settle(silent)
    latest, before = await stage.book.results(2)
    assert (latest.debate, latest.winner, latest.first, latest.by, latest.picks) == (
        silent,
        None,
        None,
        "both_forfeit",
        (),
    )
    assert (before.debate, before.challenger, before.opponent) == (debate, ann, bob)
    assert (before.winner, before.first, before.by) == ("opponent", "challenger", "votes")
    assert [(pick.judge, pick.side, pick.own) for pick in before.picks] == [
        (jay, "opponent", False),
        (bob, "opponent", True),
    ]


async def test_a_member_likes_a_line_once_and_may_take_it_back(stage: Stage):
    ann, bob, fan = await stage.members("ann", "bob", "fan")
    debate = await stage.active(ann, bob, tags=("liked",))
    at = stage.clock()
    cold = await stage.row(debate)
    told = [
        await stage.book.like(debate, 1, fan, at),
        await stage.book.like(debate, 1, fan, at),
        await stage.book.unlike(debate, 1, fan, at),
        await stage.book.unlike(debate, 1, fan, at),
        await stage.book.like(debate, 1, fan, at),
    ]
    assert [(each.likes, each.changed) for each in told] == [(1, True), (1, False), (0, True), (0, False), (1, True)]
    row = await stage.row(debate)
    assert (row.likes, row.hot) == (1, hot(1, row.opened_at))
    assert row.hot - cold.hot == 1024
    for query in (ArenaQuery(tag="liked"), ArenaQuery(member=ann), ArenaQuery(member=bob)):
        assert [each.hot for each in (await stage.book.page(query)).items] == [row.hot]
    await stage.post(debate, "challenger", ann)
    line = (await stage.steward.look(debate)).line
    await stage.book.like(debate, line, fan, stage.clock())
    assert (await stage.row(debate)).likes == 1
    assert await stage.book.likes(debate) == {1: 1, line: 1}
    assert await stage.book.liked(fan, [debate, "unknown"]) == {(debate, 1), (debate, line)}
    assert await stage.book.liked(ann, [debate]) == frozenset()
    await stage.book.unlike(debate, line, fan, stage.clock())
    assert await stage.book.likes(debate) == {1: 1}
    with pytest.raises(DebateNotFound):
        await stage.book.like("unknown", 1, fan, at)


async def test_likes_from_many_at_once_are_all_counted(stage: Stage):
    ann, *fans = await stage.members("ann", *(f"fan-{number}" for number in range(30)))
    debate = await stage.open(ann)
    liking = [stage.book.like(debate, 1, fan, stage.clock()) for fan in fans for _ in range(2)]
    changed = [each.changed for each in await asyncio.gather(*liking)]
    assert changed.count(True) == 30
    row = await stage.row(debate)
    assert (row.likes, row.hot, await stage.book.likes(debate)) == (30, hot(30, row.opened_at), {1: 30})


async def test_a_list_of_all_is_what_the_shelves_are_together(stage: Stage):
    everything = await walked(stage, ArenaQuery(sort="new"), 50)
    apart = [row for shelf in LISTED for row in await walked(stage, ArenaQuery((shelf,), sort="new"), 50)]
    assert sorted(row.debate for row in everything) == sorted(row.debate for row in apart)
    assert [row.debate for row in everything] == [
        row.debate for row in sorted(apart, key=lambda row: (row.opened_at, row.debate), reverse=True)
    ]


async def test_whatever_was_done_here_is_what_the_records_say(stage: Stage):
    assert (await stage.book.remake(format, lambda done: None, keep=False)).changed == 0
