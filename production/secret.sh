#!/usr/bin/env bash
# Keeps the secrets of the backend in files of $KEYS, one secret per file, readable by root alone.
#
# - secret.sh make NAME [PREFIX]     makes a secret, unless it is there
# - secret.sh take NAME VALUE_NAME   stores another service's secret from a variable, in place of an old one
# - secret.sh renew NAME [PREFIX]    makes the next one. The one before stays as the second line of the file
# - secret.sh forget NAME            keeps only the newest
#
# With the prefix es256, the secret is not random text but a private key. It signs session tokens.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
need KEYS
[ "$#" -ge 2 ] || { echo "error: secret.sh make|take|renew|forget NAME" >&2; exit 1; }
umask 077
mkdir -p "$KEYS"
file=$KEYS/$2
group=$(id -gn)
new() {
  local random
  if [ "${1:-}" = es256 ]; then
    node "$here/session-key.mjs" new
    return
  fi
  # A command substitution goes on after what fails in it.
  random=$(openssl rand -hex 32) || return 1
  printf '%s%s\n' "${1:-}" "$random"
}
case $1 in
  make)
    if [ ! -s "$file" ]; then
      value=$(new "${3:-}")
      write 600 "$group" "$file" <<< "$value"
    fi
    ;;
  take)
    need "$3"
    [ "$(head -n 1 "$file" 2> /dev/null)" = "${!3}" ] || printf '%s\n' "${!3}" | write 600 "$group" "$file"
    ;;
  renew)
    before=$(current "$file")
    value=$(new "${3:-}")
    write 600 "$group" "$file" <<< "$value"$'\n'"$before"
    ;;
  forget)
    value=$(current "$file")
    write 600 "$group" "$file" <<< "$value"
    ;;
  *) echo "error: secret.sh has no \"$1\"" >&2; exit 1 ;;
esac
