#!/usr/bin/env bash
# Writes what PostgreSQL needs beside its package's configuration: where it listens, how much write-ahead log it keeps
# for the archive, and who may connect from where. The same settings give the same files.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need POSTGRES_CONFIGURATION DATABASE_ADDRESS ARCHIVE_NETWORK SYSCTL
root=$(id -gn)
access=$POSTGRES_CONFIGURATION/pg_hba.conf
if [ ! -s "$access" ]; then
  echo "error: $access is missing or empty. Install postgresql-15 first" >&2
  exit 1
fi
install -d "$SYSCTL" "$POSTGRES_CONFIGURATION/conf.d"
write 644 "$root" "$SYSCTL/60-corvane.conf" << END
# The address of the private network may come later than PostgreSQL while the machine starts. PostgreSQL would not listen
# on it until it is restarted. So programs may listen on an address that is still to come.
net.ipv4.ip_nonlocal_bind = 1
-net.ipv6.ip_nonlocal_bind = 1
END
write 644 "$root" "$POSTGRES_CONFIGURATION/conf.d/corvane.conf" << END
listen_addresses = '127.0.0.1,$DATABASE_ADDRESS'
wal_level = replica
max_wal_senders = 4
max_slot_wal_keep_size = '4GB'
END
for line in "host corvane corvane_backup $ARCHIVE_NETWORK scram-sha-256" \
  "host replication corvane_archive $ARCHIVE_NETWORK scram-sha-256" \
  "host corvane authenticator,corvane_owner 127.0.0.1/32 scram-sha-256"; do
  grep -qxF "$line" "$access" || echo "$line" >> "$access"
done
