"""Shares: what one debate adds to the standing of each member. Standings are the sum of them, in any order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields

from sqlalchemy import bindparam, delete, text

from moot.rating.score import START
from moot.store.arena.tables import standings
from moot.store.database import Prepared, Transaction


@dataclass(frozen=True, slots=True)
class Share:
    """What is added to a member's standing."""

    score: int = 0
    debates: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    forfeits: int = 0
    judged: int = 0
    settled: int = 0
    agreed: int = 0
    outliers: int = 0

    def plus(self, other: "Share") -> "Share":
        """Both together."""
        return Share(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def less(self) -> "Share":
        """What takes it away again."""
        return Share(*(-number for number in astuple(self)))


_NUMBERS = tuple(field.name for field in fields(Share))
_RESULTS = {
    "win": Share(debates=1, wins=1),
    "loss": Share(debates=1, losses=1),
    "draw": Share(debates=1, draws=1),
    "forfeit": Share(debates=1, forfeits=1),
}

_SUMS = {name: f"arena_standings.{name} + excluded.{name}" for name in _NUMBERS}
_PLAYED = " + ".join(f"({_SUMS[name]})" for name in ("wins", "losses", "forfeits"))
_RATE = (
    f"CASE WHEN {_PLAYED} = 0 THEN -1 ELSE CAST({_SUMS['wins']} AS bigint) * 1000000 / ({_PLAYED}) END"
    # A whole number in both databases: neither rounds when it divides whole numbers.
)
_ADD = Prepared(
    text(
        f"INSERT INTO arena_standings (member_id, {', '.join(_NUMBERS)}, win_rate) "
        f"VALUES (:member, {', '.join(f':{name}' for name in _NUMBERS)}, :win_rate) "
        "ON CONFLICT (member_id) DO UPDATE SET "
        + ", ".join(f"{name} = {_SUMS[name]}" for name in _NUMBERS if name != "score")
        + f", score = {_SUMS['score']} - {START}, win_rate = {_RATE}"
    )
)
_r = standings.c
_FORGET = Prepared(delete(standings).where(_r.member_id == bindparam("member"), _r.debates == 0, _r.judged == 0))


def of_results(results: Iterable[tuple[str, str]]) -> Iterable[tuple[str, Share]]:
    """What a decided debate came to for its debaters, by member and result."""
    return ((member, _RESULTS[result]) for member, result in results)


def of_awards(awards: Iterable[tuple[str, int]]) -> Iterable[tuple[str, Share]]:
    """What it did to scores, by member and points."""
    return ((member, Share(score=points)) for member, points in awards)


def of_judging(judged: Iterable[tuple[str, bool | None, bool | None]]) -> Iterable[tuple[str, Share]]:
    """What it settled for its judges: by judge, whether its pick won (None: nobody did), whether it stood alone."""
    for judge, agreed, outlier in judged:
        yield judge, Share(settled=int(agreed is not None), agreed=int(bool(agreed)), outliers=int(bool(outlier)))


def together(shares: Iterable[tuple[str, Share]]) -> Mapping[str, Share]:
    """The shares of each member in one."""
    summed: defaultdict[str, Share] = defaultdict(Share)
    for member, share in shares:
        summed[member] = summed[member].plus(share)
    return summed


async def add(tx: Transaction, shares: Mapping[str, Share]) -> None:
    """Adds them to the standings, in the order of the members, so that two who do this at once do not lock up."""
    for member in sorted(shares):
        await tx.run(_ADD, {"member": member, **_values(shares[member])})


async def take_away(tx: Transaction, shares: Mapping[str, Share]) -> None:
    """Takes them from the standings; who then has done nothing has no standing."""
    await add(tx, {member: share.less() for member, share in shares.items()})
    for member in sorted(shares):
        await tx.run(_FORGET, {"member": member})


def _values(share: Share) -> dict[str, int]:
    """What to insert for a member who has no standing yet."""
    told = dict(zip(_NUMBERS, astuple(share), strict=True))
    return {**told, "score": START + share.score, "win_rate": win_rate(share)}


def win_rate(share: Share) -> int:
    """Wins among wins, losses and forfeits, in millionths; -1 before the first."""
    played = share.wins + share.losses + share.forfeits
    return share.wins * 1_000_000 // played if played else -1


def row_of(member: str, share: Share) -> Sequence[str | int]:
    """The row of the standing of a member, from all its shares together."""
    told = _values(share)
    return (member, *(told[name] for name in (*_NUMBERS, "win_rate")))
