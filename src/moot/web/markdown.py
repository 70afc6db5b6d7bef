"""Markdown as safe HTML: no raw HTML goes in, and only what is listed here comes out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

_BLOCKS = {"p", "ul", "ol", "li", "blockquote", "h2", "h3", "h4", "h5", "h6", "td", "th"}
_TAGS = _BLOCKS | {"tr", "a", "br", "code", "del", "s", "div", "em", "hr", "pre", "strong", "table", "thead", "tbody"}
_ATTRIBUTES = {tag: {"dir"} for tag in _BLOCKS} | {
    "a": {"href", "title"},
    "ol": {"dir", "start"},
    "pre": {"tabindex", "dir"},
    "div": {"tabindex"},
}
_CLASSES = {"td": {"to-right", "to-middle"}, "th": {"to-right", "to-middle"}, "div": {"wide"}, "a": {"picture"}}
_DOCUMENT = re.compile(r"(?<![\w-])(doc-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@([1-9]\d{0,8}))?(?!\w)", re.I)
_ALIGNED = {"text-align:right": "to-right", "text-align:center": "to-middle"}


class _Renderer(RendererHTML):
    """Scrolling parts take the keyboard's focus; pictures become links, so that none is loaded from elsewhere."""

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        link = Token("link_open", "a", 1, attrs={"href": str(token.attrs["src"]), "class": "picture"})
        name = self.renderInlineAsText(token.children or [], options, env) or "picture"
        return f"<a{self.renderAttrs(link)}>{_escaped(name)}</a>"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<pre tabindex="0" dir="ltr"><code>{_escaped(tokens[idx].content)}</code></pre>\n'

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return self.fence(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table></div>\n"


_reader = MarkdownIt("gfm-like", {"html": False, "linkify": True}, renderer_cls=_Renderer)
_reader.core.ruler.push("documents", lambda state: _linked(state))


@lru_cache(maxsize=1024)
def markdown(text: str, top: int = 3) -> Markup:
    """The text as HTML that can do nothing; its highest heading is of level `top`."""
    env: dict[str, Any] = {}
    tokens = _reader.parse(text, env)
    _normalise(tokens, top)
    html = _reader.renderer.render(tokens, _reader.options, env)
    return Markup(
        nh3.clean(
            html,
            tags=_TAGS,
            attributes=_ATTRIBUTES,
            allowed_classes=_CLASSES,
            url_schemes={"http", "https", "mailto"},
            link_rel="noopener noreferrer nofollow",
        )
    )


def _linked(state: StateCore) -> None:
    """Documents that a text names become links to them."""
    for token in state.tokens:
        if token.type == "inline" and token.children and "doc-" in token.content.lower():
            token.children = [part for child in _outside_links(token.children) for part in child]


def _outside_links(children: Iterable[Token]) -> Iterator[list[Token]]:
    depth = 0
    for child in children:
        depth += child.nesting if child.type.startswith("link_") else 0
        yield _with_documents(child) if child.type == "text" and depth == 0 else [child]


def _with_documents(token: Token) -> list[Token]:
    parts: list[Token] = []
    rest = 0
    for found in _DOCUMENT.finditer(token.content):
        version = f"?version={found[2]}" if found[2] else ""
        parts += [
            _text(token.content[rest : found.start()]),
            Token("link_open", "a", 1, attrs={"href": f"/docs/{found[1].lower()}{version}"}),
            _text(found[0]),
            Token("link_close", "a", -1),
        ]
        rest = found.end()
    return [*parts, _text(token.content[rest:])]


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


def _escaped(text: str) -> str:
    return str(Markup.escape(text))
