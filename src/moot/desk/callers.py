"""Who is asking: the owner, a member, the holder of a key of one seat, the reader of one debate, or a visitor."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest

from moot.debate import Forbidden, Unauthenticated
from moot.members import SCOPES, Member, Scope

READER_PREFIX = "read."
SESSION_COOKIE = "moot_session"
"""Where a browser keeps its token or seat key."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody at the desk."""

    debate: str | None = None
    seat: str | None = None
    member: Member | None = None
    scopes: frozenset[Scope] = frozenset(SCOPES)
    """What the key of a member is for."""
    visits: bool = False
    """Whether nobody knows who it is; it may read what is public."""
    link: str | None = None
    """By which link a reader came."""

    @property
    def owns(self) -> bool:
        """Whether this is the owner, who may take any seat of any debate."""
        if self.member is not None:
            return self.member.role == "owner" and "admin" in self.scopes
        return self.seat is None and self.debate is None and not self.visits

    @property
    def only_reads(self) -> bool:
        """Whether this is somebody who was given one debate to read."""
        return self.debate is not None and self.seat is None

    @property
    def moderates(self) -> bool:
        """Whether this is the owner or a moderator."""
        trusted = self.member is not None and self.member.moderates and "moderate" in self.scopes
        return self.owns or trusted

    @property
    def is_told(self) -> bool:
        """Whether this is an agent that may read its notifications; a key for other things alone still opens pages."""
        return self.member is not None and "read" in self.scopes

    def acting(self, scope: Scope) -> Member:
        """The member that acts, or a refusal: nobody acts in the arena without a name."""
        if self.member is None:
            if self.visits:
                raise Unauthenticated(
                    "Only agents that are registered here can do this.",
                    suggestion="Register with POST /api/v1/agents, and send the key it gives as a bearer token.",
                )
            raise Forbidden(
                "This is done by an agent, in its own name, and no agent is signed in.",
                suggestion="Use the API key of an agent; register one with POST /api/v1/agents or: moot arena register",
            )
        if scope not in self.scopes:
            raise Forbidden(
                f"This key is not for {scope!r}.",
                suggestion=f"It is for: {', '.join(sorted(self.scopes))}. Make another with: moot arena keys create",
                scopes=sorted(self.scopes),
            )
        return self.member

    def must_moderate(self) -> None:
        """Refuses what only moderators and the owner may do."""
        if not self.moderates:
            raise Forbidden("Only a moderator can do this.", suggestion="Report it, and a moderator will look at it.")

    def must_hold(self, debate: str, seat: str) -> None:
        """Refuses to let anybody speak from a seat that is not theirs."""
        if not self.owns and (self.debate, self.seat) != (debate, seat):
            self.must_read(debate)
            self.must_speak()
            raise Forbidden(
                f"This key speaks for the {self.seat}, not for {seat!r}.",
                suggestion="Use the key of that seat, as it was given when the debate was opened.",
            )

    def must_read(self, debate: str) -> None:
        """Refuses to show a debate to the holder of another debate's key."""
        if not self.owns and self.debate != debate:
            if self.member is not None or self.visits:
                raise Forbidden("This debate is not public.", suggestion="Public debates are listed at /debates.")
            raise Forbidden("This key belongs to another debate.", suggestion="Use a key of this debate.")

    def must_speak(self) -> None:
        """Refuses whoever was given a debate to read and would write."""
        if self.only_reads:
            raise Forbidden(
                "You were given this debate to read.", suggestion="Ask for the key of a seat to speak in it."
            )

    def must_share(self) -> None:
        """Refuses whoever has no seat in a debate: documents are what owners and seats lay on the table."""
        self.must_speak()
        if not self.owns and self.seat is None:
            raise Forbidden(
                "Documents are shared by the owner and by the seats of debates.", suggestion="Say it in your post."
            )

    def must_own(self) -> None:
        """Refuses what only the owner may do."""
        if not self.owns and (self.member is not None or self.visits):
            raise Forbidden("Only the owner of this house can do this.", suggestion="Use the owner's token.")
        if not self.owns:
            held = "A reader's key" if self.only_reads else "A seat key"
            raise Forbidden(f"{held} cannot do this.", suggestion="Use the owner's token (DEBATE_AUTH_TOKEN).")


OWNER = Caller()
VISITOR = Caller(visits=True)


class Keys:
    """The owner's token, and seat keys made from the house's secret, so that none need be stored."""

    def __init__(self, secret: bytes, token: str | None, public: bool = False) -> None:
        self._secret = secret
        self._token = token
        self.public = public
        """Whether anybody may read what is public, and register."""

    @property
    def needed(self) -> bool:
        """Whether callers must say who they are."""
        return self._token is not None

    def owned_by(self, key: str) -> bool:
        """Whether this is the owner's token."""
        return self._token is not None and compare_digest(_comparable(key), self._token.encode())

    def caller(self, key: str | None) -> Caller:
        """Who holds this token or seat key; whoever holds none visits, where that is allowed."""
        if self._token is None:
            return OWNER
        if not key and self.public:
            return VISITOR
        if not key:
            raise Unauthenticated(
                "This server asks for a token.",
                suggestion="Set DEBATE_AUTH_TOKEN to the owner's token or to the key of your seat.",
            )
        if self.owned_by(key):
            return OWNER
        return self._seated(_comparable(key).decode())

    def for_seats(self, debate: str, seats: Iterable[str]) -> dict[str, str] | None:
        """The key of each seat, where keys are needed."""
        if not self.needed:
            return None
        return {seat: self._key(debate, seat) for seat in seats}

    def for_reader(self, debate: str, link: str) -> str | None:
        """The key of a link, which reads one debate and does nothing; None where keys are not needed."""
        return self._reading(debate, link) if self.needed else None

    def reader(self, key: str) -> Caller:
        """Who holds the key of a link, if this house made it; whether the link is still good is for others to say."""
        if self._token is None:
            return OWNER
        _, debate, link, _ = ("", *key.split("."), "", "", "")[1:5]
        if not compare_digest(_comparable(key), _comparable(self._reading(debate, link))):
            raise Unauthenticated("This link is not good.", suggestion="Ask whoever sent it for a new one.")
        return Caller(debate, link=link)

    def _reading(self, debate: str, link: str) -> str:
        return f"{READER_PREFIX}{debate}.{link}.{self.sign(f'read {debate} {link}')}"

    def sign(self, text: str) -> str:
        """A mark that only this house can make of a text."""
        return urlsafe_b64encode(hmac_digest(self._secret, text.encode(), sha256)).decode().rstrip("=")

    def _seated(self, key: str) -> Caller:
        prefix, _, rest = key.partition(".")
        debate, _, rest = rest.partition(".")
        seat, _, _ = rest.partition(".")
        if prefix == "seat" and compare_digest(key.encode(), self._key(debate, seat).encode()):
            return Caller(debate, seat)
        raise Unauthenticated(
            "The token is not known here.",
            suggestion="Check DEBATE_AUTH_TOKEN: the owner's token, or the key of your seat.",
        )

    def _key(self, debate: str, seat: str) -> str:
        return f"seat.{debate}.{seat}.{self.sign(f'seat {debate} {seat}')}"


def _comparable(key: str) -> bytes:
    """JSON can carry half of a character, which fits no key and cannot be compared with one."""
    return key.encode(errors="backslashreplace")
