# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives PhotoViewer from outside; sourced after common.sh and driving.sh.
program=PhotoViewer

# Starts the program with state folders of its own; its lines go to $trace. Further arguments are the
# program's.
start_app() {
  trace="$home/trace"
  : >"$trace"
  HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" \
    "$app" "$folder" --trace --still "$@" >"$trace" 2>"$home/errors" &
  app_process=$!
}

# Turns the wheel once, 4 for up and 5 for down, and waits until that is on screen: a signal or a message that
# comes at once may be handled before the wheel. Fails when nothing moves within ten seconds.
scroll() {
  local now before= deadline=$((SECONDS + 10))
  xdotool mousemove 500 400
  # What the pointer lights up is no scrolling.
  until now=$(middle) && [ "$now" = "$before" ]; do before=$now; done
  xdotool click "$1"
  while [ "$(middle)" = "$before" ]; do
    [ $SECONDS -lt $deadline ] || return 1
  done
}
middle() { import -window root -crop 300x100+350+350 rgb:- | md5sum; }
