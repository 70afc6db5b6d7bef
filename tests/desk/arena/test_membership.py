"""Accounts at the desk: registering, keys, sessions, X, roles, leaving. Who may do what, and what comes of it."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from typing_extensions import override

from moot.debate import (
    ActionNotAllowed,
    AgentNotFound,
    Forbidden,
    HandleTaken,
    InvalidInput,
    LimitReached,
    NothingThere,
    Outage,
    RateLimited,
    Unauthenticated,
    XHandleTaken,
    XNotConfirmed,
)
from moot.desk import OWNER, VISITOR, Caller, Desk, Keys
from moot.desk.arena.replies import Registered
from moot.members import MOST_KEYS, NOBODY, SCOPES, Admission, XAccount
from moot.store import open_store
from moot.testing import START
from tests.desk.conftest import SECRET, TOKEN, Room, room_on

pytestmark = pytest.mark.anyio

BACK = "http://127.0.0.1/x/callback"


@dataclass
class FakeX:
    """X, which knows these accounts by code and by token."""

    accounts: dict[str, XAccount] = field(default_factory=dict[str, XAccount])
    known: bool = True
    verifiers: list[str] = field(default_factory=list[str])

    def address(self, *, state: str, verifier: str, redirect_uri: str) -> str:
        return f"x:{state}"

    async def account(self, *, code: str, verifier: str, redirect_uri: str) -> XAccount:
        assert redirect_uri == BACK
        self.verifiers.append(verifier)
        return await self.holder(code)

    async def holder(self, token: str) -> XAccount:
        if token not in self.accounts:
            raise XNotConfirmed("No.")
        return self.accounts[token]


ADA = XAccount("1", "Ada_L")


@pytest.fixture
def x() -> FakeX:
    return FakeX({"ada": ADA, "bob": XAccount("2", "bob")})


@pytest.fixture(scope="module")
async def new_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables made: to copy it takes a tenth of the time of making them."""
    path = tmp_path_factory.mktemp("membership") / "moot.db"
    await (await open_store(str(path))).close()
    return path


@pytest.fixture
async def room(new_house: Path, tmp_path: Path) -> AsyncIterator[Room]:
    """A room in a house of its own, where nobody is registered yet."""
    async with room_on(str(shutil.copy(new_house, tmp_path))) as room:
        yield room


@pytest.fixture
def desk(room: Room, x: FakeX) -> Desk:
    """The desk of a house that is open to visitors."""
    return room.desk_with(x=x, keys=Keys(SECRET, TOKEN, public=True))


async def registered(desk: Desk, handle: str = "ada") -> Registered:
    return await desk.register(OWNER, handle=handle)


async def member(desk: Desk, handle: str = "ada") -> Caller:
    return await desk.authenticate((await registered(desk, handle)).api_key)


# Registering


async def test_an_agent_is_taken_in_and_given_a_key_and_a_link(desk: Desk):
    made = await desk.register(
        VISITOR, handle="@Ada", name="Ada Lovelace", avatar="🦉", bio="I argue.", origin="192.0.2.1"
    )
    agent = made.agent
    assert (agent.handle, agent.name, agent.avatar, agent.bio) == ("ada", "Ada Lovelace", "🦉", "I argue.")
    assert (agent.role, agent.claimed, agent.verified, agent.deleted) == ("member", False, False, False)
    assert (agent.registered_at, agent.can_judge_from) == (START, START + timedelta(days=7))
    assert (agent.score, agent.rank, agent.stats.debates_total) == (1000, None, 0)
    assert made.api_key.startswith("moot_")
    assert made.claim_url.startswith("http://127.0.0.1:3456/claim/")
    caller = await desk.authenticate(made.api_key)
    assert caller.member is not None
    assert (caller.member.id, caller.scopes) == (agent.id, frozenset(SCOPES))
    assert await desk.me(caller) == agent


async def test_a_name_is_the_handle_where_none_was_given(desk: Desk):
    made = await registered(desk)
    assert (made.agent.name, made.agent.avatar, made.agent.bio) == ("ada", None, "")


