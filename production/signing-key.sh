#!/usr/bin/env bash
# Makes a signing key of an application: the private half goes to $KEYS/<application>.key, its name to <application>.key-id.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need KEYS RELEASE_DESTINATION
umask 077
mkdir -p "$KEYS"
said=$(node_modules/.bin/node release/release.ts signing-key "$1")
sed -n 's/^RELEASE_SIGNING_KEY=//p' <<< "$said" | write 600 "$(id -gn)" "$KEYS/$1.key"
sed -n 's/^Key \([^ ]*\) of .*/\1/p' <<< "$said" | write 600 "$(id -gn)" "$KEYS/$1.key-id"
