"""Lanes that all processes share: who is in one, who waits for it, and who of them lives. On PostgreSQL alone."""

from alembic import op

revision = "0008"
down_revision = "0007"
serves = "0007"
"""A Moot of before has no use for these tables, and works beside them."""

_TABLES = (
    "CREATE TABLE lane_holders (name text PRIMARY KEY, seen_at timestamptz NOT NULL)",
    """
    CREATE TABLE lane_tickets (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        lane text NOT NULL,
        most integer NOT NULL,
        holder text NOT NULL,
        ticket bigint NOT NULL,
        admitted boolean NOT NULL DEFAULT false,
        UNIQUE (holder, ticket)
    )
    """,
    "CREATE INDEX lane_tickets_in_order ON lane_tickets (lane, number)",
    # After a restart of the database nobody could be heard of for a while.
    """
    CREATE VIEW lane_living AS SELECT name FROM lane_holders
    WHERE greatest(seen_at, pg_postmaster_start_time()) > clock_timestamp() - interval '5 seconds'
    """,
)

_LOCK = """
    CREATE FUNCTION moot_lane_lock(wanted text) RETURNS void LANGUAGE sql AS $$
        SELECT pg_advisory_xact_lock(1836019573, hashtext(wanted))
    $$
"""

# Whoever is next waits, also for a limit lower than others know: those who came later do not overtake.
_ADMIT = """
    CREATE FUNCTION moot_lane_admit(wanted text, own_holder text, own_ticket bigint) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
        inside integer;
        next_one record;
    BEGIN
        SELECT count(*) INTO inside FROM lane_tickets t JOIN lane_living l ON l.name = t.holder
        WHERE t.lane = wanted AND t.admitted;
        FOR next_one IN
            SELECT t.number, t.holder, t.ticket, t.most FROM lane_tickets t JOIN lane_living l ON l.name = t.holder
            WHERE t.lane = wanted AND NOT t.admitted ORDER BY t.number
        LOOP
            EXIT WHEN inside >= next_one.most;
            UPDATE lane_tickets SET admitted = true WHERE number = next_one.number;
            inside := inside + 1;
            IF (next_one.holder, next_one.ticket) IS DISTINCT FROM (own_holder, own_ticket) THEN
                PERFORM pg_notify('moot_lanes', next_one.ticket || ' ' || next_one.holder);
            END IF;
        END LOOP;
    END $$
"""

_ENTER = """
    CREATE FUNCTION moot_lane_enter(wanted text, at_most integer, who text, which bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM set_config('synchronous_commit', 'off', true);
        PERFORM moot_lane_lock(wanted);
        INSERT INTO lane_tickets (lane, most, holder, ticket) VALUES (wanted, at_most, who, which)
        ON CONFLICT (holder, ticket) DO NOTHING;
        PERFORM moot_lane_admit(wanted, who, which);
        RETURN (SELECT admitted FROM lane_tickets WHERE holder = who AND ticket = which);
    END $$
"""

_LEAVE = """
    CREATE FUNCTION moot_lane_leave(wanted text, who text, which bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM set_config('synchronous_commit', 'off', true);
        PERFORM moot_lane_lock(wanted);
        DELETE FROM lane_tickets WHERE holder = who AND ticket = which;
        PERFORM moot_lane_admit(wanted, NULL, NULL);
    END $$
"""

# Of what the holder does not know any more (its word to leave was lost) nothing stays behind.
_BEAT = """
    CREATE FUNCTION moot_lane_beat(who text, kept bigint[], newest bigint) RETURNS TABLE (which bigint, is_in boolean)
    LANGUAGE plpgsql AS $$
    DECLARE
        each_lane text;
    BEGIN
        PERFORM set_config('synchronous_commit', 'off', true);
        INSERT INTO lane_holders (name, seen_at) VALUES (who, clock_timestamp())
        ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at;
        FOR each_lane IN
            SELECT DISTINCT t.lane FROM lane_tickets t
            WHERE t.holder = who AND (NOT t.admitted OR (t.ticket <= newest AND t.ticket <> ALL (kept)))
            ORDER BY t.lane
        LOOP
            PERFORM moot_lane_lock(each_lane);
            DELETE FROM lane_tickets t
            WHERE t.holder = who AND t.lane = each_lane AND t.ticket <= newest AND t.ticket <> ALL (kept);
            PERFORM moot_lane_admit(each_lane, NULL, NULL);
        END LOOP;
        WITH gone AS (
            DELETE FROM lane_holders WHERE name IN (
                SELECT name FROM lane_holders WHERE seen_at < clock_timestamp() - interval '10 minutes'
                FOR UPDATE SKIP LOCKED
            ) RETURNING name
        )
        DELETE FROM lane_tickets t USING gone WHERE t.holder = gone.name;
        RETURN QUERY SELECT t.ticket, t.admitted FROM lane_tickets t WHERE t.holder = who;
    END $$
"""


def upgrade() -> None:
    """Makes them."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for statement in (*_TABLES, _LOCK, _ADMIT, _ENTER, _LEAVE, _BEAT):
        op.execute(statement)
