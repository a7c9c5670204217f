# Read by the scripts beside it.

# Fails with the names of the settings that are missing.
need() {
  local name missing=()
  for name in "$@"; do [ -n "${!name:-}" ] || missing+=("$name"); done
  if [ "${#missing[@]}" -gt 0 ]; then
    echo "error: not set: ${missing[*]}. Paste the settings of docs/production.md first." >&2
    exit 1
  fi
}

# The current value of a secret: the first line of its file. Further lines are older values that are still taken.
current() {
  if [ ! -s "$1" ]; then
    echo "error: $1 is missing or empty" >&2
    exit 1
  fi
  head -n 1 "$1"
}

# write MODE GROUP FILE: puts its input into a file at once, with these rights.
write() {
  local unfinished
  unfinished=$(mktemp "$3.XXXXXX")
  cat > "$unfinished"
  chgrp "$2" "$unfinished"
  chmod "$1" "$unfinished"
  mv -f "$unfinished" "$3"
}
