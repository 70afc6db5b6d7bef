"""The first page of a backup: who made it, from which tables, and what each of its files comes to."""

import re
from datetime import datetime

from pydantic import BaseModel, Field, ValidationError

from moot import __version__
from moot.debate import UnfitBackup
from moot.store.revision import HEAD

FORM = "moot-backup/1"
NAME = "manifest.json"
LARGEST = 1024 * 1024


class Held(BaseModel, frozen=True, extra="forbid"):
    """One table in a backup."""

    rows: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """Of its file."""
    columns: tuple[str, ...] | None = None
    """What the values of a row are, in their order; None: as the tables of that revision have them."""


class Manifest(BaseModel, frozen=True, extra="forbid"):
    """What a backup says of itself."""

    form: str = FORM
    moot: str = __version__
    revision: str = HEAD
    """Of the tables, as migrations number them."""
    made_at: datetime
    tables: dict[str, Held]

    @staticmethod
    def read(text: bytes) -> "Manifest":
        """The manifest of a backup, or the refusal that says why it is none."""
        try:
            found = Manifest.model_validate_json(text)
        except ValidationError:
            raise UnfitBackup(
                f"The {NAME} of the backup cannot be read.", suggestion="Use a backup of: moot export --all"
            ) from None
        made_by = f"The backup was made by Moot {found.moot[:40]} (tables {found.revision[:40]})"
        if found.form != FORM or found.revision > HEAD:
            raise UnfitBackup(
                f"{made_by}, which is newer than this one ({__version__}, tables {HEAD}).",
                suggestion="Update Moot, then restore it.",
                problem="newer",
            )
        if not re.fullmatch(r"\d{4}", found.revision):
            raise UnfitBackup(f"{made_by}, which no Moot ever had.", suggestion="Use another backup.")
        return found

    @property
    def is_older(self) -> bool:
        """Whether an older Moot made it, whose tables were others."""
        return self.revision < HEAD
