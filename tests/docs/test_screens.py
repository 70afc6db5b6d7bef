"""The pictures of pages in the docs: none is stale, none is missing, and they are small."""

from pathlib import Path

import pytest

from scripts.screens import INDEX, PICTURES, SHOTS, Shot, digest, shots, stale

MOST = 4_000_000


def test_no_picture_is_stale():
    assert stale() == {}, "take them anew: make pictures"


def test_the_pictures_are_small():
    assert 0 < sum(path.stat().st_size for path in PICTURES.glob("*.png")) < MOST


def test_a_picture_whose_pages_changed_is_found_and_so_is_one_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shot = next(iter(SHOTS.values()))
    assert digest(shot) != digest(Shot(shot.name, shot.about, ("static/marks.svg", "static/front.css")))
    kept = INDEX.read_text()
    changed = tmp_path / "index.json"
    changed.write_text(kept.replace(digest(SHOTS["share"]), "another"))
    monkeypatch.setattr(shots, "INDEX", changed)
    assert stale() == {"share.png": "shows pages that have changed"}
    monkeypatch.setattr(shots, "PICTURES", tmp_path)
    assert set(stale().values()) == {"is missing"}