async def test_links_lead_to_the_address_that_others_know(room: Room):
    desk = room.desk_with(admission=Admission(public_url="https://moot.example/"))
    assert (await registered(desk)).claim_url.startswith("https://moot.example/claim/")
    assert desk.public_url == "https://moot.example/"


async def test_what_does_not_fit_is_refused_before_anything_is_kept(desk: Desk):
    for unfit in ({"handle": "x"}, {"name": ""}, {"avatar": "x" * 9}, {"bio": "x" * 501}):
        with pytest.raises(InvalidInput):
            await desk.register(OWNER, **{"handle": "ada", **unfit})
    await registered(desk)


async def test_a_handle_is_had_once_whoever_writes_it_how(desk: Desk):
    await registered(desk)
    with pytest.raises(HandleTaken):
        await desk.register(VISITOR, handle="@ADA")


async def test_a_closed_house_takes_in_whom_its_owner_brings(room: Room):
    brought = await member(room.desk)
    for caller in (VISITOR, brought, Caller("debate", "seat")):
        with pytest.raises(Forbidden, match="Only the owner registers"):
            await room.desk.register(caller, handle="bob")


async def test_in_a_house_without_a_token_anybody_brings_any_number(room: Room):
    desk = room.desk_with(keys=Keys(SECRET, None), admission=Admission(registrations_per_hour=1))
    ada = await member(desk)
    for number in range(3):
        await desk.register(ada, handle=f"agent-{number}", origin="127.0.0.1")


async def test_strangers_bring_only_so_many_from_one_place(desk: Desk, room: Room):
    async def bring(number: int, origin: str) -> bool:
        try:
            await desk.register(VISITOR, handle=f"agent-{number}", origin=origin)
        except RateLimited:
            return False
        return True

    came = await asyncio.gather(*(bring(number, f"2001:db8::{number}") for number in range(12)))
    assert sum(came) == 5
    assert await bring(50, "2001:db8:1::1")
    assert (await desk.register(OWNER, handle="by-the-owner", origin="2001:db8::1")).agent.handle == "by-the-owner"
    room.clock.advance(minutes=59)
    with pytest.raises(RateLimited) as refused:
        await desk.register(VISITOR, handle="too-soon", origin="2001:db8::1")
    assert refused.value.fields["retry_after"] == 60
    room.clock.advance(minutes=1)
    assert await bring(51, "2001:db8::1")


# Profiles


async def test_an_agent_is_found_by_id_and_by_handle(desk: Desk):
    made = await registered(desk)
    for name in (made.agent.id, "ada", "@Ada"):
        assert (await desk.agent(VISITOR, name)).id == made.agent.id
    for name in ("nobody", str(uuid4()), "", "nul\x00", "half\ud800"):
        with pytest.raises(AgentNotFound):
            await desk.agent(VISITOR, name)


async def test_whoever_debates_may_call_another_out(desk: Desk):
    ada, bob = await member(desk), await member(desk, "bob")
    (action,) = (await desk.agent(ada, "bob")).available_actions
    assert (action.action, action.method, action.path) == ("challenge", "POST", "/api/v1/debates")
    reader = await desk.authenticate((await desk.make_key(ada, name="r", scopes=["read"])).api_key)
    for caller in (VISITOR, OWNER, bob, reader):
        assert (await desk.agent(caller, "bob")).available_actions == ()


async def test_agents_are_listed_by_how_their_handles_begin(desk: Desk):
    for handle in ("alice", "albert", "bob"):
        await registered(desk, handle)
    page = await desk.agents(VISITOR, q="@AL", limit=1)
    assert [agent.handle for agent in page.agents] == ["albert"]
    rest = await desk.agents(VISITOR, q="al", cursor=page.next_cursor)
    assert ([agent.handle for agent in rest.agents], rest.next_cursor) == (["alice"], None)
    assert [agent.score for agent in (await desk.agents(VISITOR, limit=0)).agents] == [1000]
    assert len((await desk.agents(VISITOR)).agents) == 3
    with pytest.raises(InvalidInput):
        await desk.agents(VISITOR, q="nul\x00")


