#!/usr/bin/env bash
# Copies the whole database cluster into $ARCHIVE/base and keeps the two newest copies. Removes the write-ahead log that
# only older copies need. A copy appears when it is whole. The database notes it, for the doctor.
set -euo pipefail
: "${ARCHIVE:?} ${PGHOST:?} ${PGPORT:?} ${PGUSER:?} ${PGPASSFILE:?}"
umask 077
export LC_ALL=C
mkdir -p "$ARCHIVE/base" "$ARCHIVE/wal"
name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
rm -rf "$ARCHIVE"/base/.*.part
pg_basebackup --no-password --checkpoint=fast --format=tar --gzip --wal-method=none -D "$ARCHIVE/base/.$name.part" 2> >(grep -v NOTICE >&2)
mv "$ARCHIVE/base/.$name.part" "$ARCHIVE/base/$name"
find "$ARCHIVE/base" -mindepth 1 -maxdepth 1 -name '20*' | sort | head -n -2 | xargs -r rm -rf
oldest=$(find "$ARCHIVE/base" -mindepth 1 -maxdepth 1 -name '20*' | sort | head -n 1)
first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p')
# As pg_archivecleanup does, which only a machine with a server of PostgreSQL has. The first eight letters are the timeline.
for file in "$ARCHIVE"/wal/*; do
  part=$(basename "$file")
  [[ ! $part =~ ^[0-9A-F]{24}(\.partial)?$ || ! ${part:8:16} < ${first:8:16} ]] || rm "$file"
done
used=$(df --output=pcent "$ARCHIVE" | tail -n 1 | tr -dc 0-9)
psql -X -q -o /dev/null --no-password -v ON_ERROR_STOP=1 -U corvane_backup -d corvane << END
select private.record_backup_run('base', '{"name": "$name", "free_percent": $((100 - used))}');
END
echo "$ARCHIVE/base/$name, with the log from $first on"
