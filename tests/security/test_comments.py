"""A copy for GitHub: whatever was said, it pings nobody, ends no fold and brings no tag along, wherever it stands."""

from collections.abc import Iterator, Sequence

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from moot.notation.comment import quiet_quote

GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
BITS = ("```", "~~~", "`", "\n", "\t", " ", "    ", "> ", "- ", "1. ", "# ", "|", "\\", "[x]: ", "&lt;", "\r")
HARM = ("</details>", "<!-- moot:debate:x -->", "@ann", "#12", " GH-3", "<img src=x>")


def outside_code(tokens: Sequence[Token]) -> Iterator[str]:
    """Every text that is shown and is no code, and every tag."""
    for token in tokens:
        if token.children is not None:
            yield from outside_code(token.children)
        elif token.type not in ("fence", "code_block", "code_inline"):
            yield token.content


@given(st.lists(st.sampled_from([*BITS, *HARM, "x"]), max_size=16).map("".join))
@example("```\ncode\n\t```\n</details> @ann <b>x</b>")
@example("```\n</details>")
def test_no_words_in_a_comment_do_anything_there(text: str):
    shown = list(outside_code(GITHUB.parse(f"{quiet_quote(text)}\n\n")))
    assert not [part for part in shown if any(harm in part for harm in HARM)]
