"""The owner's own roles: a file each, in a folder."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from moot.debate import InvalidInput
from moot.formats.workshop import Role, builtin_roles, read_role, roles_with


def roles_in(folder: Path | None, sent: Mapping[str, Role] | None = None) -> Mapping[str, Role]:
    """The roles of the house and those that packages send, with those of a folder, read anew each time.

    Where the folder has one that a package sends too, the folder's counts, as it does where the house has it.
    """
    theirs = sent or {}
    if folder is None:
        return MappingProxyType({**builtin_roles(), **theirs}) if theirs else builtin_roles()
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r} with roles.", suggestion="Check MOOT_ROLES_DIR.")
    own = roles_with(read_role(_text(path), path.name) for path in sorted(folder.glob("*.md")))
    return MappingProxyType({**theirs, **own})


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as unreadable:
        raise InvalidInput(f"Cannot read the role file {path.name!r}: {unreadable}.", file=path.name) from None
