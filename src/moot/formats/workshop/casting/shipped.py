"""The roles that the house brings, and those that its owner adds."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from moot.debate import InvalidInput
from moot.formats.workshop.casting.role import Role, read_role

_ROLES = Path(__file__).parents[1] / "roles"


@cache
def builtin_roles() -> Mapping[str, Role]:
    """The roles that come with the house, by name. Their files are part of the package, like its code."""
    read = (read_role(path.read_text("utf-8"), path.name) for path in sorted(_ROLES.glob("*.md")))
    return MappingProxyType({role.name: role for role in read})


def roles_with(own: Iterable[Role]) -> Mapping[str, Role]:
    """The roles of the house and the owner's; where both have one, the owner's counts."""
    added: dict[str, Role] = {}
    for role in own:
        if role.name in added:
            raise InvalidInput(f"There are two roles {role.name!r}.", suggestion="Keep one of the files.")
        added[role.name] = role
    return MappingProxyType({**builtin_roles(), **added})
