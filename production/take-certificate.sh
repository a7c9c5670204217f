#!/usr/bin/env bash
# take-certificate.sh FOLDER: puts fullchain.pem and privkey.pem of a folder into $TLS, where nginx reads them. A certificate
# that browsers would refuse is not taken. certbot runs it after each renewal.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
need TLS SITE_HOST EDGE_GROUP
[ "$#" -eq 1 ] || { echo "error: take-certificate.sh FOLDER" >&2; exit 1; }
TLS=$1 "$here/check-certificate.sh"
mkdir -p "$TLS"
chmod 755 "$TLS"
write 644 "$(id -gn)" "$TLS/fullchain.pem" < "$1/fullchain.pem"
write 640 "$EDGE_GROUP" "$TLS/privkey.pem" < "$1/privkey.pem"
