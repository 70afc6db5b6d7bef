"""Fingerprints tell the same claim in other clothes from another claim."""

import pytest

from moot.formats.evaluation.fingerprint import NEAR, fingerprint, is_known

CLAIM = "Drivers in the inner city lose nine hours a month looking for a free place"


@pytest.mark.parametrize(
    "other",
    [
        CLAIM.upper(),
        CLAIM.replace(" ", "  ") + " !",
        "Looking for a free place, drivers in the inner city lose nine hours a month.",
        CLAIM.replace("inner city", "inner town"),
        "ﬀ".join(CLAIM.split("ff")),
    ],
)
def test_the_same_claim_in_other_clothes_is_known(other: str):
    assert is_known(fingerprint(other), [fingerprint("Something else entirely"), fingerprint(CLAIM)])


@pytest.mark.parametrize(
    "other",
    [
        "Every second driver paid a fine last year for staying too long",
        "Drivers in the suburbs gain nothing, for they find a free place at once",
        "The city would have to change a law that it has just passed",
    ],
)
def test_another_claim_is_new(other: str):
    assert not is_known(fingerprint(other), [fingerprint(CLAIM)])


def test_a_fingerprint_has_64_bits_and_nothing_is_known_at_first():
    assert 0 <= fingerprint(CLAIM) < 2**64
    assert fingerprint("") == 0
    assert not is_known(fingerprint(CLAIM), [])
    assert NEAR == 12
