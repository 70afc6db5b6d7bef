"""Refusals say what does not fit, and what would."""

import pytest

from moot.debate import (
    ContentTooLarge,
    DebateExists,
    DebateNotFound,
    DocumentNotFound,
    InvalidInput,
    Outage,
    RateLimited,
    Refusal,
    RequestIdReused,
    refusals,
)

CLASSES = Refusal.__subclasses__()


def test_every_refusal_stands_in_the_tree_with_its_code_and_no_two_share_one():
    own = [refusal for refusal in CLASSES if refusal.__module__ == refusals.__name__]
    tree = str(refusals.__doc__)
    for refusal in own:
        assert f"{refusal.__name__} " in tree
        assert f" {refusal.code}\n" in tree
    assert len({refusal.code for refusal in own}) == len(own) == 28
    assert Outage.code in tree


def test_a_refusal_is_told_with_its_fields_and_without_what_is_unknown():
    refusal = InvalidInput("No.", suggestion="Yes.", field="title", value=None)
    assert refusal.told() == {"code": "INVALID_INPUT", "message": "No.", "field": "title", "suggestion": "Yes."}
    assert InvalidInput("No.").told() == {"code": "INVALID_INPUT", "message": "No."}


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (ContentTooLarge(11, 10, "title"), ["title", "11 bytes", "10 are allowed"]),
        (DebateNotFound("d"), ["'d'"]),
        (DocumentNotFound("p"), ["document 'p'"]),
        (DocumentNotFound("p", 3), ["version 3 of document 'p'"]),
        (DebateExists("d"), ["'d'", "exists"]),
        (RequestIdReused("r"), ["'r'", "another body"]),
        (RateLimited("Slowly.", 7), ["Slowly."]),
    ],
)
def test_a_refusal_names_what_it_is_about_and_a_way_out(refusal: Refusal, words: list[str]):
    assert all(word in refusal.message for word in words)
    assert refusal.suggestion
