"""The audit as one page to keep: what the desk tells, in the shape that the page is written from."""

from moot.desk.audit import Tracing
from moot.desk.audit_replies import Audit, AuditLine, AuditSummary, SeatTold, SpendingTold
from moot.desk.callers import Caller
from moot.desk.exports import Exported, filename
from moot.desk.replies import CallTold, SpentTold
from moot.notation import told_at
from moot.notation.trail import Called, Step, Trail
from moot.notation.trail_html import trail_as_html

_WHOLE = 2**31
_BROUGHT_IN = (
    "It was brought in from another house at {at}; calls that were made there stayed there and are not compared."
)


class Printing(Tracing):
    """The part of the desk where audits are written down."""

    async def audit_page(self, caller: Caller, debate_id: str) -> Exported:
        """The whole audit as one HTML page, as this caller may read it."""
        found = await self.audit(caller, debate_id, limit=_WHOLE)
        return Exported("text/html", f"{filename(found.debate)}-audit.html", trail_as_html(_trail(found)))


def _trail(found: Audit) -> Trail:
    summary = found.summary
    assert summary is not None
    # What a format reports may hold times and the like: on the page it stands as programs read it.
    result = summary.model_dump(mode="json", include={"result"})["result"]
    return Trail(
        title=found.debate.title,
        facts=_facts(found, summary),
        sound=summary.verified.sound,
        verdict=_verdict(summary),
        seats=[_seat(seat) for seat in summary.seats],
        result=result,
        steps=[_step(line) for line in found.lines if line.seq > 0],
        agreed=summary.setup,
    )


def _facts(found: Audit, summary: AuditSummary) -> dict[str, str]:
    debate, forked = found.debate, summary.forked
    told = {
        "Debate": debate.id,
        "Format": f"{debate.format}, version {summary.version} of its rules",
        "State": debate.state,
        "Opened": told_at(debate.created_at),
        "Closed": "" if debate.closed_at is None else told_at(debate.closed_at),
        "Forked from": "" if forked is None else f"{forked.debate_id} after line {forked.line}",
        "Lines": ", ".join(f"{count} {kind}" for kind, count in summary.kinds.items()),
        "Calls": str(summary.spent.calls),
        "Cost": cost_in_words(summary.spent),
        "Paid for before the fork": "" if summary.inherited is None else cost_in_words(summary.inherited),
        "Cut off": "" if summary.lost is None else _lost_in_words(summary.lost),
        "Last hash": debate.hash,
    }
    return {name: value for name, value in told.items() if value}


def _lost_in_words(lost: SpendingTold) -> str:
    calls = "1 call" if lost.calls == 1 else f"{lost.calls} calls"
    cost = cost_in_words(lost)
    return f"{calls}, which may have cost {f'{cost} at most' if cost else 'what nobody can tell'}"


def _verdict(summary: AuditSummary) -> str:
    found = summary.verified
    if found.sound:
        away = "" if found.imported_at is None else f" {_BROUGHT_IN.format(at=told_at(found.imported_at))}"
        return f"Verified: all {found.lines} lines are as they were written.{away}"
    return f"Not sound: line {found.fault_line}: {found.fault}."


def _seat(seat: SeatTold) -> dict[str, str]:
    return {
        "seat": seat.seat,
        "player": seat.player or "from outside",
        "answered as": ", ".join(seat.models),
        "moves": str(seat.moves),
        "lapses": str(seat.lapses),
        "calls": str(seat.spent.calls),
        "tools": str(seat.tool_calls),
        "cost": cost_in_words(seat.spent),
    }


def _step(line: AuditLine) -> Step:
    return Step(
        line=line.seq,
        kind=line.kind,
        seat=line.seat,
        by=line.by,
        at=line.at,
        move=line.move,
        hash=line.hash,
        answers=line.answers,
        phase=line.phase,
        round=line.round,
        cost="" if line.spent is None else cost_in_words(line.spent),
        sound=line.sound,
        calls=[_call(call) for call in line.calls or ()],
        withheld=line.calls is None and line.provenance is not None,
        away=line.calls_away,
    )


def _call(call: CallTold) -> Called:
    about = f"question {call.ask + 1}" + (f", attempt {call.attempt + 1}" if call.attempt else "")
    cost = "" if call.spent is None else cost_in_words(call.spent)
    return Called(call.by, call.asked_at, call.prompt, call.raw, call.facts, cost, about)


def cost_in_words(spent: SpentTold) -> str:
    """What something cost, for people; what is not known is not told."""
    tokens = spent.tokens_in + spent.tokens_out
    told = [
        f"{tokens:,} tokens" if tokens else "",
        f"${spent.money:.4f}" if spent.money else "",
        f"{spent.milliseconds / 1000:.1f} s" if spent.milliseconds else "",
    ]
    return ", ".join(filter(None, told))
