"""Where the texts are kept, and which one counts where several could."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from moot.debate import InvalidInput

ROLES = ("proposer", "opponent", "arbitrator")
ARENA = "arena"
"""Not a role in a debate, but a place to be in."""
DUEL = "duel"
"""Not a role either, but a way to begin."""
WHOLE = (ARENA, DUEL)
"""Texts that stand alone, without a debate type."""
FALLBACK = "general_debate"
"""The debate type whose rules serve where another has none for a role."""

_SHIPPED = Path(__file__).parent
_TYPE_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Texts:
    """The shipped texts, and those in a folder of the owner's (`<folder>/<debate_type>/<role>.md`)."""

    extra: Path | None = None

    def debate_types(self) -> tuple[str, ...]:
        """Every debate type that has a folder."""
        return tuple(sorted({folder.name for shelf in self._shelves() for folder in _type_folders(shelf)}))

    def command(self, role: str) -> str:
        """The procedure of a role, with what is common to all roles."""
        folder = _SHIPPED / "commands"
        return f"{_read(folder / f'{must_be_role(role)}.md')}\n\n{_read(folder / 'common.md')}\n"

    def rules(self, role: str, debate_type: str) -> str:
        """The rules of a debate type for a role: the owner's before the shipped, the fallback's last."""
        must_be_role(role)
        self._must_be_known(debate_type)
        for name in (debate_type, FALLBACK):
            for shelf in self._shelves():
                if (path := shelf / name / f"{role}.md").is_file():
                    return f"{_read(path)}\n"
        raise AssertionError(f"general rules for the {role} are missing from the package")

    def whole(self, name: str) -> str:
        """What an agent of the arena needs, or one that starts a duel: no seats to choose from, and no debate types."""
        assert name in WHOLE
        return f"{_read(_SHIPPED / f'{name}.md')}\n"

    def matter(self, debate_type: str) -> str:
        """What a debate of this type is about: the first sentence of its rules."""
        prose = re.search(r"^\w.*?(?:\.(?=\s)|\Z)", self.rules("proposer", debate_type), re.M | re.S)
        return " ".join(prose[0].split()) if prose else ""

    def _shelves(self) -> Iterator[Path]:
        if self.extra is not None:
            if not self.extra.is_dir():
                raise InvalidInput(
                    f"There is no folder {str(self.extra)!r} with rules.", suggestion="Check MOOT_RULES_DIR."
                )
            yield self.extra
        yield _SHIPPED / "rules"

    def _must_be_known(self, debate_type: str) -> None:
        if debate_type not in (known := self.debate_types()):
            raise InvalidInput(
                f"There is no debate type {debate_type!r}.", suggestion=f"Choose one of: {', '.join(known)}."
            )


def must_be_role(role: str) -> str:
    """Refuses a role that there are no texts for."""
    if role not in ROLES:
        raise InvalidInput(f"There is no role {role!r}.", suggestion=f"Choose one of: {', '.join(ROLES)}.")
    return role


def _type_folders(shelf: Path) -> Iterator[Path]:
    return (folder for folder in shelf.iterdir() if folder.is_dir() and _TYPE_NAME.fullmatch(folder.name))


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as trouble:
        raise InvalidInput(f"{str(path)!r} cannot be read as text: {trouble}") from trouble
