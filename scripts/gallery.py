"""The gallery: records that are kept in the repository, each as one page that needs nothing else.

`python -m scripts.gallery` writes docs/gallery/*.html anew. Every hash of a record is computed and every move judged
again by the rules before it is shown.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from moot.debate import views
from moot.engine import Admitted, admitted, card_of
from moot.notation import told_at
from moot.notation.html import as_html
from moot.notation.jsonl import verify_jsonl
from moot.notation.said import said_of
from moot.wiring import formats

ROOT = Path(__file__).parents[1]
GALLERY = ROOT / "docs" / "gallery"


@dataclass(frozen=True, slots=True)
class Piece:
    """A record that is shown, and what is to be seen in it."""

    record: str
    """Where it lies, from docs/gallery."""
    about: str


PIECES: Mapping[str, Piece] = {
    "arbitration": Piece("records/arbitration.jsonl", "Two small models argue a plan for two rounds; a third rules."),
    "panel": Piece(
        "records/panel.jsonl", "Three judges with different stances recommend under seal, then read each other."
    ),
    "roundtable": Piece("records/roundtable.jsonl", "Three answer a sum alone, read each other, and answer again."),
    "arena": Piece("records/arena.jsonl", "Two sides post in public; three judges weigh them; scores change."),
    "played-arbitration": Piece(
        "../../tests/transcripts/arbitration.jsonl", "Every kind of line of an arbitration, with words written for it."
    ),
    "played-evaluation": Piece(
        "records/played-evaluation.jsonl",
        "An idea is argued from evidence, and verdicts move its scores; words written for it.",
    ),
    "played-workshop": Piece(
        "../../tests/transcripts/workshop.jsonl", "A workshop from task to vote, with words and code written for it."
    ),
}
"""By the name of the page."""


def shown() -> Mapping[str, Piece]:
    """Those whose record is here."""
    return {name: piece for name, piece in PIECES.items() if (GALLERY / piece.record).is_file()}


def gallery() -> str:
    """The table of the gallery."""
    rows = [_row(name, piece) for name, piece in shown().items()]
    return "\n".join(["| open | what is to be seen | lines | record | its last hash |", "|---|---|---|---|---|", *rows])


def _row(name: str, piece: Piece) -> str:
    checked = verify_jsonl((GALLERY / piece.record).read_text())
    links = f"[{name}]({name}.html) | {piece.about} | {checked.lines} | [record]({piece.record})"
    return f"| {links} | `{checked.head[:16]}…` |"


def pages() -> Iterator[tuple[str, str]]:
    """Each page: its name, and what is on it."""
    known = dict(formats())
    for name, piece in shown().items():
        yield f"{name}.html", page(admitted((GALLERY / piece.record).read_text(), known))


def page(record: Admitted) -> str:
    """A record as a page for whoever holds no seat in it."""
    opened = record.entries[0]
    card = card_of(record.debate, opened, record.position, record.lines[-1].hash)
    facts = {
        "Debate": record.debate,
        "Format": card.format,
        "State": card.status,
        "Opened": told_at(opened.at),
        "Lines": str(card.lines),
        "Last hash": card.head,
    }
    said = [said_of(each) for each in views(record.entries, None) if each.entry.kind != "opened"]
    return as_html(card.title, said, facts)


def main() -> None:
    """Write every page into the gallery, or into the folder that is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GALLERY
    for name, text in pages():
        (folder / name).write_text(text)
        print(f"{name}: written")


if __name__ == "__main__":
    main()
