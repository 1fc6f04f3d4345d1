# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives Schedule from outside; sourced after common.sh and driving.sh.
program=Schedule

# Starts the program with state folders of its own and a caret that does not blink; its lines go to
# $trace. Further arguments are the program's.
start_app() {
  trace="$home/trace"
  : >"$trace"
  mkdir -p "$home/config/gtk-4.0"
  printf '[Settings]\ngtk-cursor-blink=false\n' >"$home/config/gtk-4.0/settings.ini"
  HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" \
    XDG_CONFIG_HOME="$home/config" \
    "$app" "$file" --trace --still "$@" >"$trace" 2>"$home/errors" &
  app_process=$!
}