async def test_an_agent_changes_what_it_says_of_itself(desk: Desk):
    ada = await member(desk)
    assert (await desk.change_profile(ada, name="Ada", avatar="🦉", bio="New.")).bio == "New."
    ada = await desk.authenticate((await desk.make_key(ada, name="k", scopes=["manage"])).api_key)
    changed = await desk.change_profile(ada, avatar="")
    assert (changed.name, changed.avatar, changed.bio) == ("Ada", None, "New.")
    with pytest.raises(InvalidInput):
        await desk.change_profile(ada, name="\u202eadA")


async def test_only_the_owner_gives_roles(desk: Desk):
    ada, bob = await registered(desk), await registered(desk, "bob")
    for caller in (VISITOR, await desk.authenticate(ada.api_key)):
        with pytest.raises(Forbidden):
            await desk.set_role(caller, "ada", "moderator")
    assert (await desk.set_role(OWNER, "@Ada", "owner")).role == "owner"
    ada_now = await desk.authenticate(ada.api_key)
    assert ada_now.owns
    assert (await desk.set_role(ada_now, bob.agent.id, "moderator")).role == "moderator"
    bob_now = await desk.authenticate(bob.api_key)
    assert (bob_now.moderates, bob_now.owns) == (True, False)
    with pytest.raises(InvalidInput, match="no role 'king'"):
        await desk.set_role(OWNER, "bob", "king")
    await desk.delete_account(bob_now)
    with pytest.raises(AgentNotFound):
        await desk.set_role(OWNER, "bob", "owner")


# Who is asking


async def test_keys_of_agents_are_asked_after_in_every_house(room: Room):
    for keys in (Keys(SECRET, None), Keys(SECRET, TOKEN), Keys(SECRET, TOKEN, public=True)):
        desk = room.desk_with(keys=keys)
        for unknown in ("moot_" + "x" * 43, "sess_" + "x" * 43, "moot_", "sess_\ud800"):
            with pytest.raises(Unauthenticated, match="not good"):
                await desk.authenticate(unknown)
            with pytest.raises(Unauthenticated):
                await desk.begin_session(unknown)


async def test_whoever_holds_nothing_visits_where_the_house_is_public(room: Room, desk: Desk):
    assert await desk.authenticate(None) is VISITOR
    assert await desk.authenticate("") is VISITOR
    assert await desk.authenticate(TOKEN) is OWNER
    assert await room.desk_with(keys=Keys(SECRET, None)).authenticate(None) is OWNER
    for key in ("wrong", "seat.a.b.c"):
        with pytest.raises(Unauthenticated):
            await desk.authenticate(key)
    with pytest.raises(Unauthenticated):
        await room.desk.authenticate(None)


async def test_a_token_that_looks_like_an_agents_key_is_still_the_owners(room: Room):
    desk = room.desk_with(keys=Keys(SECRET, "moot_token"))
    assert await desk.authenticate("moot_token") is OWNER


async def test_the_owner_and_seats_are_known_without_asking_the_database(room: Room):
    await room.store.close()
    seats = room.keys.for_seats("debate", ["opponent"])
    assert seats is not None
    assert await room.desk.authenticate(TOKEN) is OWNER
    assert (await room.desk.authenticate(seats["opponent"])).seat == "opponent"
    with pytest.raises(Outage):
        await room.desk.authenticate("moot_" + "x" * 43)


async def test_a_visitor_has_no_name_to_act_in(desk: Desk):
    acts = (desk.me, desk.keys, desk.delete_account, desk.change_profile)
    for act in acts:
        with pytest.raises(Unauthenticated):
            await act(VISITOR)
        with pytest.raises(Forbidden, match="in its own name"):
            await act(OWNER)


# Keys


@pytest.mark.parametrize("scope", SCOPES)
async def test_a_key_does_what_it_is_for_and_nothing_else(desk: Desk, scope: str):
    made = await desk.make_key(await member(desk), name="one", scopes=[scope])
    caller = await desk.authenticate(made.api_key)
    assert caller.scopes == {scope}
    for act, needs in ((desk.me, "read"), (desk.keys, "manage"), (desk.change_profile, "manage")):
        if needs == scope:
            await act(caller)
        else:
            with pytest.raises(Forbidden, match=f"not for '{needs}'"):
                await act(caller)


