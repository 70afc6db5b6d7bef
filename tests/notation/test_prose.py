"""What anybody writes is shown, and can do nothing."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.notation.prose import render_markdown

ATTACKS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert&#40;1&#41;</script></svg>",
    "<math><mtext></form><form><mglyph><svg><mtext><style><path id=</style><img onerror=alert(1) src>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<!-- --><script>alert(1)</script> -->",
    "<!--><img src=x onerror=alert(1)>-->",
    "<style>@import 'http://evil.example/x.css'</style>",
    "<form action=//evil.example><button>go</button></form>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61lert(1))",
    "[x](javascript&colon;alert(1))",
    "[x]( javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](data:image/svg+xml,<svg onload=alert(1)>)",
    "[x](file:///etc/passwd)",
    "![x](javascript:alert(1))",
    '![x](x "onerror=alert(1)")',
    "![x](http://evil.example/pixel.png)",
    '![" onerror="alert(1)](x)',
    '[x](http://a.example "\\" onmouseover=alert(1) x=\\"")',
    "[x](http://a.example/\"onmouseover='alert(1)')",
    "[a](http://a.example [b](javascript:alert(1)))",
    "[![x](javascript:alert(1))](javascript:alert(1))",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    '<http://a.example/" onmouseover=alert(1)>',
    "javascript:alert(1)",
    "https://a.example/<script>alert(1)</script>",
    '```"><script>alert(1)</script>\nx\n```',
    "```js onload=alert(1)\n</code></pre><script>alert(1)</script>\n```",
    "`<img src=x onerror=alert(1)>`",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "# <img src=x onerror=alert(1)>",
    "\x00<script>alert(1)</script>",
    "<scr\x00ipt>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<<script>alert(1)//<</script>",
    "</div></article><script>alert(1)</script>",
]

PHRASES = {"a", "blockquote", "br", "code", "div", "em", "hr", "li", "ol", "p", "pre", "s", "strong", "ul"}
ALLOWED = PHRASES | {"h2", "h3", "h4", "h5", "h6", "table", "tbody", "td", "th", "thead", "tr"}


class Reader(HTMLParser):
    """Reads a page as a browser would, and objects to all that could act."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert tag in ALLOWED, tag
        for name, value in attrs:
            assert name in {"href", "title", "class", "start", "rel", "dir", "tabindex"}, name
            if name == "href":
                assert not re.match(r"(?!https?:|mailto:)[\w+.-]+:", value or ""), value
                assert ("rel", "noopener noreferrer nofollow") in attrs

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)


def read_safely(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader.tags


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_comes_through(attack: str):
    read_safely(render_markdown(attack))
    read_safely(render_markdown(f"Some words, then {attack} and more."))
    read_safely(render_markdown(f"> - {attack}"))


@given(st.lists(st.sampled_from([*ATTACKS, "[", "](", ")", '"', "<", ">", "`", "\n", "\n\n", " ", "| "]), max_size=8))
def test_no_mixture_of_attacks_comes_through(parts: list[str]):
    read_safely(render_markdown("".join(parts)))


def test_what_markdown_is_for_is_shown():
    text = "# T\n\n**b** _e_ ~~s~~ `c`\n\n- x\n\n3. y\n\n> q\n\n```py\nz\n```\n\n---\n\n| a |\n|---|\n| 1 |"
    tags = set(read_safely(render_markdown(text)))
    assert {"h3", "strong", "em", "s", "code", "ul", "ol", "blockquote", "pre", "hr", "table", "td"} <= tags


def test_addresses_become_links_and_names_of_files_do_not():
    html = render_markdown("See https://a.example/x?y=1&z=2 and rules.py, moot.sh, a@b.example.")
    assert html.count("<a ") == 1
    assert 'href="https://a.example/x?y=1&amp;z=2"' in html


def test_links_within_the_house_stay():
    assert 'href="/docs/abc"' in render_markdown("[the plan](/docs/abc)")


def test_a_picture_is_a_link_that_loads_nothing():
    html = render_markdown("![a pixel](https://a.example/p.png)")
    assert "<img" not in html
    assert 'href="https://a.example/p.png"' in html
