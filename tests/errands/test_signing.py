from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from moot.commons.signing import sign, verify
from tests.support.fences import fences

NOW = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)
SECRET = "whsec_a_secret"
BODY = b'{"kind":"debate_turn"}'


def test_what_the_house_signed_is_verified():
    assert verify(SECRET, sign(SECRET, BODY, NOW), BODY, NOW)


@given(at=st.integers(0, len(BODY) - 1), bit=st.integers(0, 7))
def test_a_body_with_any_bit_changed_is_not(at: int, bit: int):
    changed = bytearray(BODY)
    changed[at] ^= 1 << bit
    assert not verify(SECRET, sign(SECRET, BODY, NOW), bytes(changed), NOW)


def test_a_body_under_another_secret_is_not():
    assert not verify("whsec_another", sign(SECRET, BODY, NOW), BODY, NOW)


def test_a_header_with_another_time_is_not():
    stamp, _, mark = sign(SECRET, BODY, NOW).partition(",")
    assert not verify(SECRET, f"t={int(stamp[2:]) + 1},{mark}", BODY, NOW)


def test_a_body_is_good_for_five_minutes_either_way():
    header = sign(SECRET, BODY, NOW)
    for minutes, good in ((-6, False), (-5, True), (5, True), (6, False)):
        assert verify(SECRET, header, BODY, NOW + timedelta(minutes=minutes)) is good
    assert verify(SECRET, header, BODY, NOW + timedelta(hours=1), tolerance=timedelta(hours=2))


def test_one_good_mark_among_several_will_do_so_that_secrets_can_be_changed():
    stamp, _, mark = sign(SECRET, BODY, NOW).partition(",")
    assert verify(SECRET, f"{stamp}, v1={'0' * 64}, {mark}", BODY, NOW)
    assert verify(SECRET, f"{stamp},{mark},v2=whatever", BODY, NOW)


@given(st.text())
def test_any_other_header_is_refused_and_never_fails(header: str):
    assert not verify(SECRET, header, BODY, NOW)


def test_headers_that_look_almost_right_are_refused():
    stamp, _, mark = sign(SECRET, BODY, NOW).partition(",")
    almost = [stamp, mark, f"{stamp},{stamp},{mark}", f"t=-1,{mark}", f"t=١٢٣,{mark}", f"t={'9' * 400},{mark}"]
    for header in (*almost, f"{stamp},v1=", f"{stamp},v1=\udcff", f"{stamp},{mark}x"):
        assert not verify(SECRET, header, BODY, NOW)


def test_the_receiver_in_the_docs_accepts_what_the_house_sends_and_nothing_else():
    told = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text()
    (example,) = [fence.body for fence in fences(told) if fence.language == "python"]
    space: dict[str, Any] = {}
    exec(example, space)
    header = sign(SECRET, BODY, NOW)
    stamp, _, mark = header.partition(",")
    headers = [header, stamp, mark, "", f"{stamp},v1={'0' * 64}", f"{stamp},v1=0,{mark}", header + "0"]
    for given_header in headers:
        for body in (BODY, BODY + b" "):
            for minutes in (0, 4, 6):
                now = NOW + timedelta(minutes=minutes)
                theirs = space["sent_by_moot"](SECRET, given_header, body, now.timestamp())
                assert theirs == verify(SECRET, given_header, body, now)
