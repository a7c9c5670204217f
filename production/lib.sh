# Read by the scripts beside it.

# Fails with the names of the settings that are missing.
need() {
  local name missing=()
  for name in "$@"; do [ -n "${!name:-}" ] || missing+=("$name"); done
  if [ "${#missing[@]}" -gt 0 ]; then
    echo "error: not set: ${missing[*]}. Paste the settings of docs/several-machines.md first." >&2
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

# folder MODE OWNER GROUP FOLDER: makes a folder, or gives an existing one to its owner. Only root may write in its parent:
# otherwise a link could take its place after the check. A link is refused, because root would change what is behind it.
folder() {
  if [ -L "$4" ]; then
    echo "error: $4 is a link to $(readlink "$4"), which no script of Corvane makes. Find out who made it, then remove it" >&2
    exit 1
  fi
  [ -d "$4" ] || mkdir -p "$4"
  chown "$2:$3" "$4"
  chmod "$1" "$4"
}

# write MODE GROUP FILE: puts its input into a file at once, with these rights. Only root may write in its
# folder: otherwise the unfinished file could be swapped for a link.
write() {
  local unfinished
  unfinished=$(mktemp "$3.XXXXXX")
  cat > "$unfinished"
  chgrp "$2" "$unfinished"
  chmod "$1" "$unfinished"
  mv -fT "$unfinished" "$3"
}
