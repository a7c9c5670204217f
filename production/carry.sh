#!/usr/bin/env bash
# Copies into $CARRY the secrets of the backend that other machines need. Each machine gets a folder with all that it
# needs.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need KEYS CARRY
umask 077
mkdir -p "$CARRY/web" "$CARRY/archive" "$CARRY/operator"
put() {
  local value
  value=$(current "$KEYS/$2")
  write 600 "$(id -gn)" "$CARRY/$1/$2" <<< "$value"
}
put web edge-secret
put operator publishable-key
put archive database-archive-password
put archive database-backup-password
# Public: backups are sealed for it.
put archive backup-recipient
