"""Markdown on a page: sanitised, with the documents that it names as links."""

from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup

from moot.library import cited
from moot.notation.prose import Citation, render_markdown


@lru_cache(maxsize=1024)
def markdown(text: str, top: int = 3) -> Markup:
    """The text as HTML that can do nothing; its highest heading is of level `top`."""
    return Markup(render_markdown(text, top, _documents))


def _documents(text: str) -> Iterator[Citation]:
    for start, end, document in cited(text):
        version = "" if document.version is None else f"?version={document.version}"
        yield Citation(start, end, f"/docs/{document.id}{version}")
