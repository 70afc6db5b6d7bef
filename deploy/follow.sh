#!/bin/sh
# A streaming replica: copies the server at PGHOST into PGDATA, once, and then does what it is told (postgres).
# PGDATA must not be there yet, and the server must let it in: see replication.sh.
set -eu
if [ ! -e "$PGDATA" ]; then
    # A copy that was broken off looks like a whole one; it is begun anew.
    rm -rf "$PGDATA.unfinished"
    pg_basebackup --pgdata="$PGDATA.unfinished" --write-recovery-conf --checkpoint=fast
    chmod 0700 "$PGDATA.unfinished"
    mv "$PGDATA.unfinished" "$PGDATA"
fi
exec "$@"
