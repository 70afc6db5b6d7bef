import pytest

from moot.debate import Forbidden, Unauthenticated
from moot.desk import OWNER, Caller, Keys
from tests.desk.conftest import SECRET, Room

HERE, THERE = "debate-here", "debate-there"
OPPONENT = Caller(HERE, "opponent")


def test_the_owner_may_do_everything():
    OWNER.must_own()
    OWNER.must_read(HERE)
    OWNER.must_hold(HERE, "arbitrator")


def test_a_seat_may_speak_for_itself_and_read_its_own_debate():
    OPPONENT.must_read(HERE)
    OPPONENT.must_hold(HERE, "opponent")


def test_a_seat_may_do_nothing_else():
    with pytest.raises(Forbidden, match="A seat key cannot do this"):
        OPPONENT.must_own()
    with pytest.raises(Forbidden, match="speaks for the opponent, not for 'arbitrator'"):
        OPPONENT.must_hold(HERE, "arbitrator")
    for refuse in (lambda: OPPONENT.must_read(THERE), lambda: OPPONENT.must_hold(THERE, "opponent")):
        with pytest.raises(Forbidden, match="another debate"):
            refuse()


def test_without_a_token_everybody_is_the_owner_and_there_are_no_keys():
    keys = Keys(SECRET, None)
    assert not keys.needed
    assert keys.caller(None) == keys.caller("anything") == OWNER
    assert keys.for_seats(HERE, ["proposer"]) is None


def test_with_a_token_each_seat_has_a_key_of_its_own():
    keys = Keys(SECRET, "token")
    assert keys.needed
    made = keys.for_seats(HERE, ["proposer", "opponent"])
    assert made is not None
    assert keys.caller(made["opponent"]) == OPPONENT
    assert keys.caller("token") == OWNER
    assert keys.for_seats(HERE, ["opponent"]) == {"opponent": made["opponent"]}
    for wrong in (None, "", "other", made["opponent"] + "x", "\ud800"):
        with pytest.raises(Unauthenticated):
            keys.caller(wrong)


def test_no_two_seats_debates_or_houses_share_a_key():
    made = {
        key
        for secret in (SECRET, b"another secret")
        for debate in (HERE, THERE, f"{HERE}.opponent")
        for key in (Keys(secret, "token").for_seats(debate, ["proposer", "opponent"]) or {}).values()
    }
    assert len(made) == 2 * 3 * 2


async def test_a_mark_is_the_houses_own_and_no_key(room: Room):
    mark = room.keys.sign("form")
    assert mark != Keys(b"another secret", None).sign("form")
    with pytest.raises(Unauthenticated):
        await room.desk.authenticate(mark)
