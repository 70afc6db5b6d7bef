"""The roll of members, on each database: shared by the module, so every test brings members of its own."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from moot.debate import (
    ActionNotAllowed,
    AgentNotFound,
    HandleTaken,
    InvalidInput,
    LimitReached,
    NothingThere,
    RateLimited,
    Refusal,
    XHandleTaken,
    XNotConfirmed,
)
from moot.members import (
    MOST_KEYS,
    NOBODY,
    SCOPES,
    ApiKey,
    Detour,
    Joining,
    Member,
    Quota,
    Roll,
    Scope,
    Session,
    XAccount,
    digest,
)
from moot.store import Store, open_store
from tests.contracts.conftest import POSTGRES
from tests.contracts.growths import START
from tests.support.postgres import PostgresServer

pytestmark = pytest.mark.anyio

HOUR = timedelta(hours=1)


@pytest.fixture(scope="module", params=["file", POSTGRES])
async def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Store]:
    if request.param == "file":
        store = await open_store(str(tmp_path_factory.mktemp("roll") / "moot.db"))
        yield store
        await store.close()
        return
    postgres: PostgresServer = request.getfixturevalue("postgres")
    url = postgres.new_database()
    store = await open_store(url)
    yield store
    await store.close()
    postgres.drop_database(url)


@pytest.fixture
def roll(opened: Store) -> Roll:
    return opened.roll


def new_handle() -> str:
    return f"agent-{uuid4().hex[:12]}"


def joining(handle: str | None = None, at: datetime = START, scopes: Collection[Scope] = SCOPES) -> Joining:
    """A member who wants to join; the secrets are its handle with a word in front."""
    handle = handle or new_handle()
    member = Member(str(uuid4()), handle, "Ünïcode 🗣", at, "I argue\nfor two.", "🦉")
    key = ApiKey(str(uuid4()), member.id, "first", frozenset(scopes), at)
    return Joining(member, digest(f"claim {member.id}"), key, digest(f"key {member.id}"))


async def joined(roll: Roll, handle: str | None = None) -> Member:
    return await roll.register(joining(handle), None)


def session(secret: str, at: datetime = START, key: str | None = None) -> Session:
    return Session(digest(secret), frozenset(SCOPES), at, key)


def account(id: str | None = None, handle: str | None = None) -> XAccount:
    return XAccount(id or str(uuid4().int % 10**18), handle or f"x_{uuid4().hex[:8]}ab")


def detour(state: str, browser: str = "mine", at: datetime = START) -> Detour:
    ends_at = at + timedelta(minutes=10)
    return Detour(digest(state), digest(browser), "sign_in", "verifier", "http://here/x/callback", ends_at)


# Members


async def test_a_member_is_found_as_it_was_registered(roll: Roll):
    given = joining()
    member = await roll.register(given, None)
    assert member == given.member
    assert await roll.by_id(member.id) == member
    assert await roll.by_handle(member.handle) == member
    assert await roll.by_claim(given.claim) == member
    for name in (member.id, member.id.upper(), member.handle, f"@{member.handle.upper()}"):
        assert await roll.find(name) == member


async def test_whoever_is_not_there_is_nobody(roll: Roll):
    for name in ("nobody-here", str(uuid4()), "", "@", "x" * 5000, "nul\x00", "half\ud800"):
        assert await roll.find(name) is None
        assert await roll.by_id(name) is None
        assert await roll.by_handle(name) is None
        assert await roll.by_claim(name) is None
        assert await roll.by_x(name) is None
    assert await roll.by_key(digest("no key")) is None
    assert await roll.by_session(digest("no session"), START) is None


async def test_of_many_who_want_a_handle_at_once_one_gets_it(roll: Roll):
    handle = new_handle()

    async def attempt() -> Member | Refusal:
        try:
            return await joined(roll, handle)
        except HandleTaken as taken:
            return taken

    came = await asyncio.gather(*(attempt() for _ in range(40)))
    (winner,) = [each for each in came if isinstance(each, Member)]
    assert await roll.by_handle(handle) == winner


async def test_members_are_read_together_by_their_ids(roll: Roll):
    some = {member.id: member for member in [await joined(roll) for _ in range(5)]}
    assert await roll.among([*some, *some, str(uuid4()), "nul\x00"]) == some
    assert await roll.among([]) == {}
    many = [str(uuid4()) for _ in range(200)] + list(some)
    assert await roll.among(many) == some


async def test_members_are_listed_by_handle_page_by_page(roll: Roll):
    prefix = f"p{uuid4().hex[:8]}"
    handles = [f"{prefix}{end}" for end in ("-a", "-z", "0", "9", "_b", "a", "z")]
    for handle in reversed(handles):
        await joined(roll, handle)
    await joined(roll, f"q{prefix}")

    seen: list[str] = []
    after: str | None = None
    while True:
        page = await roll.listed(prefix, after, 3)
        seen += [member.handle for member in page.items]
        if page.next is None:
            break
        after = page.next
    assert seen == sorted(handles)
    assert (await roll.listed(f"{prefix}zz")).items == ()
    assert (await roll.listed("nul\x00")).items == ()
    assert (await roll.listed(prefix, limit=7)).next is None


@pytest.mark.parametrize("cursor", ["", "Not A Handle", "' OR 1=1 --", "nul\x00", "half\ud800"], ids=repr)
async def test_a_cursor_that_was_never_given_out_is_refused(roll: Roll, cursor: str):
    with pytest.raises(InvalidInput, match="not a cursor"):
        await roll.listed("", cursor)


async def test_a_profile_and_a_role_can_be_changed(roll: Roll):
    member = await joined(roll)
    changed = replace(member, name="New", bio="", avatar=None)
    assert await roll.change(changed) == changed
    assert await roll.give_role(member.id, "moderator") == replace(changed, role="moderator")
    assert await roll.by_id(member.id) == replace(changed, role="moderator")


async def test_a_deleted_member_leaves_its_handle_and_its_x_account_and_nothing_else(roll: Roll):
    given, x = joining(), account()
    member = await roll.register(given, None)
    await roll.begin_session(member.id, session(f"s {member.id}"))
    await roll.vouch(member.id, x, START)
    await roll.give_role(member.id, "owner")

    gone = await roll.delete(member.id, START + HOUR)
    assert gone == Member(member.id, member.handle, NOBODY, START, deleted_at=START + HOUR)
    assert await roll.by_id(member.id) == await roll.by_handle(member.handle) == await roll.by_x(x.id) == gone
    assert await roll.by_key(given.key_digest) is None
    assert await roll.by_session(digest(f"s {member.id}"), START) is None
    assert [key.revoked_at for key in await roll.keys_of(member.id)] == [START + HOUR]
    assert (await roll.listed(member.handle)).items == ()

    with pytest.raises(HandleTaken):
        await joined(roll, member.handle)
    other = await joined(roll)
    with pytest.raises(XHandleTaken):
        await roll.vouch(other.id, x, START)
    with pytest.raises(NothingThere):
        await roll.claim(given.claim, START, session("claimed by a ghost"))


async def test_nothing_can_be_done_for_a_deleted_member(roll: Roll):
    member = await joined(roll)
    await roll.delete(member.id, START)
    assert await roll.delete(member.id, START + HOUR) is None
    assert await roll.change(member) is None
    assert await roll.give_role(member.id, "moderator") is None
    assert not await roll.begin_session(member.id, session(f"late {member.id}"))
    with pytest.raises(AgentNotFound):
        await roll.vouch(member.id, account(), START)
    with pytest.raises(AgentNotFound):
        await roll.add_key(ApiKey(str(uuid4()), member.id, "late", frozenset(SCOPES), START), digest(str(uuid4())))
    assert not await roll.begin_session(str(uuid4()), session(str(uuid4())))


# How many may come


def quota(mark: str, at: datetime = START, most: int = 3) -> Quota:
    return Quota(mark, most, at)


async def test_so_many_may_come_from_one_place_in_an_hour(roll: Roll):
    mark = str(uuid4())
    for minute in (0, 10, 20):
        await roll.register(joining(), quota(mark, START + timedelta(minutes=minute)))
    with pytest.raises(RateLimited) as refused:
        await roll.register(joining(), quota(mark, START + timedelta(minutes=30)))
    assert refused.value.fields["retry_after"] == 30 * 60
    await roll.register(joining(), quota(str(uuid4()), START + timedelta(minutes=30)))
    await roll.register(joining(), quota(mark, START + HOUR))
    with pytest.raises(RateLimited) as refused:
        await roll.register(joining(), quota(mark, START + HOUR + timedelta(seconds=0.5)))
    assert refused.value.fields["retry_after"] == 600


async def test_no_more_come_when_all_come_at_once(roll: Roll):
    mark, handles = str(uuid4()), [new_handle() for _ in range(25)]

    async def attempt(handle: str) -> None:
        with suppress(RateLimited):
            await roll.register(joining(handle), quota(mark))

    await asyncio.gather(*(attempt(handle) for handle in handles))
    came = [handle for handle in handles if await roll.by_handle(handle) is not None]
    assert len(came) == 3


async def test_a_handle_that_was_taken_is_not_counted(roll: Roll):
    mark, taken = str(uuid4()), (await joined(roll)).handle
    for _ in range(5):
        with pytest.raises(HandleTaken):
            await roll.register(joining(taken), quota(mark))
    await roll.register(joining(), quota(mark, most=1))


# Keys


async def test_a_key_opens_as_long_as_it_is_good(roll: Roll):
    given = joining(scopes=("read", "judge"))
    member = await roll.register(given, None)
    holder = await roll.by_key(given.key_digest)
    assert holder is not None
    assert (holder.member, holder.scopes, holder.key) == (member, {"read", "judge"}, given.key.id)

    revoked = await roll.revoke_key(member.id, given.key.id, START + HOUR)
    assert revoked == replace(given.key, revoked_at=START + HOUR)
    assert await roll.revoke_key(member.id, given.key.id, START + 2 * HOUR) == revoked
    assert await roll.by_key(given.key_digest) is None


async def test_a_key_is_revoked_by_its_own_member_alone(roll: Roll):
    given, other = joining(), await joined(roll)
    await roll.register(given, None)
    assert await roll.revoke_key(other.id, given.key.id, START) is None
    assert await roll.revoke_key(other.id, "nul\x00", START) is None
    assert await roll.by_key(given.key_digest) is not None


async def test_a_member_has_so_many_keys_and_no_more_even_at_once(roll: Roll):
    member = await joined(roll)

    async def attempt() -> None:
        with suppress(LimitReached):
            key = ApiKey(str(uuid4()), member.id, "more", frozenset({"read"}), START)
            await roll.add_key(key, digest(str(uuid4())))

    await asyncio.gather(*(attempt() for _ in range(MOST_KEYS + 5)))
    keys = await roll.keys_of(member.id)
    assert len(keys) == MOST_KEYS
    await roll.revoke_key(member.id, keys[-1].id, START)
    await attempt()
    assert len(await roll.keys_of(member.id)) == MOST_KEYS + 1


# Sessions


async def test_a_session_lasts_thirty_days_or_until_it_is_ended(roll: Roll):
    member, secret = await joined(roll), str(uuid4())
    assert await roll.begin_session(member.id, session(secret))
    holder = await roll.by_session(digest(secret), START)
    assert holder is not None
    assert (holder.member, holder.scopes, holder.key) == (member, frozenset(SCOPES), None)
    assert await roll.by_session(digest(secret), START + timedelta(days=30, seconds=-1)) is not None
    assert await roll.by_session(digest(secret), START + timedelta(days=30)) is None
    await roll.end_session(digest(secret))
    await roll.end_session(digest(secret))
    assert await roll.by_session(digest(secret), START) is None


async def test_a_session_ends_with_the_key_that_it_began_with(roll: Roll):
    given = joining()
    member = await roll.register(given, None)
    by_key, by_itself = str(uuid4()), str(uuid4())
    await roll.begin_session(member.id, session(by_key, key=given.key.id))
    await roll.begin_session(member.id, session(by_itself))
    await roll.revoke_key(member.id, given.key.id, START)
    assert await roll.by_session(digest(by_key), START) is None
    assert await roll.by_session(digest(by_itself), START) is not None
    assert not await roll.begin_session(member.id, session(str(uuid4()), key=given.key.id))


async def test_sessions_that_are_over_are_forgotten(roll: Roll):
    member, old = await joined(roll), str(uuid4())
    await roll.begin_session(member.id, session(old, START - timedelta(days=31)))
    assert await roll.by_session(digest(old), START - timedelta(days=2)) is not None
    await roll.begin_session(member.id, session(str(uuid4())))
    assert await roll.by_session(digest(old), START - timedelta(days=2)) is None


# Who stands behind an agent


async def test_an_agent_is_claimed_once_even_by_many_at_once(roll: Roll):
    given = joining()
    member = await roll.register(given, None)
    secrets = [str(uuid4()) for _ in range(10)]

    async def attempt(secret: str) -> bool:
        try:
            claimed = await roll.claim(given.claim, START + HOUR, session(secret))
        except ActionNotAllowed:
            return False
        assert claimed == replace(member, claimed_at=START + HOUR)
        return True

    came = await asyncio.gather(*(attempt(secret) for secret in secrets))
    assert sum(came) == 1
    signed_in = [await roll.by_session(digest(secret), START + HOUR) is not None for secret in secrets]
    assert signed_in == came


async def test_a_link_that_was_never_given_out_claims_nobody(roll: Roll):
    with pytest.raises(NothingThere):
        await roll.claim(digest("never"), START, session(str(uuid4())))


async def test_claiming_with_x_does_both_or_neither(roll: Roll):
    taken, first, second = account(), joining(), joining()
    await roll.register(first, None)
    await roll.register(second, None)
    both = await roll.claim(first.claim, START, session(str(uuid4())), taken)
    assert (both.claimed_at, both.x_handle, both.verified) == (START, taken.handle, True)
    with pytest.raises(XHandleTaken):
        await roll.claim(second.claim, START, session(str(uuid4())), taken)
    neither = await roll.by_id(second.member.id)
    assert neither is not None
    assert (neither.claimed_at, neither.x_handle) == (None, None)


async def test_an_x_account_vouches_for_one_agent_even_when_many_ask_at_once(roll: Roll):
    members = [await joined(roll) for _ in range(10)]
    x = account()

    async def attempt(member: Member) -> bool:
        try:
            await roll.vouch(member.id, x, START)
        except XHandleTaken:
            return False
        return True

    came = await asyncio.gather(*(attempt(member) for member in members))
    assert sum(came) == 1
    assert await roll.by_x(x.id) == await roll.by_id(members[came.index(True)].id)


async def test_neither_the_id_nor_the_handle_of_an_x_account_serves_twice(roll: Roll):
    first, second = await joined(roll), await joined(roll)
    x = account()
    await roll.vouch(first.id, x, START)
    for other in (account(handle=x.handle.upper()), account(id=x.id)):
        with pytest.raises(XHandleTaken) as taken:
            await roll.vouch(second.id, other, START)
        assert taken.value.fields["x_handle"] == other.handle


async def test_an_agent_keeps_its_x_account_which_may_change_its_handle(roll: Roll):
    member, x = await joined(roll), account()
    await roll.vouch(member.id, x, START)
    with pytest.raises(ActionNotAllowed, match=x.handle):
        await roll.vouch(member.id, account(), START)
    renamed = account(id=x.id)
    again = await roll.vouch(member.id, renamed, START + HOUR)
    assert (again.x_handle, again.x_verified_at) == (renamed.handle, START)
    await roll.vouch((await joined(roll)).id, account(handle=x.handle), START)


# To X and back


async def test_somebody_comes_back_from_x_once(roll: Roll):
    state = str(uuid4())
    sent = replace(detour(state), purpose="claim", member="m", claim="c")
    await roll.send(sent, START)
    came = await asyncio.gather(
        *(roll.returned(digest(state), digest("mine"), START) for _ in range(5)), return_exceptions=True
    )
    assert [each for each in came if isinstance(each, Detour)] == [sent]
    refused = [each for each in came if isinstance(each, XNotConfirmed)]
    assert len(refused) == 4
    assert all("can be taken once" in each.message for each in refused)


async def test_whoever_comes_back_otherwise_is_told_why_not(roll: Roll):
    state = str(uuid4())
    await roll.send(detour(state), START)
    with pytest.raises(XNotConfirmed, match="Another browser"):
        await roll.returned(digest(state), digest("theirs"), START)
    with pytest.raises(XNotConfirmed, match="Nobody was sent"):
        await roll.returned(digest("made up"), digest("mine"), START)
    with pytest.raises(XNotConfirmed, match="ten minutes"):
        await roll.returned(digest(state), digest("mine"), START + timedelta(minutes=10))
    assert await roll.returned(digest(state), digest("mine"), START + timedelta(minutes=9)) == detour(state)


async def test_who_never_came_back_is_forgotten(roll: Roll):
    state = str(uuid4())
    await roll.send(detour(state, at=START - timedelta(hours=2)), START - timedelta(hours=2))
    await roll.send(detour(str(uuid4())), START)
    with pytest.raises(XNotConfirmed, match="Nobody was sent"):
        await roll.returned(digest(state), digest("mine"), START)
