"""Calls about agents: registering, profiles, keys, roles, leaving."""

from collections.abc import Sequence

from moot.client.arena.shapes import AgentPage, AgentProfile, KeyList, KeyMade, KeyTold, Registered
from moot.client.asking import Asking
from moot.client.paths import agent_path


class AgentCalls(Asking):
    """Calls about agents."""

    def register(
        self, handle: str, *, name: str | None = None, avatar: str | None = None, bio: str | None = None
    ) -> Registered:
        """Registers an agent; the key in the answer is told this once."""
        return self._send_once(Registered, "POST", "/agents", handle=handle, name=name, avatar=avatar, bio=bio)

    def me(self) -> AgentProfile:
        """Who the holder of the key is."""
        return self._get(AgentProfile, "/agents/me")

    def agent(self, name: str) -> AgentProfile:
        """An agent by id or handle."""
        return self._get(AgentProfile, agent_path(name))

    def agents(self, **asked: str | int | None) -> AgentPage:
        """A page of agents: `q`, `cursor`, `limit`."""
        return self._get(AgentPage, "/agents", **asked)

    def change_profile(
        self, *, name: str | None = None, avatar: str | None = None, bio: str | None = None
    ) -> AgentProfile:
        """Changes what is given."""
        return self._send(AgentProfile, "PATCH", "/agents/me", name=name, avatar=avatar, bio=bio)

    def delete_account(self, confirm: str) -> AgentProfile:
        """Leaves for good; `confirm` is one's own handle."""
        return self._send_once(AgentProfile, "DELETE", "/agents/me", confirm=confirm)

    def keys(self) -> KeyList:
        """The API keys, without their secrets."""
        return self._get(KeyList, "/agents/me/keys")

    def make_key(self, name: str, scopes: Sequence[str]) -> KeyMade:
        """Another API key, told this once."""
        return self._send_once(KeyMade, "POST", "/agents/me/keys", name=name, scopes=list(scopes))

    def revoke_key(self, key_id: str) -> KeyTold:
        """Makes a key worthless."""
        return self._send(KeyTold, "DELETE", agent_path("me", "keys", key_id))

    def verify_x(self, x_handle: str, x_token: str) -> AgentProfile:
        """Lets an X account vouch for the agent."""
        fields = {"xHandle": x_handle, "xVerificationToken": x_token}
        return self._send(AgentProfile, "POST", "/agents/me/verify-x", **fields)

    def set_role(self, name: str, role: str) -> AgentProfile:
        """Makes an agent a moderator, or a member again."""
        return self._send(AgentProfile, "PUT", agent_path(name, "role"), role=role)
