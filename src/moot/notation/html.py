"""A debate as one HTML page that needs nothing else: no script, no server, no network; good to print."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from html import escape

from moot.notation.canonical import told_at
from moot.notation.prose import render_markdown
from moot.notation.said import Said

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfcfa; --quiet: #5f5f66; --edge: #d9d6d0;
  --one: #1f5fbf; --two: #8a5a00; --arbiter: #6a3fb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --paper: #17171a; --quiet: #a3a3ab; --edge: #3a3a40;
  --one: #8ab4f8; --two: #e8b458; --arbiter: #c3a6ff; } }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 44rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Georgia, "Iowan Old Style", serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2, dl, .about { font-family: system-ui, sans-serif; font-size: .875rem; }
h2 { margin: 0; font-size: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; color: var(--quiet); }
dd { margin: 0; }
article { margin: 2rem 0; padding-left: 1rem; border-left: .25rem solid var(--edge); break-inside: avoid-page; }
article.proposer { border-color: var(--one); }
article.opponent { border-color: var(--two); }
article.arbitrator { border-color: var(--arbiter); }
.about { margin: 0; color: var(--quiet); }
.body h3, .body h4, .body h5, .body h6 { font: bold 1.0625rem/1.6 Georgia, serif; }
a { color: var(--one); }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--edge); white-space: pre-wrap; }
code { font-size: .9em; }
table { border-collapse: collapse; }
.wide { overflow-x: auto; }
th, td { padding: .25rem .5rem; border: 1px solid var(--edge); }
.to-right { text-align: right; }
.to-middle { text-align: center; }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 2px solid var(--edge); color: var(--quiet); }
@media print { body { max-width: none; padding: 0; background: none; color: #000; font-size: 11pt; } }
"""
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{hash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{inner}
</main>
</body>
</html>
"""


def whole_page(title: str, style: str, inner: str) -> str:
    """A page that needs nothing else and may load nothing."""
    hash = b64encode(sha256(style.encode()).digest()).decode()
    return _PAGE.format(hash=hash, title=escape(title), style=style, inner=inner)


def as_html(title: str, said: Iterable[Said], facts: Mapping[str, str] | None = None) -> str:
    """The debate as one page, with the facts (its id, its state, its hash) above it."""
    articles = "\n".join(_article(one) for one in said)
    return whole_page(title, _STYLE, f"<h1>{escape(title)}</h1>\n{listed(facts or {})}\n{articles}")


def _article(said: Said) -> str:
    seat = escape(said.seat or "the house")
    body = '<p class="sealed"><em>Sealed.</em></p>' if said.content is None else render_markdown(said.content)
    return (
        f'<article id="line-{said.line}" class="{seat}">\n'
        f"<h2>{said.line}. {escape(said.kind)} · {seat}</h2>\n"
        f'<p class="about">{_about(said)}</p>\n'
        f'<div class="body" dir="auto">{body}</div>\n{listed(said.extras)}</article>'
    )


def when(moment: datetime) -> str:
    """A time of the record, to the second."""
    at = told_at(moment)
    return f'<time datetime="{at}">{at[:10]} {at[11:19]} UTC</time>'


def _about(said: Said) -> str:
    about = "" if said.parent is None else f'about <a href="#line-{said.parent}">{said.parent}</a>'
    return ", ".join(filter(None, ("" if said.at is None else when(said.at), about)))


def listed(facts: Mapping[str, str]) -> str:
    """Facts by name."""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n" for name, value in facts.items())
    return f"<dl>\n{rows}</dl>\n" if rows else ""
