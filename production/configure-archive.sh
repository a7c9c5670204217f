#!/usr/bin/env bash
# Writes the configuration of the archive machine from the settings, and from what was carried here.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need ETC ARCHIVE BACKUPS CARRY DATABASE_ADDRESS PGPORT JOBS_USER JOBS_GROUP
umask 077
mkdir -p "$ETC"
chmod 755 "$ETC"
root=$(id -gn)
# Root's own, so that the jobs cannot put a link in the place of a folder that root gives them.
folder 750 "$(id -un)" "$JOBS_GROUP" "$ARCHIVE"
for name in "$ARCHIVE/wal" "$ARCHIVE/base" "$BACKUPS"; do folder 700 "$JOBS_USER" "$JOBS_GROUP" "$name"; done
archive_password=$(current "$CARRY/archive/database-archive-password")
backup_password=$(current "$CARRY/archive/database-backup-password")
recipient=$(current "$CARRY/archive/backup-recipient")
# The second line is for noting each copy where the doctor sees it.
write 600 "$root" "$ETC/archive.pgpass" << END
$DATABASE_ADDRESS:$PGPORT:*:corvane_archive:$archive_password
$DATABASE_ADDRESS:$PGPORT:corvane:corvane_backup:$backup_password
END
# The job reads it itself.
chown "$JOBS_USER" "$ETC/archive.pgpass"
write 600 "$root" "$ETC/archive.env" << END
ARCHIVE=$ARCHIVE
PGHOST=$DATABASE_ADDRESS
PGPORT=$PGPORT
PGUSER=corvane_archive
PGPASSFILE=$ETC/archive.pgpass
END
write 600 "$root" "$ETC/backup.env" << END
DATABASE_URL=postgres://corvane_backup:$backup_password@$DATABASE_ADDRESS:$PGPORT/corvane
BACKUP_RECIPIENT=$recipient
END
