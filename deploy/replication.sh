#!/bin/sh
# Run by the image of PostgreSQL when its data is first made: lets replicas in, with the password of the database's owner.
set -eu
echo "host replication $POSTGRES_USER all scram-sha-256" >> "$PGDATA/pg_hba.conf"