async def test_no_key_makes_one_that_can_do_more(desk: Desk):
    ada = await member(desk)
    low = await desk.authenticate((await desk.make_key(ada, name="low", scopes=["manage", "read"])).api_key)
    assert (await desk.make_key(low, name="lower", scopes=["read"])).scopes == ("read",)
    with pytest.raises(Forbidden, match="for judge, admin"):
        await desk.make_key(low, name="higher", scopes=["admin", "read", "judge"])


async def test_keys_are_listed_without_their_secrets_and_revoked_at_once(desk: Desk, room: Room):
    made = await registered(desk)
    ada = await desk.authenticate(made.api_key)
    second = await desk.make_key(ada, name=" Second key ", scopes=["judge", "read"])
    listed = (await desk.keys(ada)).keys
    assert {(key.name, key.scopes) for key in listed} == {("first key", SCOPES), ("Second key", ("read", "judge"))}
    assert second.api_key not in str(listed)
    room.clock.advance(hours=1)
    told = await desk.revoke_key(ada, second.id)
    assert (told.id, told.revoked_at) == (second.id, START + timedelta(hours=1))
    with pytest.raises(Unauthenticated):
        await desk.authenticate(second.api_key)
    assert (await desk.authenticate(made.api_key)).member is not None


async def test_what_is_no_key_is_refused(desk: Desk):
    ada, bob = await member(desk), await member(desk, "bob")
    for name, scopes in (("", ["read"]), ("x" * 61, ["read"]), ("a\nb", ["read"]), ("k", []), ("k", ["all"])):
        with pytest.raises(InvalidInput):
            await desk.make_key(ada, name=name, scopes=scopes)
    others = (await desk.keys(bob)).keys[0].id
    for key in (others, str(uuid4()), "nul\x00"):
        with pytest.raises(NothingThere):
            await desk.revoke_key(ada, key)


# Sessions


async def test_a_browser_is_given_a_session_for_what_the_key_is_for(desk: Desk, room: Room):
    made = await desk.make_key(await member(desk), name="k", scopes=["read", "social"])
    token = await desk.begin_session(made.api_key)
    assert token.startswith("sess_")
    caller = await desk.authenticate(token)
    assert (caller.member and caller.member.handle, caller.scopes) == ("ada", {"read", "social"})
    with pytest.raises(Unauthenticated):
        await desk.begin_session(token)
    room.clock.advance(days=30)
    with pytest.raises(Unauthenticated):
        await desk.authenticate(token)


async def test_a_session_ends_when_it_is_ended_or_its_key_is_revoked(desk: Desk):
    ada = await member(desk)
    made = await desk.make_key(ada, name="k", scopes=["read"])
    first, second = await desk.begin_session(made.api_key), await desk.begin_session(made.api_key)
    await desk.end_session(first)
    await desk.end_session("never")
    with pytest.raises(Unauthenticated):
        await desk.authenticate(first)
    assert (await desk.authenticate(second)).member == ada.member
    await desk.revoke_key(ada, made.id)
    for dead in (second, made.api_key):
        with pytest.raises(Unauthenticated):
            await desk.authenticate(dead)


async def test_no_session_begins_for_who_leaves_at_the_same_moment(room: Room):
    made = await registered(room.desk)

    class Leaving(Desk):
        @override
        async def _signed_in(self, holder: object) -> str:
            await room.desk.delete_account(await room.desk.authenticate(made.api_key))
            return await super()._signed_in(holder)  # pyright: ignore[reportArgumentType] - handed on as it came

    with pytest.raises(Unauthenticated):
        await Leaving(room.house).begin_session(made.api_key)


# Claiming


def token_in(made: Registered) -> str:
    return made.claim_url.rpartition("/")[2]


async def test_a_person_claims_an_agent_once_and_is_signed_in(desk: Desk):
    made = await registered(desk)
    assert (await desk.to_claim(token_in(made))).handle == "ada"
    claimed = await desk.claim(token_in(made))
    assert (claimed.agent.id, claimed.agent.claimed) == (made.agent.id, True)
    assert (await desk.authenticate(claimed.session)).scopes == frozenset(SCOPES)
    for again in (desk.claim, desk.to_claim):
        with pytest.raises(ActionNotAllowed, match="@ada was claimed already"):
            await again(token_in(made))
        with pytest.raises(NothingThere):
            await again("never given out")


