"""The gallery shows what its records say, and each record checks without the house it comes from."""

from pathlib import Path

from moot.notation.jsonl import verify_jsonl
from scripts.gallery import GALLERY, PIECES, pages, shown


def test_every_page_is_what_its_record_would_be_written_as_now():
    made = dict(pages())
    there = {page.name: page.read_text() for page in GALLERY.glob("*.html")}
    assert there == made, "run: python -m scripts.gallery"


def test_no_record_is_missing_and_none_lies_about():
    assert set(shown()) == set(PIECES)
    kept = {Path(piece.record).name for piece in PIECES.values() if piece.record.startswith("records/")}
    assert {record.name for record in (GALLERY / "records").iterdir()} == kept


def test_each_record_of_the_embedded_model_says_who_spoke():
    held = [record for record in (GALLERY / "records").iterdir() if not record.name.startswith("played-")]
    assert held
    for record in held:
        said_by = {entry.by for entry in verify_jsonl(record.read_text()).entries if entry.by is not None}
        assert "embedded" in said_by, record.name


def test_pages_need_nothing_from_elsewhere():
    for page in GALLERY.glob("*.html"):
        text = page.read_text()
        assert "<script" not in text
        assert "src=" not in text
