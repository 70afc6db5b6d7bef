"""Members: accounts, keys, sessions, and the X account that vouches for one."""

from moot.members.member import ROLES, SCOPES, Member, Role, Scope
from moot.members.roll import Roll

__all__ = ["ROLES", "SCOPES", "Member", "Role", "Roll", "Scope"]
