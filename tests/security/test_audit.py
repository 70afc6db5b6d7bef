"""The audit of dependencies tells holes from none, and none from not having asked."""

from collections.abc import Mapping
from typing import Any

from scripts.audit import LOCK, audited, pinned

HOLE = {"id": "PYSEC-1", "fixed_in": ["2.0"], "link": "https://example.com/1", "withdrawn": None}


def test_every_package_of_the_lock_is_asked_about():
    packages = pinned(LOCK.read_text())
    assert len(packages) == sum("==" in line for line in LOCK.read_text().splitlines())
    assert "fastapi" in dict(packages)


def test_holes_are_told_and_what_could_not_be_asked_is_no_all_clear():
    answers: Mapping[str, Any] = {
        "sound": {"vulnerabilities": []},
        "holed": {"vulnerabilities": [HOLE, {**HOLE, "id": "PYSEC-2", "withdrawn": "2026-01-01"}]},
        "odd": {"message": "not found"},
        "gone": None,
    }
    holes, unasked = audited([(name, "1.0") for name in answers], lambda name, _: answers[name])
    assert holes == ["holed 1.0: PYSEC-1 (mended in: 2.0) https://example.com/1"]
    assert unasked == ["odd 1.0", "gone 1.0"]
