"""Asking for a stand-in for X: that it plays is seen in `tests/http/test_member_doors.py`; here, where it does not."""

from tests.cli.shell import Shell


def test_nobody_plays_x_for_a_house_that_others_can_reach(aw: Shell):
    aw.set(DEBATE_AUTH_TOKEN="a-token")
    said = aw("serve", "--host", "0.0.0.0", "--port", "0", "--x-stand-in", name="moot")
    assert (said.code, said.error["code"]) == (2, "WRONG_USAGE")
    assert "anybody could say they are anyone" in said.error["message"]


def test_a_stand_in_is_not_left_behind(aw: Shell):
    said = aw("serve", "--detach", "--port", "0", "--x-stand-in", name="moot")
    assert (said.code, said.error["code"]) == (2, "WRONG_USAGE")
    assert "--detach" in said.error["message"]
