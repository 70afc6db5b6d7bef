import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.web.markdown import markdown
from tests.web.hostile import HOSTILE
from tests.web.visitor import Read

DOCUMENT = "doc-0193a5c2-7d4e-7abc-8def-0123456789ab"


def dangers(html: str) -> list[str]:
    """Whatever in a piece of HTML could run or load something."""
    found: list[str] = []
    for element in Read(html).elements:
        found += [element.tag] if element.tag in {"script", "style", "iframe", "img", "svg", "form", "object"} else []
        found += [name for name in element.attributes if name.startswith("on") or name == "style"]
        link = element.attributes.get("href", "")
        found += [link] if ":" in link and not re.match(r"(https?|mailto):", link) else []
    return found


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_comes_alive(text: str):
    assert dangers(markdown(text)) == []


@given(st.text(alphabet="<>\"'&`[]()!#*_:/ \n\\javscriptonerdl=x0;", max_size=120))
def test_no_mixture_of_marks_comes_alive(text: str):
    assert dangers(markdown(text)) == []


def test_headings_go_down_from_the_third_level_without_a_gap():
    html = markdown("# One\n\n#### Far below\n\n## Two\n\n###### Deep")
    assert re.findall(r"<(h\d)", html) == ["h3", "h4", "h4", "h5"]


def test_a_document_named_in_a_text_is_a_link_to_that_version():
    assert f'<a href="/docs/{DOCUMENT}?version=3"' in markdown(f"See {DOCUMENT}@3.")
    assert f'<a href="/docs/{DOCUMENT}"' in markdown(f"See *{DOCUMENT}*.")


def test_a_document_named_in_code_or_in_a_link_is_left_alone():
    assert "<a" not in markdown(f"`{DOCUMENT}`")
    assert markdown(f"[{DOCUMENT}](https://example.org)").count("<a") == 1


def test_a_picture_is_a_link_so_that_nothing_is_loaded_from_elsewhere():
    html = markdown("![a cat](https://example.org/cat.png)")
    assert "<img" not in html
    assert 'href="https://example.org/cat.png"' in html
    assert ">a cat</a>" in html


def test_a_bare_address_is_a_link_that_tells_nobody_where_it_was_read():
    assert 'rel="noopener noreferrer nofollow"' in markdown("https://example.org")


def test_code_keeps_its_signs_and_can_be_scrolled_by_keyboard():
    html = markdown("```python\nif a < b and c > d:\n```")
    assert '<pre tabindex="0" dir="ltr"><code>if a &lt; b and c &gt; d:\n</code></pre>' in html


def test_each_block_finds_its_own_direction():
    assert markdown("שלום\n\nHello").count('dir="auto"') == 2


def test_table_cells_are_aligned_without_inline_styles():
    html = markdown("| a | b |\n|:-:|--:|\n| 1 | 2 |")
    assert "style" not in html
    assert '<td dir="auto" class="to-right">2</td>' in html
