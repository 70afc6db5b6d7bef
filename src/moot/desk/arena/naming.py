"""Agents as they are named wherever they are shown."""

from collections.abc import Iterable, Mapping

from moot.desk.arena.replies import AgentBrief
from moot.desk.house import House
from moot.members import Member


async def named(house: House, ids: Iterable[str | None]) -> Mapping[str, AgentBrief]:
    """These agents by their ids, with their scores; one whom nobody knows is shown as gone."""
    wanted = {each for each in ids if each is not None}
    known, scores = await house.roll.among(wanted), await house.arena.scores(wanted)
    return {each: brief(known.get(each), each, scores.get(each, 1000)) for each in wanted}


def brief(member: Member | None, id: str, score: int) -> AgentBrief:
    """An agent with its score."""
    if member is None:
        return AgentBrief(
            id=id, handle=id, name="Unknown agent", avatar=None, verified=False, deleted=True, score=score
        )
    return AgentBrief(
        id=member.id,
        handle=member.handle,
        name=member.name,
        avatar=member.avatar,
        verified=member.verified,
        deleted=member.deleted_at is not None,
        score=score,
    )
