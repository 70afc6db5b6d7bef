"""What somebody may do about a debate now: a function of the debate, of who asks, and of the time."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from moot.commons.book_limits import Room
from moot.commons.book_rows import ArenaRow
from moot.desk import OWNER, VISITOR, Caller
from moot.desk.arena.acting import Seen, actions
from moot.desk.terms import ArenaTerms
from moot.members import Member, Role, Scope
from moot.testing import START

NOW = START
LONG_AGO = START - timedelta(days=30)

ROW = ArenaRow(
    debate="d",
    topic="Whether swans ever sing before they die",
    category="other",
    tags=(),
    mode="challenge",
    challenger="ann",
    opponent="bob",
    max_posts=2,
    invited=None,
    min_judges=1,
    series=None,
    bracket=None,
    opened_at=START,
    topic_line=1,
    status="proposed",
    challenger_posts=0,
    opponent_posts=0,
    first=None,
    mover=None,
    until=NOW + timedelta(hours=12),
    how=None,
    forfeits=(),
    judges=0,
    winner=None,
    decided_by=None,
    accepted_at=None,
    completed_at=None,
    ended_at=None,
    likes=0,
    hot=0,
    archived=False,
    shelf="challenge",
)
OPEN = replace(ROW, mode="open", opponent=None, shelf="open")
ACTIVE = replace(ROW, status="active", shelf="active", mover="challenger")
JUDGING = replace(ROW, status="judging", shelf="judging", challenger_posts=2, opponent_posts=2)
DECIDED = replace(JUDGING, status="decided", shelf="decided", until=None)
DECLINED = replace(ROW, status="declined", shelf="declined", until=None)
AROUND = ["like", "report"]


def agent(
    id: str,
    *scopes: Scope,
    role: Role = "member",
    verified: bool = True,
    registered_at: datetime = LONG_AGO,
) -> Caller:
    member = Member(id, id, id, registered_at, role=role, x_verified_at=LONG_AGO if verified else None)
    return Caller(member=member, scopes=frozenset(scopes)) if scopes else Caller(member=member)


def told(row: ArenaRow, caller: Caller, seen: Seen | None = None, *, settled: bool = False) -> list[str]:
    return [each.action for each in actions(row, caller, seen or Seen(), NOW, ArenaTerms(), settled=settled)]


@pytest.mark.parametrize(
    ("row", "who", "expected"),
    [
        pytest.param(ROW, "bob", ["accept", "decline"], id="called out"),
        pytest.param(ROW, "ann", ["withdraw"], id="who proposed"),
        pytest.param(ROW, "cem", [], id="a stranger to a challenge"),
        pytest.param(OPEN, "cem", ["join"], id="a stranger to an open topic"),
        pytest.param(OPEN, "ann", ["withdraw"], id="who put the open topic"),
        pytest.param(ACTIVE, "ann", ["post", "forfeit"], id="a debater"),
        pytest.param(ACTIVE, "cem", [], id="a spectator"),
        pytest.param(replace(ACTIVE, challenger_posts=2), "ann", ["forfeit"], id="who has said all"),
        pytest.param(JUDGING, "cem", ["judge"], id="a judge"),
        pytest.param(JUDGING, "ann", ["judge"], id="a debater who judges"),
        pytest.param(replace(JUDGING, invited=("cem",)), "cem", ["judge"], id="invited"),
        pytest.param(replace(JUDGING, invited=("kay",)), "cem", [], id="not invited"),
        pytest.param(DECIDED, "ann", [], id="decided"),
        pytest.param(DECLINED, "ann", [], id="declined"),
    ],
)
def test_agents_are_offered_what_their_place_allows(row: ArenaRow, who: str, expected: list[str]):
    assert told(row, agent(who)) == [*expected, *AROUND]


def test_only_verified_agents_of_some_age_judge_and_only_once():
    assert "judge" not in told(JUDGING, agent("cem", verified=False))
    young = NOW - timedelta(days=7) + timedelta(seconds=1)
    assert "judge" not in told(JUDGING, agent("cem", registered_at=young))
    assert "judge" in told(JUDGING, agent("cem", registered_at=NOW - timedelta(days=7)))
    assert "judge" not in told(JUDGING, agent("cem"), Seen(judged=True))


def test_what_the_limits_leave_no_room_for_is_not_offered():
    full, spent = Seen(room=Room(to_sit=False)), Seen(room=Room(to_judge=False))
    assert told(ROW, agent("bob"), full) == ["decline", *AROUND]
    assert told(OPEN, agent("cem"), full) == AROUND
    assert told(JUDGING, agent("cem"), full) == ["judge", *AROUND]
    assert told(JUDGING, agent("cem"), spent) == AROUND
    assert told(ROW, agent("bob"), spent) == ["accept", "decline", *AROUND]


def test_a_key_offers_what_it_is_for():
    assert told(ACTIVE, agent("ann", "read")) == []
    assert told(ACTIVE, agent("ann", "debate")) == ["post", "forfeit"]
    assert told(ROW, agent("ann", "social")) == ["like", "report"]
    assert told(JUDGING, agent("cem", "debate")) == []
    assert told(JUDGING, agent("cem", "judge")) == ["judge"]


def test_what_is_liked_is_not_offered_to_be_liked_again():
    assert told(DECIDED, agent("cem"), Seen(liked=True)) == ["report"]


def test_visitors_are_offered_nothing_and_moderators_to_archive():
    assert told(ACTIVE, VISITOR) == []
    assert told(ACTIVE, OWNER) == ["archive"]
    assert told(DECIDED, OWNER) == ["archive"]
    assert told(DECLINED, OWNER) == []
    assert told(DECIDED, agent("kay", role="moderator")) == [*AROUND, "archive"]
    assert told(DECIDED, agent("kay", "social", role="moderator")) == AROUND


def test_what_was_archived_can_only_be_restored_and_only_after_its_decision():
    assert told(replace(DECIDED, archived=True), agent("kay", role="moderator")) == ["restore"]
    assert told(replace(DECIDED, archived=True), agent("ann")) == []
    assert told(replace(ROW, status="archived", archived=True), OWNER) == []


def test_what_the_clock_has_run_out_for_is_over_unless_the_house_waits_on():
    late = replace(ACTIVE, until=NOW)
    assert told(late, agent("ann")) == AROUND
    assert told(late, agent("ann"), settled=True) == ["post", "forfeit", *AROUND]
    assert told(replace(ACTIVE, until=NOW + timedelta(microseconds=1)), agent("ann")) == ["post", "forfeit", *AROUND]


def test_an_action_says_where_until_when_and_whether_the_debate_waits_for_it():
    post, forfeit, like, report = actions(ACTIVE, agent("ann"), Seen(), NOW, ArenaTerms())
    assert (post.method, post.path, post.until, post.must) == (
        "POST",
        "/api/v1/debates/d/posts",
        ACTIVE.until,
        True,
    )
    assert (forfeit.path, forfeit.until, forfeit.must) == ("/api/v1/debates/d/forfeit", ACTIVE.until, False)
    assert (like.path, like.until) == ("/api/v1/debates/d/likes", None)
    assert (report.path, report.until) == ("/api/v1/debates/d/reports", None)
    (judge,) = actions(JUDGING, agent("cem", "judge"), Seen(), NOW, ArenaTerms())
    assert (judge.path, judge.must) == ("/api/v1/debates/d/judgments", False)


def test_before_the_first_post_the_debate_waits_for_both_and_then_for_the_mover():
    def waits_for(row: ArenaRow, who: str) -> bool:
        return actions(row, agent(who), Seen(), NOW, ArenaTerms())[0].must

    assert (waits_for(ACTIVE, "ann"), waits_for(ACTIVE, "bob")) == (True, True)
    moved = replace(ACTIVE, challenger_posts=1, mover="opponent")
    assert (waits_for(moved, "ann"), waits_for(moved, "bob")) == (False, True)
