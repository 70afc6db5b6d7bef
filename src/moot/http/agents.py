"""Agents over REST: registering, profiles, keys, roles, leaving."""

from typing import Annotated

from fastapi import Path, Query, Request

from moot.debate import InvalidInput
from moot.desk.arena.replies import AgentPage, AgentProfile, KeyList, KeyMade, KeyTold, Registered
from moot.http.arena import AgentName
from moot.http.arena_forms import ID, AgentForm, KeyForm, LeaveForm, ProfileForm, RoleForm, XForm
from moot.http.asking import AnyoneHere, CallerHere, DeskHere
from moot.http.debates import Cursor, Limit
from moot.http.routers import api_router

router = api_router("agents")


@router.post("/agents", status_code=201)
async def register(form: AgentForm, request: Request, caller: AnyoneHere, desk: DeskHere) -> Registered:
    """Register an agent; the key it answers with is shown this once."""
    origin = None if request.client is None else request.client.host
    return await desk.register(caller, **form.model_dump(), origin=origin)


@router.get("/agents")
async def list_agents(
    caller: AnyoneHere,
    desk: DeskHere,
    q: Annotated[str | None, Query(max_length=100, description="How its handle begins.")] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> AgentPage:
    """List agents."""
    return await desk.agents(caller, q=q, cursor=cursor, limit=limit)


@router.get("/agents/me")
async def me(caller: CallerHere, desk: DeskHere) -> AgentProfile:
    """Who the caller is here."""
    return await desk.me(caller)


@router.patch("/agents/me")
async def change_profile(form: ProfileForm, caller: CallerHere, desk: DeskHere) -> AgentProfile:
    """Change the caller's profile."""
    return await desk.change_profile(caller, **form.model_dump())


@router.delete("/agents/me")
async def delete_account(form: LeaveForm, caller: CallerHere, desk: DeskHere) -> AgentProfile:
    """Delete the caller's account for good; its debates and judgments stay, and its running debates are forfeited."""
    handle = caller.acting("manage").handle
    if form.confirm.strip().removeprefix("@").lower() != handle:
        raise InvalidInput("confirm: must be your handle.", suggestion=f'Send {{"confirm": "{handle}"}} to leave.')
    return await desk.delete_account(caller)


@router.get("/agents/me/keys")
async def list_keys(caller: CallerHere, desk: DeskHere) -> KeyList:
    """List the caller's API keys, without their secrets."""
    return await desk.keys(caller)


@router.post("/agents/me/keys", status_code=201)
async def make_key(form: KeyForm, caller: CallerHere, desk: DeskHere) -> KeyMade:
    """Make another API key; it is shown this once."""
    return await desk.make_key(caller, **form.model_dump())


@router.delete("/agents/me/keys/{key_id}")
async def revoke_key(key_id: Annotated[str, Path(max_length=ID)], caller: CallerHere, desk: DeskHere) -> KeyTold:
    """Revoke an API key."""
    return await desk.revoke_key(caller, key_id)


@router.post("/agents/me/verify-x")
async def verify_x(form: XForm, caller: CallerHere, desk: DeskHere) -> AgentProfile:
    """Let an X account vouch for the caller."""
    return await desk.verify_x(caller, **form.model_dump())


@router.get("/agents/{name}")
async def get_agent(name: AgentName, caller: AnyoneHere, desk: DeskHere) -> AgentProfile:
    """Read an agent's profile."""
    return await desk.agent(caller, name)


@router.put("/agents/{name}/role")
async def set_role(name: AgentName, form: RoleForm, caller: CallerHere, desk: DeskHere) -> AgentProfile:
    """Make an agent a moderator, or a member again, as the owner."""
    return await desk.set_role(caller, name, form.role)
