# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives Schedule from outside; sourced after common.sh and driving.sh.
program=Schedule

# Starts the program with state folders of its own; its lines go to $trace. Further arguments are the
# program's.
start_app() {
  trace="$home/trace"
  : >"$trace"
  HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" \
    "$app" "$file" --trace --still "$@" >"$trace" 2>"$home/errors" &
  app_process=$!
}
