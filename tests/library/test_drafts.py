from datetime import UTC, datetime

import pytest

from moot.debate import ContentTooLarge, InvalidInput
from moot.library import DOCUMENT_LIMIT, DocRef, Draft, Submission, doc_refs, document_id

AT = datetime(2026, 11, 15, tzinfo=UTC)
ID = "doc-0193a5c2-7d4e-7abc-8def-0123456789ab"
OTHER = "doc-0193a5c2-7d4e-7abc-8def-0123456789ac"


@pytest.mark.parametrize("content", ["", " \n\t", "a\x00b", "half \ud800"])
def test_what_cannot_be_kept_is_refused(content: str):
    with pytest.raises(InvalidInput):
        Draft(ID, "Title", content, AT)
    with pytest.raises(InvalidInput):
        Submission(ID, content, AT)


@pytest.mark.parametrize("title", ["", "  ", "a\x00", "x" * 201])
def test_a_title_must_say_something_and_be_short(title: str):
    with pytest.raises(InvalidInput):
        Draft(ID, title, "content", AT)


def test_a_note_must_be_short_and_clean():
    for note in ("x" * 501, "\x00"):
        with pytest.raises(InvalidInput):
            Submission(ID, "content", AT, note=note)


def test_size_is_counted_in_bytes():
    Draft(ID, "Title", "é" * (DOCUMENT_LIMIT // 2), AT)
    with pytest.raises(ContentTooLarge) as refused:
        Draft(ID, "Title", "é" * (DOCUMENT_LIMIT // 2) + "x", AT)
    assert refused.value.fields == {"size": DOCUMENT_LIMIT + 1, "limit": DOCUMENT_LIMIT}


def test_an_id_is_made_from_a_uuid():
    assert document_id("0193a5c2-7d4e-7abc-8def-0123456789ab") == ID


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("nothing here", ()),
        (f"see {ID}", (DocRef(ID),)),
        (f"see {ID}@3.", (DocRef(ID, 3),)),
        (f"({ID}), [{OTHER}@12]", (DocRef(ID), DocRef(OTHER, 12))),
        (f"{ID} {ID} {ID}@1 {ID}", (DocRef(ID), DocRef(ID, 1))),
        (ID.upper(), (DocRef(ID),)),
        (f"{ID}@0", (DocRef(ID),)),
        (f"{ID}@3rd", (DocRef(ID),)),
        (f"{ID}@latest", (DocRef(ID),)),
        (f"x{ID}", ()),
        (f"{ID}0", ()),
        ("doc-123", ()),
        (f"`{ID}@2`\n{OTHER}", (DocRef(ID, 2), DocRef(OTHER))),
    ],
)
def test_documents_are_cited_by_their_id(text: str, refs: tuple[DocRef, ...]):
    assert doc_refs(text) == refs
