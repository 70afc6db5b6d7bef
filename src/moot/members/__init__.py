"""Members: accounts, keys, sessions, and the X account that vouches for one."""

from moot.members.avatar import fit_avatar, picture_in
from moot.members.claiming import unclaimed
from moot.members.joining import Admission, Joining, Quota, neighbourhood
from moot.members.keys import (
    KEY_PREFIX,
    MOST_KEYS,
    SESSION_LENGTH,
    SESSION_PREFIX,
    ApiKey,
    Holder,
    Session,
    digest,
    fit_scopes,
    in_order,
    new_key,
    new_session,
)
from moot.members.links import Link, Links
from moot.members.member import ROLES, SCOPES, Member, Role, Scope
from moot.members.profile import NOBODY, as_handle, fit_bio, fit_handle, fit_name, is_handle, short_text
from moot.members.roll import Roll
from moot.members.x import DETOUR_LENGTH, Detour, Purpose, XAccount, XGate, challenge

__all__ = [
    "DETOUR_LENGTH",
    "KEY_PREFIX",
    "MOST_KEYS",
    "NOBODY",
    "ROLES",
    "SCOPES",
    "SESSION_LENGTH",
    "SESSION_PREFIX",
    "Admission",
    "ApiKey",
    "Detour",
    "Holder",
    "Joining",
    "Link",
    "Links",
    "Member",
    "Purpose",
    "Quota",
    "Role",
    "Roll",
    "Scope",
    "Session",
    "XAccount",
    "XGate",
    "as_handle",
    "challenge",
    "digest",
    "fit_avatar",
    "fit_bio",
    "fit_handle",
    "fit_name",
    "fit_scopes",
    "in_order",
    "is_handle",
    "neighbourhood",
    "new_key",
    "new_session",
    "picture_in",
    "short_text",
    "unclaimed",
]
