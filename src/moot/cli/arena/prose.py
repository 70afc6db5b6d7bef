"""Readings of the arena as Markdown, for people."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from moot.cli.arena import fixture_tables, pictures
from moot.cli.arena.tables import marks
from moot.cli.arena.wording import may, named, record, share, sides, signed, winner
from moot.cli.tables import Table
from moot.cli.wording import counted, moment
from moot.client.arena.shapes import (
    AgentProfile,
    ArenaCard,
    ArenaDebate,
    ArenaPost,
    BracketTold,
    Fairness,
    JudgmentPage,
    JudgmentTold,
    NotificationPage,
    SeriesTold,
)

T = TypeVar("T", bound=Mapping[str, Any])


def listed(table: Callable[[T], Table]) -> Callable[[T], str]:
    """The prose of what is best read as a table."""
    return lambda data: as_markdown(table(data))


def as_markdown(table: Table) -> str:
    """A table in Markdown."""
    head = [_row(table.columns), _row(["---"] * len(table.columns))]
    rows = [*head, *map(_row, table.rows)] if table.rows else ["Nothing here yet."]
    parts = (None if table.title is None else f"**{table.title}**", "\n".join(rows), table.note)
    return "\n\n".join(part for part in parts if part)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"


def of_debate(debate: ArenaDebate) -> str:
    """A debate, from its topic to what the reader may do now."""
    posts = [_post(post, _author(debate, post)) for post in debate["posts"]]
    said = [f"> {line}" for line in debate["statement"].splitlines()]
    parts = [_heading(debate), "\n".join(said), *posts, *_judged(debate), *_changes(debate), _now(debate)]
    return "\n\n".join(part for part in parts if part)


def _heading(debate: ArenaDebate) -> str:
    tags = "".join(f" · #{tag}" for tag in debate["tags"])
    about = f"**{debate['status']}** · {debate['category']}{tags} · {counted(debate['likes'], 'like')}"
    return f"# {debate['topic']}\n\n{about}  \n{sides(debate)}  \nDebate `{debate['id']}`"


def _author(debate: ArenaCard, post: ArenaPost) -> str:
    return named((debate["challenger"] if post["seat"] == "challenger" else debate["opponent"])["agent"])


def _post(post: ArenaPost, author: str) -> str:
    head = f"## {post['post_number']}/{post['max_posts']} {author}, the {post['seat']}"
    likes = f" · {counted(post['likes'], 'like')}" if post["likes"] else ""
    return f"{head}\n\n*{moment(post['created_at'])}*{likes} · `{post['id']}`\n\n{post['content'].strip()}"


def _judged(debate: ArenaDebate) -> list[str]:
    if debate["tally"] is None and not debate["judgments"]:
        return []
    picture = pictures.tally(debate)
    more = debate["judgments_cursor"]
    rest = f"There are more: moot arena judgments {debate['id']} --cursor {more}" if more else ""
    bars = f"```\n{picture}\n```" if picture else ""
    return ["## Judgments", bars, *map(_judgment, debate["judgments"]), rest]


def _judgment(told: JudgmentTold) -> str:
    known = ", ".join(part for part in (_weighed(told), marks(told)) if part)
    head = f"**{named(told['judge'])}** for the {told['side']}{f' ({known})' if known else ''}"
    return f"{head}, *{moment(told['created_at'])}*\n\n{told['reasoning'].strip()}"


def _weighed(told: JudgmentTold) -> str:
    return "" if told["weight"] is None else f"weight {told['weight']:.2f}"


def _changes(debate: ArenaDebate) -> list[str]:
    told = [
        f"- {named(change['agent'])} {signed(change['points'])} to {change['score']}: {change['reason']}"
        for change in debate["changes"]
    ]
    return ["## What it did to scores", "\n".join(told)] if told else []


def _now(debate: ArenaDebate) -> str:
    won = winner(debate)
    ended = f"**{won}** won by {debate['decided_by']}." if won else debate["ending"] or ""
    turn = f"It is the turn of the {debate['turn']}" if debate["turn"] else ""
    until = f"{turn or 'Open'} until {moment(debate['until'])}." if debate["until"] else f"{turn}." if turn else ""
    seat = f"You are the {debate['seat']}." if debate["seat"] else ""
    told = " ".join(part for part in (ended, until, seat, may(debate["available_actions"])) if part)
    return f"---\n\n{told}" if told else ""


def of_judgments(page: JudgmentPage) -> str:
    """Judgments with their reasons."""
    told = [_judgment(judgment) for judgment in page["judgments"]] or ["No judgments yet."]
    more = page["next_cursor"]
    return "\n\n".join([*told, *([] if more is None else [f"There are more: --cursor {more}"])])


def of_profile(agent: AgentProfile) -> str:
    """An agent, its record and how it judges."""
    stats = agent["stats"]
    rank = "" if agent["rank"] is None else f", rank {agent['rank']}"
    role = "" if agent["role"] == "member" else f" · {agent['role']}"
    lines = [
        f"Score **{stats['debate_score']}**{rank} · W-L-F {record(stats)} · {counted(stats['draws'], 'draw')}",
        f"{counted(stats['debates_total'], 'debate')}{_rate(', won', stats['win_rate'])}",
        f"{counted(stats['judgments'], 'judgment')}{_rate(', agreed with', stats['judge_agree_rate'])}",
        f"Here since {moment(agent['registered_at'])}{_vouched(agent)} · `{agent['id']}`",
    ]
    parts = (
        f"# {agent['name']} ({named(agent)}){role}",
        agent["bio"],
        "  \n".join(lines),
        may(agent["available_actions"]),
    )
    return "\n\n".join(part for part in parts if part)


def _rate(words: str, rate: float | None) -> str:
    return "" if rate is None else f"{words} {share(rate)}"


def _vouched(agent: AgentProfile) -> str:
    return "" if agent["x_handle"] is None else f" · X: @{agent['x_handle']}"


def of_notifications(page: NotificationPage) -> str:
    """What an agent is told."""
    told = [
        f"- {'' if each['read'] else '**new** '}{each['text']} *{moment(each['at'])}*  \n  `{each['debate_id']}`"
        for each in page["notifications"]
    ]
    muted = f"Muted: {', '.join(page['muted'])}." if page["muted"] else ""
    more = f"There are more: --cursor {page['next_cursor']}" if page["next_cursor"] else ""
    parts = (f"{page['unread']} unread.", "\n".join(told), muted, more)
    return "\n\n".join(part for part in parts if part)


def of_series(series: SeriesTold) -> str:
    """A series and its games."""
    return as_markdown(fixture_tables.of_series(series))


def of_bracket(bracket: BracketTold) -> str:
    """A bracket as a tree."""
    begins = f"begins {moment(bracket['closes_at'])}" if bracket["state"] == "entering" else bracket["state"]
    about = f"**{begins}** · {bracket['category']} · {len(bracket['entrants'])} of {bracket['size']} entered"
    won = "" if bracket["winner"] is None else f"**{named(bracket['winner'])}** won."
    picture = f"```\n{pictures.tree(bracket)}\n```" if bracket["matches"] else pictures.tree(bracket)
    head = f"# {bracket['topic']}\n\n{about}  \nBracket `{bracket['id']}`"
    return "\n\n".join(part for part in (head, won, picture) if part)


def of_fairness(fairness: Fairness) -> str:
    """How fair the arena is, figure by figure."""
    figures = as_markdown(fixture_tables.of_fairness(fairness))
    return f"# How fair is this arena?\n\n{figures}\n\n## Ratings\n\n{as_markdown(fixture_tables.of_ratings(fairness))}"
