#!/usr/bin/env bash
# Restores the newest copy of the cluster and the write-ahead log after it, up to this moment. It works in a folder of
# $ARCHIVE. It reads every row there, and looks whether the trail ends where it did. Then it removes the folder, and leaves
# a line about it. The database notes the drill, for the doctor.
set -euo pipefail
: "${ARCHIVE:?} ${PGHOST:?} ${PGPORT:?} ${PGUSER:?} ${PGPASSFILE:?}"
umask 077
export LC_ALL=C
programs=/usr/lib/postgresql/17/bin
drill=$ARCHIVE/drill
main=$drill/main
live() { psql -X -At --no-password -v ON_ERROR_STOP=1 -U corvane_backup -d corvane "$@"; }
restored() { psql -X -At -v ON_ERROR_STOP=1 -h "$drill" -U postgres -d corvane "$@"; }
fail() {
  echo "$1" >&2
  exit 1
}

copy=$(find "$ARCHIVE/base" -mindepth 1 -maxdepth 1 -name '20*' | sort | tail -n 1)
[ -n "$copy" ] || fail 'The archive has no copy of the cluster'
# Of a drill that was killed.
rm -rf "$main" "$drill"/.s.PGSQL.*
# The log of the live database comes to the same disk.
needed=$(live -c "select pg_database_size('corvane') / 1000000 + 2000")
free=$(df --output=avail -BMB "$drill" | tail -n 1 | tr -dc 0-9)
((free > needed)) || fail "A drill needs $needed MB on the disk of the archive, and $free MB are free"

SECONDS=0
trap '"$programs/pg_ctl" stop -s -m immediate -D "$main" > /dev/null 2>&1 || true; rm -rf "$main"' EXIT
mkdir "$main"
newest='select coalesce(max(line_number), 0) from public.audit_events'
before=$(live -c "$newest")
moment=$(live -c 'select clock_timestamp()')
# A restore stops at the end of the first transaction after the moment. This one writes nothing but its end.
live -o /dev/null -c 'select pg_current_xact_id()'
position=$(live -c 'select pg_current_wal_insert_lsn()')
for ((look = 0; look < 60; look++)); do
  [ -z "$(live -c "select 1 from pg_replication_slots where slot_name = 'corvane_archive' and restart_lsn >= '$position'")" ] || break
  sleep 1
done
((look < 60)) || fail 'The archive does not follow the log: journalctl -u corvane-archive'
after=$(live -c "$newest")

# The archive may complete a file just between two looks for it: so restore_command looks for its whole name again.
tar -xzf "$copy/base.tar.gz" -C "$main"
rm -f "$main/postgresql.auto.conf"
touch "$main/recovery.signal"
echo 'local all all trust' > "$main/pg_hba.conf"
cat > "$main/postgresql.conf" << END
listen_addresses = ''
unix_socket_directories = '$drill'
shared_buffers = '32MB'
hot_standby = off
fsync = off
restore_command = 'cp "$ARCHIVE/wal/%f" "%p" 2> /dev/null || cp "$ARCHIVE/wal/%f.partial" "%p" 2> /dev/null || cp "$ARCHIVE/wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
"$programs/pg_ctl" start -s -w -t 36000 -D "$main" -l "$main/log" || fail "$(tail -n 20 "$main/log")"

has=$(restored -c "$newest")
((before <= has && has <= after)) || fail "At $moment the trail ended at line $before to $after, and in the archive it ends at $has"
"$programs/pg_dump" -h "$drill" -U postgres -d corvane -f /dev/null
rows=$(restored -c "
  select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename), false, true, '')))[1]::text::bigint)
  from pg_tables where schemaname in ('public', 'private')")
find "$drill" -mindepth 1 -maxdepth 1 -name '20*' -delete
said="Restored $(basename "$copy") with the log until $moment in $SECONDS s: $rows rows, the trail until line $has"
echo "$said" > "$drill/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
live -o /dev/null -c "select private.record_backup_run('archive_drill', '{\"moment\": \"$moment\", \"rows\": $rows, \"seconds\": $SECONDS}')"
echo "$said"
