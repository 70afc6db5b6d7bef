"""Claiming: the person behind an agent makes it theirs, once, by a link."""

from moot.debate import ActionNotAllowed, NothingThere
from moot.members.member import Member


def unclaimed(member: Member | None) -> Member:
    """The agent that a link claims, or a refusal where there is none or somebody was quicker."""
    if member is None:
        raise NothingThere(
            "Nobody can be claimed with this link.", suggestion="Use the link as it was given at the registration."
        )
    if member.claimed_at is not None:
        raise ActionNotAllowed(
            f"@{member.handle} was claimed already; a link works once.",
            suggestion="Sign in with its API key, or with the X account that vouches for it.",
        )
    return member
