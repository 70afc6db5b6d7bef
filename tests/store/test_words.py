import string

from hypothesis import given
from hypothesis import strategies as st

from moot.store.words import words


@given(st.text())
def test_words_hold_nothing_that_a_query_language_gives_a_meaning(text: str):
    for word in words(text):
        assert not set(word) & set(string.punctuation + string.whitespace)
        assert 0 < len(word) <= 64


@given(st.text())
def test_the_words_of_a_text_are_words_of_their_own(text: str):
    found = list(words(text))
    assert list(words(" ".join(found))) == found


def test_case_and_accents_do_not_count():
    assert list(words("ÉCOLE école Ecole")) == ["ecole"]
