#!/usr/bin/env bash
# fetch-program.sh NAME FOLDER: fetches a program of programs.txt and unpacks it into a folder. An archive with another
# checksum than the one there is not unpacked.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ "$#" -eq 2 ] || { echo "error: fetch-program.sh NAME FOLDER" >&2; exit 1; }
line=$(grep "^$1 " "$here/programs.txt") || { echo "error: programs.txt has no \"$1\"" >&2; exit 1; }
read -r _ version expected left_out address <<< "$line"
address=${address//%/$version}
archive=$(mktemp)
trap 'rm -f "$archive"' EXIT
curl -fsSL --proto =https -o "$archive" "$address"
read -r found _ < <(sha256sum "$archive")
if [ "$found" != "$expected" ]; then
  echo "error: $address has the SHA-256 $found, and programs.txt says $expected. Nothing was unpacked" >&2
  exit 1
fi
tar -xJf "$archive" -C "$2" --strip-components "$left_out"
