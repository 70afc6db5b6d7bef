"""What the pages about interchange and backups say is so: forms, limits, and what is left out."""

import re
from pathlib import Path

from moot.cli.export import KINDS
from moot.desk.importing import LARGEST
from moot.formats.archive import MOST_LINES, MOST_SPEAKERS
from moot.http.guard import LARGEST_BODY
from moot.notation.comment import LONGEST
from moot.notation.strict import DEEPEST
from moot.notation.strict_yaml import LARGEST as LARGEST_YAML

DOCS = Path(__file__).parents[2] / "docs"
PAGE = " ".join((DOCS / "interchange.md").read_text().split())
BACKUP = " ".join((DOCS / "backup.md").read_text().split())


def test_the_table_of_forms_has_every_form():
    rows = re.findall(r"\| (`[a-z][a-z-]*`(?:, `[a-z-]+`)*) \| ", PAGE.split("## The graph")[0])
    told = {form for row in rows for form in re.findall(r"`([a-z-]+)`", row)}
    assert told == set(KINDS)


def test_the_limits_that_are_told_are_those_that_hold():
    assert f"{LONGEST:,} characters" in PAGE
    assert f"{LARGEST_BODY // 2**20} MiB at most" in PAGE
    assert f"takes {LARGEST // 2**20} MiB" in PAGE
    assert f"deeper than {DEEPEST} levels" in PAGE
    assert f"more than {MOST_LINES:,} lines or {MOST_SPEAKERS} speakers" in PAGE
    assert f"more than {LARGEST_YAML // 2**20} MiB. A file" in PAGE


def test_codes_that_are_told_are_codes():
    contract = (DOCS / "design" / "entrances.md").read_text()
    told = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", PAGE + BACKUP)) - {"MOOT_DATABASE_URL", "MOOT_HOME"}
    assert {"RECORD_UNSOUND", "NO_BROWSER", "BACKUP_UNFIT", "HOUSE_NOT_EMPTY"} <= told
    assert [code for code in told if code not in contract] == []
