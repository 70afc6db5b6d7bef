"""Keys, sessions, digests, and what X is told of a verifier."""

import re
from datetime import timedelta

from moot.members import SESSION_LENGTH, Session, challenge, digest, neighbourhood, new_key, new_session
from moot.testing import START


def test_keys_and_sessions_say_what_they_are_and_never_return():
    made = [make() for make in (new_key, new_session) for _ in range(50)]
    assert len(set(made)) == 100
    assert all(re.fullmatch(r"moot_[A-Za-z0-9_-]{43}", key) for key in made[:50])
    assert all(re.fullmatch(r"sess_[A-Za-z0-9_-]{43}", key) for key in made[50:])


def test_of_a_secret_a_digest_is_kept_even_of_half_a_character():
    assert digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest("half\ud800") != digest("half")


def test_a_session_lasts_thirty_days():
    assert Session("", frozenset(), START).ends_at == START + timedelta(days=30) == START + SESSION_LENGTH


def test_the_challenge_is_that_of_rfc_7636():
    assert challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def test_neighbours_count_as_one():
    assert neighbourhood("192.0.2.7") == neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("2001:db8:0:1::1") == neighbourhood("2001:db8:0:1:ffff::2%eth0") == "2001:db8:0:1::/64"
    assert neighbourhood("2001:db8:0:2::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood(None) == neighbourhood("") == "unknown"
    assert neighbourhood("testclient") == "testclient"
