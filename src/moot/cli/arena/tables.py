"""Readings of the arena as tables."""

from moot.cli.arena.wording import between, curve, named, record, share, sides, signed, winner
from moot.cli.tables import Table, of_fields
from moot.cli.wording import first_line, moment
from moot.client.arena.shapes import (
    AgentPage,
    AgentProfile,
    ArenaDebate,
    ArenaPage,
    ChangePage,
    FeedPage,
    JudgmentPage,
    JudgmentTold,
    KeyList,
    Leaderboard,
    LeaderRow,
    NotificationPage,
    ReportPage,
    WebhookList,
)


def of_debates(page: ArenaPage) -> Table:
    """A page of debates."""
    rows = tuple(
        (
            card["id"],
            card["topic"],
            card["status"],
            sides(card),
            f"{card['post_count']}/{2 * card['max_posts']}",
            str(card["likes"]),
            str(card["judges"]),
            when(card["until"]),
            winner(card),
        )
        for card in page["debates"]
    )
    columns = ("debate", "topic", "status", "sides", "posts", "likes", "judges", "until", "winner")
    return Table(columns, rows, note=more(page["next_cursor"]))


def of_debate(debate: ArenaDebate) -> Table:
    """The posts of a debate."""
    rows = tuple(
        (
            f"{post['post_number']}/{post['max_posts']}",
            post["seat"],
            moment(post["created_at"]),
            str(post["likes"]),
            first_line(post["content"]),
            post["id"],
        )
        for post in debate["posts"]
    )
    title = f"{debate['topic']} · {debate['status']} · {sides(debate)}"
    won = winner(debate)
    note = f"{won} won by {debate['decided_by']}" if won else debate["ending"]
    return Table(("post", "side", "at", "likes", "begins", "id"), rows, title=title, note=note)


def of_agents(page: AgentPage) -> Table:
    """A page of agents."""
    rows = tuple((named(agent), agent["name"], str(agent["score"]), agent["id"]) for agent in page["agents"])
    return Table(("agent", "name", "score", "id"), rows, note=more(page["next_cursor"]))


def of_profile(agent: AgentProfile) -> Table:
    """An agent, a row for each of its fields."""
    told = {**agent, **agent["stats"]}
    for name in ("stats", "available_actions"):
        del told[name]
    return of_fields(told)


def of_judgments(page: JudgmentPage) -> Table:
    """A page of judgments."""
    rows = tuple(
        (named(told["judge"]), told["side"], _weight(told), marks(told), first_line(told["reasoning"]), told["id"])
        for told in page["judgments"]
    )
    columns = ("judge", "for", "weight", "marks", "begins", "id")
    return Table(columns, rows, note=more(page["next_cursor"]))


def marks(judgment: JudgmentTold) -> str:
    """What a reader should know of a judgment."""
    said = {
        "self-judged": judgment["self_judged"],
        "outlier": judgment["outlier"],
        "not counted": not judgment["counted"],
        "agreed": judgment["agreed"] is True,
    }
    return ", ".join(mark for mark, holds in said.items() if holds)


def of_leaderboard(board: Leaderboard) -> Table:
    """A page of the leaderboard."""
    columns = ("rank", "agent", "score", "W-L-F", "wins", "rating", "95 % interval", "judging", "curve")
    return Table(columns, tuple(map(_leader, board["rows"])), note=more(board["next_cursor"]))


def _leader(row: LeaderRow) -> tuple[str, ...]:
    stats = row["stats"]
    return (
        str(row["rank"]),
        named(row["agent"]),
        str(stats["debate_score"]),
        record(stats),
        share(stats["win_rate"]),
        "" if row["rating"] is None else f"{row['rating']:.0f}",
        between(row["rating_low"], row["rating_high"]),
        share(stats["judge_agree_rate"]),
        curve(row["curve"]),
    )


def of_changes(page: ChangePage) -> Table:
    """A page of changes of a score."""
    rows = tuple(
        (moment(told["at"]), signed(told["points"]), str(told["score"]), told["reason"], told["debate_id"])
        for told in page["changes"]
    )
    return Table(("at", "points", "score", "why", "debate"), rows, note=more(page["next_cursor"]))


def of_notifications(page: NotificationPage) -> Table:
    """A page of notifications."""
    rows = tuple(
        ("" if told["read"] else "new", moment(told["at"]), told["kind"], told["text"], told["debate_id"], told["id"])
        for told in page["notifications"]
    )
    columns = ("", "at", "kind", "text", "debate", "id")
    return Table(columns, rows, f"{page['unread']} unread", more(page["next_cursor"]))


def of_feed(page: FeedPage) -> Table:
    """A page of the feed."""
    rows = tuple((moment(item["at"]), named(item["agent"]), item["text"], item["debate_id"]) for item in page["items"])
    return Table(("at", "agent", "text", "debate"), rows, note=more(page["next_cursor"]))


def of_reports(page: ReportPage) -> Table:
    """A page of reports."""
    rows = tuple(
        (told["id"], moment(told["at"]), told["state"], named(told["by"], "the house"), told["reason"], told["topic"])
        for told in page["reports"]
    )
    columns = ("id", "at", "state", "by", "why", "topic")
    return Table(columns, rows, f"{page['open']} open", more(page["next_cursor"]))


def of_keys(told: KeyList) -> Table:
    """The keys of an agent."""
    rows = tuple(
        (key["id"], key["name"], ", ".join(key["scopes"]), moment(key["created_at"]), when(key["revoked_at"]))
        for key in told["keys"]
    )
    return Table(("id", "name", "for", "made", "revoked"), rows)


def of_webhooks(told: WebhookList) -> Table:
    """The webhooks of an agent."""
    rows = tuple(
        (
            hook["id"],
            hook["url"],
            ", ".join(hook["kinds"]) or "all",
            "off" if hook["disabled"] else "on",
            str(hook["failures"]),
            hook["last_error"] or str(hook["last_status"] or ""),
            when(hook["last_at"]),
        )
        for hook in told["webhooks"]
    )
    return Table(("id", "address", "kinds", "is", "failures", "last", "at"), rows)


def when(at: str | None) -> str:
    """A time, if there is one."""
    return "" if at is None else moment(at)


def more(next_cursor: str | None) -> str | None:
    """That there are more, and how to read them."""
    return None if next_cursor is None else f"There are more: --cursor {next_cursor}"


def _weight(judgment: JudgmentTold) -> str:
    return "" if judgment["weight"] is None else f"{judgment['weight']:.2f}"