# X


async def test_an_access_token_of_x_verifies(desk: Desk):
    ada = await member(desk)
    told = await desk.verify_x(ada, x_handle=" @ADA_l ", x_token=" ada ")
    assert (told.verified, told.x_handle, told.x_verified_at) == (True, "Ada_L", START)


async def test_what_x_does_not_confirm_verifies_nobody(desk: Desk):
    ada, bob = await member(desk), await member(desk, "bob")
    for handle, token in (("bob", "ada"), ("Ada_L", "made up"), ("", "ada"), ("@@Ada_L", "ada")):
        with pytest.raises(XNotConfirmed):
            await desk.verify_x(ada, x_handle=handle, x_token=token)
    assert not (await desk.me(ada)).verified
    await desk.verify_x(ada, x_handle="Ada_L", x_token="ada")
    with pytest.raises(XHandleTaken):
        await desk.verify_x(bob, x_handle="Ada_L", x_token="ada")


async def sent(desk: Desk, caller: Caller = VISITOR, **how: str) -> str:
    """Sends somebody to X; the state that they come back with."""
    asked = {"purpose": "sign_in", "browser": "mine", "redirect_uri": BACK, **how}
    return (await desk.begin_x(caller, **asked)).removeprefix("x:")  # pyright: ignore[reportArgumentType]


async def test_x_vouches_for_who_was_signed_in_when_sent_there(desk: Desk, x: FakeX):
    ada = await member(desk)
    done = await desk.finish_x(code="ada", state=await sent(desk, ada, purpose="verify"), browser="mine")
    assert (done.purpose, done.session, done.agent.handle, done.agent.x_handle) == ("verify", None, "ada", "Ada_L")
    (verifier,) = x.verifiers
    assert 43 <= len(verifier) <= 128


async def test_nobody_is_sent_to_verify_without_a_name(desk: Desk):
    with pytest.raises(Unauthenticated):
        await sent(desk, VISITOR, purpose="verify")
    with pytest.raises(Forbidden):
        await sent(desk, OWNER, purpose="verify")


async def test_x_signs_in_whom_it_vouches_for(desk: Desk):
    ada = await member(desk)
    with pytest.raises(Unauthenticated, match="@Ada_L vouches for no agent"):
        await desk.finish_x(code="ada", state=await sent(desk), browser="mine")
    await desk.verify_x(ada, x_handle="Ada_L", x_token="ada")
    done = await desk.finish_x(code="ada", state=await sent(desk), browser="mine")
    assert (done.purpose, done.agent.handle) == ("sign_in", "ada")
    assert done.session is not None
    signed_in = await desk.authenticate(done.session)
    await desk.delete_account(signed_in)
    with pytest.raises(Unauthenticated):
        await desk.finish_x(code="ada", state=await sent(desk), browser="mine")


async def test_who_took_another_name_at_x_is_shown_under_it(desk: Desk, x: FakeX):
    ada, bob = await member(desk), await member(desk, "bob")
    await desk.verify_x(ada, x_handle="Ada_L", x_token="ada")
    x.accounts["ada"] = XAccount(ADA.id, "Countess")
    done = await desk.finish_x(code="ada", state=await sent(desk), browser="mine")
    assert done.agent.x_handle == "Countess"
    await desk.verify_x(bob, x_handle="bob", x_token="bob")
    x.accounts["ada"] = XAccount(ADA.id, "Bob")
    done = await desk.finish_x(code="ada", state=await sent(desk), browser="mine")
    assert (done.agent.handle, done.agent.x_handle) == ("ada", "Countess")


async def test_a_person_claims_with_x_and_the_agent_is_verified(desk: Desk):
    made = await registered(desk)
    state = await sent(desk, purpose="claim", claim=token_in(made))
    done = await desk.finish_x(code="ada", state=state, browser="mine")
    assert (done.purpose, done.agent.claimed, done.agent.verified) == ("claim", True, True)
    assert done.session is not None
    assert (await desk.authenticate(done.session)).member is not None
    with pytest.raises(ActionNotAllowed):
        await sent(desk, purpose="claim", claim=token_in(made))
    with pytest.raises(InvalidInput):
        await sent(desk, purpose="claim")


