"""Other versions of Moot, as programs: one of before, from the history, and one to come, made from this tree."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from moot.store.revision import HEAD

ROOT = Path(__file__).parents[2]
BEFORE = "0883f54"
"""The last commit whose tables were at revision 0007, and that knew nothing of two versions on one database."""
NEXT = f"{int(HEAD) + 1:04}"

MIGRATION = """
from alembic import op
from sqlalchemy import Column, Text

revision = "{next}"
down_revision = "{head}"
serves = "{serves}"


def upgrade():
    op.add_column("debates", Column("mood", Text, server_default="calm"))
    op.create_table("moods", Column("name", Text, primary_key=True))
"""


def of_before(folder: Path) -> Path:
    """The program as it was."""
    archived = subprocess.run(["git", "archive", BEFORE, "src"], cwd=ROOT, capture_output=True)
    if archived.returncode:
        pytest.skip("the history of Moot could not be had")
    subprocess.run(["tar", "x"], cwd=folder, input=archived.stdout, check=True)
    return _program(folder)


def to_come(folder: Path, serves: str = HEAD) -> Path:
    """The program as it may be one day: with a table more, and a column in one that every move writes."""
    shutil.copytree(ROOT / "src" / "moot", folder / "src" / "moot", ignore=shutil.ignore_patterns("__pycache__"))
    store = folder / "src" / "moot" / "store"
    told = MIGRATION.format(next=NEXT, head=HEAD, serves=serves)
    (store / "migrations" / "versions" / f"{NEXT}_moods.py").write_text(told)
    revision = store / "revision.py"
    revision.write_text(revision.read_text().replace(f'HEAD = "{HEAD}"', f'HEAD = "{NEXT}"'))
    return _program(folder)


def _program(folder: Path) -> Path:
    program = folder / "moot"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{folder}/src" exec "{sys.executable}" -m moot "$@"\n')
    program.chmod(0o755)
    return program
