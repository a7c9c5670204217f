#!/usr/bin/env bash
# Starts each function again, one after the other, and waits until it answers. So at most one is away at a time.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need ETC
for file in "$ETC"/function-ports/*.env; do
  name=$(basename "$file" .env)
  systemctl restart "corvane-function@$name.service"
  address=http://$(sed -n 's/^DENO_SERVE_ADDRESS=tcp:\(.*\)/\1/p' "$file")/
  for try in $(seq 200); do
    if curl -s -o /dev/null --max-time 2 "$address"; then continue 2; fi
    sleep 0.05
  done
  echo "error: $name does not answer. journalctl -u corvane-function@$name says why" >&2
  exit 1
done
