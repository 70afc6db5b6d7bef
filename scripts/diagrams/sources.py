"""Every diagram of the docs: those that are written from the code, and those that stand on one page alone."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from scripts.diagrams import DIAGRAMS

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def digest(source: str) -> str:
    """What tells one source from another."""
    return sha256(source.encode()).hexdigest()


def drawn_from(picture: str) -> str | None:
    """The digest of the source that a picture was drawn from."""
    found = re.search(r'data-source="([0-9a-f]{64})"', picture)
    return found[1] if found else None


def sources() -> Mapping[str, str]:
    """All of them, by the name of the picture."""
    made = {name: source() for name, source in DIAGRAMS.items()}
    return {**made, **dict(_on_pages(set(made.values())))}


def _on_pages(known: set[str]) -> Iterator[tuple[str, str]]:
    for page in sorted(DOCS.glob("**/*.md")):
        name = "-".join(page.relative_to(DOCS).with_suffix("").parts)
        own = [source for source in FENCE.findall(page.read_text()) if source not in known]
        for number, source in enumerate(own, start=1):
            yield (name if number == 1 else f"{name}-{number}"), source
