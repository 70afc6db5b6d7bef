from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from moot.desk.arena.replies import ArenaPost
from moot.web.arena.exchange import rows
from tests.web.arena.made_up import SideName, post


def told(*sides: SideName) -> tuple[ArenaPost, ...]:
    return tuple(post(1, side, "x", line) for line, side in enumerate(sides, 3))


def shape(*sides: SideName) -> list[str]:
    return ["".join(one.seat[0] for one in row.posts) for row in rows(told(*sides))]


def test_an_answer_stands_beside_what_it_answers():
    assert shape("challenger", "opponent", "challenger", "opponent", "challenger") == ["co", "co", "c"]


def test_what_comes_out_of_turn_begins_a_row():
    assert shape("opponent", "challenger", "challenger", "opponent", "opponent") == ["o", "c", "co", "o"]


@given(st.lists(st.sampled_from(["challenger", "opponent"])))
def test_reading_row_by_row_is_reading_in_order(sides: list[SideName]):
    posts = told(*sides)
    laid = list(rows(posts))
    assert tuple(chain.from_iterable(row.posts for row in laid)) == posts
    assert [row.number for row in laid] == list(range(1, len(laid) + 1))
    assert len({row.id for row in laid}) == len(laid)
    assert all(len({one.seat for one in row.posts}) == len(row.posts) <= 2 for row in laid)


@given(st.lists(st.sampled_from(["challenger", "opponent"]), min_size=1))
def test_a_new_post_changes_the_last_row_or_adds_one(sides: list[SideName]):
    before, after = list(rows(told(*sides[:-1]))), list(rows(told(*sides)))
    kept = len(after) - 1
    assert after[:kept] == before[:kept]
    assert len(after) - len(before) in (0, 1)
    assert [row.id for row in after[: len(before)]] == [row.id for row in before]
