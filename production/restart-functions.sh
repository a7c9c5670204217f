#!/usr/bin/env bash
# Starts the processes of the functions again, one after the other, and waits until each answers. So one is always there.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need FUNCTION_PORTS
for port in $FUNCTION_PORTS; do
  systemctl restart "corvane-functions@$port.service"
  for try in $(seq 200); do
    if curl -s -o /dev/null --max-time 2 "http://127.0.0.1:$port/"; then continue 2; fi
    sleep 0.05
  done
  echo "error: the functions do not answer on port $port. journalctl -u corvane-functions@$port says why" >&2
  exit 1
done
