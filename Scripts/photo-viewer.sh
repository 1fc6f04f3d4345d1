# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives PhotoViewer from outside; sourced by tour and kill-at-random, after common.sh.

# Starts the program with state folders of its own; its lines go to $trace.
start_app() {
  trace="$home/trace"
  : >"$trace"
  HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" \
    "$app" "$folder" --trace --still >"$trace" 2>"$home/errors" &
  app_process=$!
}

kill_app() {
  kill -KILL "$app_process"
  wait "$app_process" 2>/dev/null || true
  app_process=
}

# Waits for a line that begins with the words; fails when the program ends or ten seconds pass.
wait_for() {
  local deadline=$((SECONDS + 10))
  until grep -q "^$*" "$trace"; do
    kill -0 "$app_process" 2>/dev/null || fail "PhotoViewer ended: $(cat "$home/errors")"
    [ $SECONDS -lt $deadline ] || fail "PhotoViewer did not print '$*' within ten seconds"
    sleep 0.02
  done
}

# The last number that was printed behind a word; 0 when there is none.
last_number() { awk -v word="$1" '$1 == word { n = $2 } END { print n + 0 }' "$trace"; }

# Carries out an action, then waits until a state that came after it is on disk. Fails when nothing
# was saved: the action had no effect.
act() {
  local description=$1 before
  shift
  before=$(last_number saved)
  "$@"
  local deadline=$((SECONDS + 10))
  until [ "$(last_number saved)" -gt "$before" ]; do
    kill -0 "$app_process" 2>/dev/null || fail "PhotoViewer ended: $(cat "$home/errors")"
    [ $SECONDS -lt $deadline ] || fail "$description: this did nothing"
    sleep 0.02
  done
}

click() { xdotool mousemove "$1" "$2" click 1; }
wheel_up() { xdotool mousemove "$1" "$2" click --repeat "$3" --delay 30 4; }
wheel_down() { xdotool mousemove "$1" "$2" click --repeat "$3" --delay 30 5; }
