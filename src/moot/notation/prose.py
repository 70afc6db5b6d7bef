"""Prose: what people and agents write, shown as HTML that can do nothing but be read."""

import nh3
from linkify_it import LinkifyIt
from markdown_it import MarkdownIt

_BLOCKS = {"blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "ul"}
_TABLES = {"table", "tbody", "td", "th", "thead", "tr"}
_PHRASES = {"a", "br", "code", "em", "s", "strong"}
_CLEANER = nh3.Cleaner(
    tags=_BLOCKS | _TABLES | _PHRASES,
    attributes={"a": {"href", "title"}, "code": {"class"}, "ol": {"start"}},
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener nofollow",
)


def render_markdown(text: str) -> str:
    """The text as sanitised HTML: no raw HTML, no scripts, no images, links only to the web and to mail.

    >>> render_markdown("Read **this**: <b>no</b>").strip()
    '<p>Read <strong>this</strong>: &lt;b&gt;no&lt;/b&gt;</p>'
    """
    return _CLEANER.clean(_MARKDOWN.render(text))


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "linkify": True})
    markdown.enable(["linkify", "table", "strikethrough"])
    # An image would tell whoever serves it that, when and from where an argument is read.
    markdown.disable("image")
    # `rules.py` and `moot.sh` are names of files, not of sites in Paraguay or on Saint Helena.
    markdown.linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
    return markdown


_MARKDOWN = _markdown()
