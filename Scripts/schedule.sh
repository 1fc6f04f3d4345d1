# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives Schedule from outside; sourced after common.sh and driving.sh.
program=Schedule
shown=complete

# Starts the program with its own state folders; its output goes to $trace. Further arguments go to the
# program.
start_app() {
  trace="$home/trace"
  : >"$trace"
  HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" \
    "$app" "$file" --trace --still "$@" >"$trace" 2>"$home/errors" &
  app_process=$!
}

# Prints the schedule with the events of each room in reverse order.
turned_round() {
  awk '
    /<event[ >]/ { inside = 1; block = "" }
    inside { block = block $0 "\n"; if (/<\/event>/) { inside = 0; kept = block kept }; next }
    { printf "%s", kept; kept = ""; print }' "$1"
}

# Prints the schedule without its first events.
without_first_events() {
  local first
  first=$(sed -n 's:.*<date>\(.*\)</date>.*:\1:p' "$1" | sort | head -n 1)
  [ -n "$first" ] || fail "The events of $1 have no dates."
  awk -v first="<date>$first</date>" '
    /<event[ >]/ { inside = 1; block = "" }
    inside {
      block = block $0 "\n"
      if (/<\/event>/) { inside = 0; if (!index(block, first)) printf "%s", block }
      next
    }
    { print }' "$1"
}
