# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives PhotoViewer from outside; sourced after common.sh and driving.sh.
program=PhotoViewer

# Starts the program with its own state folders; its output goes to $trace. Further arguments go to the
# program.
start_app() {
  trace="$home/trace"
  : >"$trace"
  HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" \
    "$app" "$folder" --trace --still "$@" >"$trace" 2>"$home/errors" &
  app_process=$!
}
