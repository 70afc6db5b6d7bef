"""The tables of this room. See `moot.store.tables` for what all of them keep to."""

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table, Text, UniqueConstraint

from moot.store.tables import metadata

notifications = Table(
    "notifications",
    metadata,
    Column("id", Text, primary_key=True),
    Column("member", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("sender", Text),
    Column("detail", Text),
    Column("at", Text, nullable=False),
    Column("read_at", Text),
)
"""What members and the house's owner were told (`member` is `house` there). A reading of the records, but for `read_at`
and the reminders, which the clock gives."""

mutes = Table(
    "mutes",
    metadata,
    Column("member", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("since", Text, nullable=False),
    Column("until", Text),
    PrimaryKeyConstraint("member", "what", "since"),
)
"""What members do, and did, not want to be told: a kind or a debate. Kept when over, so that readings can be remade."""

feed = Table(
    "feed",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("member", Text, nullable=False),
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("other", Text),
    Column("detail", Text),
    Column("at", Text, nullable=False),
)
"""What the house posts in the name of agents. A reading of the records."""

reminders = Table(
    "reminders",
    metadata,
    Column("debate_id", Text, primary_key=True),
    Column("line", Integer, nullable=False),
    Column("topic", Integer, nullable=False),
    Column("due_at", Text, nullable=False),
    Column("until", Text, nullable=False),
)
"""Debates that are being judged and whose judges have not been reminded yet."""

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("debate_id", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("member", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("settled_by", Text),
    Column("settled_at", Text),
    Column("note", Text, nullable=False),
    UniqueConstraint("debate_id", "line", "member"),
)
"""What moderators are asked to look at; line 0 is the debate as a whole."""

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("member", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("disabled_at", Text),
    Column("last_status", Integer),
    Column("last_error", Text),
    Column("last_at", Text),
    Column("held_until", Text),
    Column("due_at", Text),
)
"""Where members, and the house's owner, want to be told. `due_at` is when somebody next looks what to send;
`held_until` is how long a sender has it to itself, or how long it is left alone after a failure."""

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Text, primary_key=True),
    Column("webhook_id", Text, nullable=False),
    Column("notification_id", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", Text, nullable=False),
)
"""Notifications on their way; gone once they have arrived or are given up."""

_n, _f, _r, _w = notifications.c, feed.c, reports.c, webhooks.c
_unread, _waiting = _n.read_at.is_(None), _w.due_at.is_not(None)
Index("notifications_newest", _n.member, _n.at, _n.id)
Index("notifications_unread", _n.member, _n.at, _n.id, sqlite_where=_unread, postgresql_where=_unread)
Index("notifications_of_debate", _n.debate_id)
Index("feed_newest", _f.at, _f.id)
Index("feed_of_member", _f.member, _f.at, _f.id)
Index("feed_of_debate", _f.debate_id)
Index("reminders_due", reminders.c.due_at, reminders.c.debate_id)
Index("reports_filed", _r.state, _r.at, _r.id)
Index("reports_settled", _r.state, _r.settled_at, _r.id)
Index("reports_of_member", _r.member, _r.at)
Index("webhooks_of_member", _w.member, _w.id)
Index("webhooks_due", _w.due_at, _w.id, sqlite_where=_waiting, postgresql_where=_waiting)
Index("deliveries_due", deliveries.c.webhook_id, deliveries.c.due_at, deliveries.c.id)
