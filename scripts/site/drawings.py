"""Mermaid on the site: shown as the pictures that are kept, because nothing is fetched."""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from scripts.diagrams.sources import digest, drawn_from
from scripts.site.pages import DOCS

MERMAID = re.compile(r"^```mermaid\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
SAME = re.compile(r"\n*\[The same as a picture\]\([^)]*\)")
FOLDER = "pictures/diagrams"


def kept(docs: Path = DOCS) -> Mapping[str, str]:
    """The pictures that are kept, by the digest of what they were drawn from."""
    found = {drawn_from(file.read_text()): f"{FOLDER}/{file.name}" for file in sorted((docs / FOLDER).glob("*.svg"))}
    return {source: name for source, name in found.items() if source is not None}


def shown(text: str, src_uri: str, pictures: Mapping[str, str]) -> str:
    """A page with a picture in the place of each diagram."""

    def picture(fence: re.Match[str]) -> str:
        name = pictures[digest(fence[1])]
        path = posixpath.relpath(name, posixpath.dirname(src_uri) or ".")
        return f"[![Diagram]({path}){{ .diagram }}]({path})\n"

    return SAME.sub("", MERMAID.sub(picture, text)) if MERMAID.search(text) else text
