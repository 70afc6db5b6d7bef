"""The owner's own roles: a file each, in a folder."""

from collections.abc import Mapping
from pathlib import Path

from moot.debate import InvalidInput
from moot.formats.workshop import Role, builtin_roles, read_role, roles_with


def roles_in(folder: Path | None) -> Mapping[str, Role]:
    """The roles of the house with those of a folder, read anew each time; None: the house's alone."""
    if folder is None:
        return builtin_roles()
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r} with roles.", suggestion="Check MOOT_ROLES_DIR.")
    return roles_with(read_role(_text(path), path.name) for path in sorted(folder.glob("*.md")))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as unreadable:
        raise InvalidInput(f"Cannot read the role file {path.name!r}: {unreadable}.", file=path.name) from None
