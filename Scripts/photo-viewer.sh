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
