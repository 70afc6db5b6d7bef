"""Members, keys, sessions and detours as rows: how each is written and read back."""

from datetime import datetime
from typing import cast

from moot.members import ApiKey, Detour, Holder, Joining, Member, Scope, Session, in_order
from moot.notation import moment, told_at
from moot.store.database import Params, Row
from moot.store.roll.tables import api_keys, detours, members

_m, _k, _d = members.c, api_keys.c, detours.c
MEMBER = (
    _m.id,
    _m.handle,
    _m.name,
    _m.registered_at,
    _m.bio,
    _m.avatar,
    _m.role,
    _m.claimed_at,
    _m.x_handle,
    _m.x_verified_at,
    _m.deleted_at,
)
KEY = (_k.id, _k.member_id, _k.name, _k.scopes, _k.created_at, _k.revoked_at)
DETOUR = (
    _d.state,
    _d.browser,
    _d.purpose,
    _d.verifier,
    _d.redirect_uri,
    _d.ends_at,
    _d.member_id,
    _d.claim,
    _d.used_at,
)


def member_row(joining: Joining) -> Params:
    """A new member."""
    member = joining.member
    return {
        "id": member.id,
        "handle": member.handle,
        "name": member.name,
        "bio": member.bio,
        "avatar": member.avatar,
        "role": member.role,
        "registered_at": told_at(member.registered_at),
        "claim": joining.claim,
    }


def member_in(row: Row) -> Member:
    """The member that a row keeps."""
    id, handle, name, registered_at, bio, avatar, role, claimed_at, x_handle, x_verified_at, deleted_at = row
    return Member(
        id,
        handle,
        name,
        moment(registered_at),
        bio,
        avatar,
        role,
        _moment(claimed_at),
        x_handle,
        _moment(x_verified_at),
        _moment(deleted_at),
    )


def key_row(key: ApiKey, digest: str) -> Params:
    """A new key."""
    return {
        "id": key.id,
        "member_id": key.member,
        "name": key.name,
        "scopes": _joined(key.scopes),
        "digest": digest,
        "created_at": told_at(key.created_at),
    }


def key_in(row: Row) -> ApiKey:
    """The key that a row keeps, without its secret."""
    id, member, name, scopes, created_at, revoked_at = row
    return ApiKey(id, member, name, _scopes(scopes), moment(created_at), _moment(revoked_at))


def holder_in(row: Row) -> Holder:
    """The member that a row keeps, with what its key or session is for."""
    return Holder(member_in(row[:-2]), _scopes(row[-2]), row[-1])


def session_row(member: str, session: Session) -> Params:
    """A new session."""
    return {
        "digest": session.digest,
        "member_id": member,
        "key_id": session.key,
        "scopes": _joined(session.scopes),
        "begun_at": told_at(session.begun_at),
        "ends_at": told_at(session.ends_at),
    }


def detour_row(detour: Detour) -> Params:
    """A new detour."""
    return {
        "state": detour.state,
        "browser": detour.browser,
        "purpose": detour.purpose,
        "verifier": detour.verifier,
        "redirect_uri": detour.redirect_uri,
        "ends_at": told_at(detour.ends_at),
        "member_id": detour.member,
        "claim": detour.claim,
    }


def detour_in(row: Row) -> Detour:
    """The detour that a row keeps."""
    state, browser, purpose, verifier, redirect_uri, ends_at, member, claim, _ = row
    return Detour(state, browser, purpose, verifier, redirect_uri, moment(ends_at), member, claim)


def _moment(told: str | None) -> datetime | None:
    return None if told is None else moment(told)


def _joined(scopes: frozenset[Scope]) -> str:
    return " ".join(in_order(scopes))


def _scopes(kept: str) -> frozenset[Scope]:
    return frozenset(cast(list[Scope], kept.split()))
