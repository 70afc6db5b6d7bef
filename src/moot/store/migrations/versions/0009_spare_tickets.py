"""Tickets of lanes may be kept for the next call, so whoever waits for one says so. On PostgreSQL alone."""

from alembic import op

revision = "0009"
down_revision = "0008"
serves = "0007"
"""A Moot of before enters, leaves and beats as it did; it keeps no ticket, and does not hear that somebody waits."""

_CROWDED = """
    CREATE FUNCTION moot_lane_crowded(wanted text) RETURNS void LANGUAGE sql AS $$
        SELECT pg_notify('moot_lanes', '! ' || wanted)
    $$
"""

_ENTER = """
    CREATE OR REPLACE FUNCTION moot_lane_enter(wanted text, at_most integer, who text, which bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
    DECLARE
        inside boolean;
    BEGIN
        PERFORM set_config('synchronous_commit', 'off', true);
        PERFORM moot_lane_lock(wanted);
        INSERT INTO lane_tickets (lane, most, holder, ticket) VALUES (wanted, at_most, who, which)
        ON CONFLICT (holder, ticket) DO NOTHING;
        PERFORM moot_lane_admit(wanted, who, which);
        SELECT admitted INTO inside FROM lane_tickets WHERE holder = who AND ticket = which;
        IF NOT inside THEN
            PERFORM moot_lane_crowded(wanted);
        END IF;
        RETURN inside;
    END $$
"""

# Of what the holder does not know any more (its word to leave was lost, or it keeps it no longer) nothing stays behind.
_BEAT = """
    CREATE FUNCTION moot_lane_beat(who text, kept bigint[], newest bigint, asked bigint[])
    RETURNS TABLE (which bigint, is_in boolean) LANGUAGE plpgsql AS $$
    DECLARE
        each_lane text;
    BEGIN
        PERFORM set_config('synchronous_commit', 'off', true);
        INSERT INTO lane_holders (name, seen_at) VALUES (who, clock_timestamp())
        ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at;
        FOR each_lane IN
            SELECT DISTINCT t.lane FROM lane_tickets t
            WHERE t.holder = who AND (
                NOT t.admitted OR (t.ticket <= newest AND NOT EXISTS (SELECT FROM unnest(kept) k WHERE k = t.ticket))
            )
            ORDER BY t.lane
        LOOP
            PERFORM moot_lane_lock(each_lane);
            DELETE FROM lane_tickets t
            WHERE t.holder = who AND t.lane = each_lane AND t.ticket <= newest
            AND NOT EXISTS (SELECT FROM unnest(kept) k WHERE k = t.ticket);
            PERFORM moot_lane_admit(each_lane, NULL, NULL);
            IF EXISTS (SELECT FROM lane_tickets t WHERE t.holder = who AND t.lane = each_lane AND NOT t.admitted) THEN
                PERFORM moot_lane_crowded(each_lane);
            END IF;
        END LOOP;
        WITH gone AS (
            DELETE FROM lane_holders WHERE name IN (
                SELECT name FROM lane_holders WHERE seen_at < clock_timestamp() - interval '10 minutes'
                FOR UPDATE SKIP LOCKED
            ) RETURNING name
        )
        DELETE FROM lane_tickets t USING gone WHERE t.holder = gone.name;
        RETURN QUERY SELECT t.ticket, t.admitted FROM lane_tickets t WHERE t.holder = who AND t.ticket = ANY (asked);
    END $$
"""

_BEAT_OF_BEFORE = """
    CREATE OR REPLACE FUNCTION moot_lane_beat(who text, kept bigint[], newest bigint)
    RETURNS TABLE (which bigint, is_in boolean) LANGUAGE sql AS $$
        SELECT * FROM moot_lane_beat(who, kept, newest, kept)
    $$
"""


def upgrade() -> None:
    """Makes them."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for statement in (_CROWDED, _ENTER, _BEAT, _BEAT_OF_BEFORE):
        op.execute(statement)
