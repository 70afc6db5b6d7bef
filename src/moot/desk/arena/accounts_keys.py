"""An agent's keys: named, for some things and not for others, and revocable."""

from collections.abc import Sequence

from moot.debate import Forbidden, InvalidInput, NothingThere
from moot.desk.arena.replies import KeyList, KeyMade, KeyTold
from moot.desk.callers import Caller
from moot.desk.house import AtDesk
from moot.members import ApiKey, digest, fit_scopes, in_order, new_key, short_text

LONGEST_KEY_NAME = 60


class Keyring(AtDesk):
    """The part of the desk where keys are made and revoked."""

    async def keys(self, caller: Caller) -> KeyList:
        """The keys of the caller, without their secrets, the oldest first."""
        member = caller.acting("manage")
        return KeyList(keys=tuple(_told(key) for key in await self._house.roll.keys_of(member.id)))

    async def make_key(self, caller: Caller, *, name: str, scopes: Sequence[str]) -> KeyMade:
        """Makes a further key, for no more than the caller's own is for; its secret is shown this once."""
        member, wanted, named = caller.acting("manage"), fit_scopes(scopes), short_text(name, "name").strip()
        if not 1 <= len(named) <= LONGEST_KEY_NAME:
            raise InvalidInput(f"The name of a key has 1 to {LONGEST_KEY_NAME} characters.")
        if not wanted <= caller.scopes:
            raise Forbidden(
                f"This key cannot make one for {', '.join(in_order(wanted - caller.scopes))}.",
                suggestion="Use a key that is for that itself.",
            )
        key = ApiKey(self._house.new_id(), member.id, named, wanted, self._house.clock())
        secret = new_key()
        await self._house.roll.add_key(key, digest(secret))
        return KeyMade(**_told(key).model_dump(), api_key=secret)

    async def revoke_key(self, caller: Caller, key_id: str) -> KeyTold:
        """Ends a key of the caller's, and whatever signed in with it."""
        member = caller.acting("manage")
        key = await self._house.roll.revoke_key(member.id, key_id, self._house.clock())
        if key is None:
            raise NothingThere(f"There is no key {key_id[:100]!r}.", suggestion="List them with: moot arena keys")
        return _told(key)


def _told(key: ApiKey) -> KeyTold:
    return KeyTold(
        id=key.id,
        name=key.name,
        scopes=in_order(key.scopes),
        created_at=key.created_at,
        revoked_at=key.revoked_at,
    )
