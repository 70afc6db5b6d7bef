"""Prose: what people and agents write, shown as HTML that can do nothing but be read.

Two independent gates: the Markdown reader takes no raw HTML in, and the cleaner lets only what is listed here out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

import nh3
from linkify_it import LinkifyIt
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

_BLOCKS = {"p", "ul", "ol", "li", "blockquote", "h2", "h3", "h4", "h5", "h6", "td", "th"}
_PHRASES = {"a", "br", "code", "em", "s", "strong"}
_ALIGNED = {"text-align:right": "to-right", "text-align:center": "to-middle"}
_CELL = set(_ALIGNED.values())
_LONGEST_ADDRESS = 2000
"""Where a word is longer, bare addresses are left as text: looking for them takes the square of its length."""
_CLEANER = nh3.Cleaner(
    tags=_BLOCKS | _PHRASES | {"div", "hr", "pre", "table", "tbody", "thead", "tr"},
    attributes={tag: {"dir"} for tag in _BLOCKS}
    | {"a": {"href", "title"}, "ol": {"dir", "start"}, "pre": {"tabindex", "dir"}, "div": {"tabindex"}},
    allowed_classes={"td": _CELL, "th": _CELL, "div": {"wide"}, "a": {"picture"}},
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener noreferrer nofollow",
)


@dataclass(frozen=True, slots=True)
class Citation:
    """A stretch of a text that names something, and where that can be read."""

    start: int
    end: int
    href: str


Citing: TypeAlias = Callable[[str], Iterable[Citation]]


def render_markdown(text: str, top: int = 3, citing: Citing | None = None) -> str:
    """The text as HTML whose highest heading is of level `top`; what `citing` finds becomes links.

    >>> render_markdown("Read **this**: <b>no</b>").strip()
    '<p dir="auto">Read <strong>this</strong>: &lt;b&gt;no&lt;/b&gt;</p>'
    """
    env: dict[str, Citing] = {} if citing is None else {"citing": citing}
    reader = _LINKING if all(len(word) <= _LONGEST_ADDRESS for word in text.split()) else _PLAIN
    tokens = reader.parse(text, env)
    _normalise(tokens, top)
    return _CLEANER.clean(reader.renderer.render(tokens, reader.options, env))


class _Renderer(RendererHTML):
    """Scrolling parts take the keyboard's focus; a picture becomes a link, or it would tell who reads it, and when."""

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        link = Token("link_open", "a", 1, attrs={"href": str(token.attrs["src"]), "class": "picture"})
        name = self.renderInlineAsText(token.children or [], options, env) or "picture"
        return f"<a{self.renderAttrs(link)}>{escape(name)}</a>"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<pre tabindex="0" dir="ltr"><code>{escape(tokens[idx].content, quote=False)}</code></pre>\n'

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return self.fence(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table></div>\n"


def _markdown(*, links: bool) -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "linkify": links}, renderer_cls=_Renderer)
    markdown.enable(["linkify", "table", "strikethrough"])
    # `rules.py` and `moot.sh` are names of files, not of sites in Paraguay or on Saint Helena.
    markdown.linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
    markdown.core.ruler.push("citations", _cite)
    return markdown


def _cite(state: StateCore) -> None:
    citing: Citing | None = state.env.get("citing")
    if citing is None:
        return
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = [part for child in _outside_links(token.children, citing) for part in child]


def _outside_links(children: Iterable[Token], citing: Citing) -> Iterator[list[Token]]:
    depth = 0
    for child in children:
        depth += child.nesting if child.type.startswith("link_") else 0
        yield _linked(child.content, citing) if child.type == "text" and depth == 0 else [child]


def _linked(text: str, citing: Citing) -> list[Token]:
    parts: list[Token] = []
    rest = 0
    for cited in citing(text):
        link = Token("link_open", "a", 1, attrs={"href": cited.href})
        parts += [_text(text[rest : cited.start]), link, _text(text[cited.start : cited.end])]
        parts.append(Token("link_close", "a", -1))
        rest = cited.end
    return [*parts, _text(text[rest:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _normalise(tokens: Iterable[Token], top: int) -> None:
    """Headings go down without gaps, each block finds its own direction, cells are aligned without styles."""
    levels: list[int] = []
    for token in tokens:
        if token.type == "heading_open":
            given = int(token.tag[1])
            levels = [*(level for level in levels if level < given), given]
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, top - 1 + len(levels))}"
        if token.nesting == 1 and token.tag in _BLOCKS:
            token.attrSet("dir", "auto")
        if (style := str(token.attrs.pop("style", ""))) in _ALIGNED:
            token.attrSet("class", _ALIGNED[style])


_LINKING, _PLAIN = _markdown(links=True), _markdown(links=False)