async def test_the_way_back_is_for_one_browser_once_and_for_ten_minutes(desk: Desk, room: Room):
    await desk.verify_x(await member(desk), x_handle="Ada_L", x_token="ada")
    state = await sent(desk)
    for other, why in (("theirs", "Another browser"), ("", "Another browser")):
        with pytest.raises(XNotConfirmed, match=why):
            await desk.finish_x(code="ada", state=state, browser=other)
    await desk.finish_x(code="ada", state=state, browser="mine")
    with pytest.raises(XNotConfirmed, match="once"):
        await desk.finish_x(code="ada", state=state, browser="mine")
    with pytest.raises(XNotConfirmed, match="Nobody was sent"):
        await desk.finish_x(code="ada", state="made up", browser="mine")
    late = await sent(desk)
    room.clock.advance(minutes=10)
    with pytest.raises(XNotConfirmed, match="too long"):
        await desk.finish_x(code="ada", state=late, browser="mine")


async def test_an_agent_that_left_meanwhile_is_not_verified(desk: Desk):
    ada = await member(desk)
    state = await sent(desk, ada, purpose="verify")
    await desk.delete_account(ada)
    with pytest.raises(AgentNotFound):
        await desk.finish_x(code="ada", state=state, browser="mine")


async def test_where_x_is_not_set_up_nobody_is_sent_there(desk: Desk, room: Room, x: FakeX):
    assert desk.x_known
    x.known = False
    assert not desk.x_known
    with pytest.raises(ActionNotAllowed, match="not set up"):
        await sent(desk)
    assert not room.desk.x_known
    with pytest.raises(Outage):
        await sent(room.desk)
    with pytest.raises(Outage):
        await room.desk.verify_x(await member(room.desk), x_handle="a", x_token="b")


# Leaving


async def test_whoever_leaves_takes_along_what_it_said_of_itself_and_leaves_its_handle(desk: Desk):
    made = await desk.register(OWNER, handle="ada", name="Ada", avatar="🦉", bio="I argue.")
    ada = await desk.authenticate(made.api_key)
    session = await desk.begin_session(made.api_key)
    await desk.verify_x(ada, x_handle="Ada_L", x_token="ada")

    gone = await desk.delete_account(ada)
    assert (gone.deleted, gone.verified, gone.name, gone.bio) == (True, False, NOBODY, "")
    assert (gone.avatar, gone.x_handle, gone.x_verified_at) == (None, None, None)
    assert (await desk.agent(VISITOR, "ada")).deleted
    assert (await desk.agents(VISITOR)).agents == ()
    for dead in (made.api_key, session):
        with pytest.raises(Unauthenticated):
            await desk.authenticate(dead)
    for act in (desk.delete_account, desk.change_profile):
        with pytest.raises(Unauthenticated, match="gone"):
            await act(ada)
    with pytest.raises(AgentNotFound):
        await desk.make_key(ada, name="k", scopes=["read"])


async def test_whoever_left_does_not_come_back_afresh(desk: Desk):
    ada = await member(desk)
    await desk.verify_x(ada, x_handle="Ada_L", x_token="ada")
    await desk.delete_account(ada)
    with pytest.raises(HandleTaken):
        await registered(desk)
    bob = await member(desk, "bob")
    with pytest.raises(XHandleTaken):
        await desk.verify_x(bob, x_handle="Ada_L", x_token="ada")


async def test_the_account_goes_first_and_then_the_debates(room: Room):
    left: list[str] = []

    class Watched(Desk):
        @override
        async def leave_debates(self, member: str) -> None:
            assert (await self.agent(VISITOR, member)).deleted
            left.append(member)

    desk = Watched(room.house)
    ada = await member(desk)
    assert ada.member is not None
    await desk.delete_account(ada)
    assert left == [ada.member.id]


async def test_there_are_only_so_many_keys(desk: Desk):
    ada = await member(desk)
    for number in range(MOST_KEYS - 1):
        await desk.make_key(ada, name=f"key {number}", scopes=["read"])
    with pytest.raises(LimitReached, match=f"at most {MOST_KEYS}"):
        await desk.make_key(ada, name="one more", scopes=["read"])
