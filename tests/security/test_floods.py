"""Texts that are made to take long: what reads or shows them takes time by their length, and not by its square.

With the square each of these takes minutes; the bound is for that, and not for how fast a machine is.
"""

import pytest

from moot.notation.prose import render_markdown
from moot.tellers import Hider

pytestmark = pytest.mark.timeout(60)
LONG = 60_000


@pytest.mark.parametrize("bit", ["a-", "sk-", "_-a", "token ", "seat.a-", "://u:"])
def test_a_long_line_of_the_log_is_searched_for_secrets_in_time(bit: str):
    line = f"{bit * (LONG // len(bit))} OPENAI_API_KEY=abcdefgh"
    assert Hider().hidden(line).endswith(" OPENAI_API_KEY=***")


def test_a_word_that_is_nothing_but_addresses_is_shown_in_time():
    shown = render_markdown("http://a" * (4 * LONG // 8) + " https://b.example")
    assert "<a " not in shown
    assert 'href="https://b.example"' in render_markdown("http://a" * 200 + " https://b.example")
