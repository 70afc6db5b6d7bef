"""What other packages send to the house: formats, ways to vote, roles."""

from moot.delegates import FORMATS, ROLES, VOTES, a_folder_of_roles, a_format, a_vote, received
from moot.engine import Formats
from moot.formats.workshop import Role


def formats() -> Formats:
    """Every format that is installed, by name; what packages vote by is known from then on, since records name it."""
    received(VOTES, a_vote)
    return received(FORMATS, a_format).there


def roles_sent() -> dict[str, Role]:
    """The roles of other packages, by name."""
    found = received(ROLES, a_folder_of_roles).there
    return {name: role for package in found.values() for name, role in package.items()}
