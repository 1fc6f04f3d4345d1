# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Starts, uses, kills and compares programs from outside, with real clicks and keys; sourced from the project's folder.
#
#   on_display; use WORD PROGRAM ARGUMENT...; launch; act SENTENCE COMMAND...; restart; compare_with BEFORE AFTER SENTENCE
#
# A script that compares pictures sets the folder for them ($pictures).
. Scripts/common.sh

# Makes a folder for the programs' files ($home) and output ($trace), and a display, by start_display or the named
# command. They end with the script, and so does the program that runs then. A command after ${at_home[@]} has its files
# there, too.
on_display() {
  home=$(mktemp -d)
  trace=$home/trace
  at_home=(env HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data")
  on_exit 'rm -rf "$home"'
  "${@:-start_display}"
  app_process=
  on_exit 'kill -KILL $app_process 2>/dev/null'
}

# Uses a program from now on. It prints WORD once everything is on screen. usage: use WORD PROGRAM [ARGUMENT...]
use() { shown=$1 program=$(basename "$2") command_line=("${@:2}"); }

# Turns off what moves on its own in programs without the option --still: it would differ between pictures.
# usage: hold_still CSS [SETTING...]
hold_still() {
  mkdir -p "$home/config/gtk-4.0"
  printf '%s\n' '[Settings]' gtk-cursor-blink=false "${@:2}" >"$home/config/gtk-4.0/settings.ini"
  printf '%s\n' "$1" >"$home/config/gtk-4.0/gtk.css"
}

# Starts the program with files of its own and further arguments; its output goes to $trace.
start_app() {
  : >"$trace"
  "${at_home[@]}" "${command_line[@]}" --trace "$@" <"${input:-/dev/null}" >"$trace" 2>"$home/errors" &
  app_process=$!
}

# The same, and waits until everything is on screen.
launch() {
  start_app "$@"
  wait_for "$shown"
}

# Launches it without saved state, and takes a first picture.
launch_anew() {
  [ -z "$app_process" ] || kill_app
  rm -rf "$home/state" "$home/data"
  launch "$@"
  wait_for "restored nothing"
  take "$private/last.png"
}

kill_app() {
  kill -KILL "$app_process"
  wait "$app_process" 2>/dev/null || true
  app_process=
}

# Ends the program as a desktop does at the end of a session.
quit_app() {
  kill -TERM "$app_process"
  expect_order SIGTERM
}

# Waits until the program has ended in order, by what the sentence says.
await_end() {
  evidence="$trace $home/errors" await "$1: $program is still running" app_is_gone
  expect_order "$1"
}
expect_order() {
  wait "$app_process" || fail "$1: $program ended with status $?: $(cat "$home/errors")"
  app_process=
}
app_is_gone() { ! kill -0 "$app_process" 2>/dev/null; }

# Waits for a line with this prefix; fails if the program ends or after ten seconds.
wait_for() { await_app "$program did not print '$*'" grep -q "^$*" "$trace"; }

# Waits until a command succeeds; fails if the program ends or after ten seconds.
await_app() { evidence="$trace $home/errors" await "$1" app_does "${@:2}"; }
app_does() {
  "$@" && return
  app_is_gone || return 1
  fail "$program ended: $(cat "$home/errors")"
}

# The last number that was printed after a word; 0 if there is none.
last_number() { awk -v word="$1" '$1 == word { n = $2 } END { print n + 0 }' "$trace"; }
has_saved_after() { [ "$(last_number saved)" -gt "$1" ]; }

# The window with a title; fails if there is none within ten seconds.
window() {
  local found
  found=$(timeout 10 xdotool search --sync --onlyvisible --name "^$1\$") ||
    fail "$program has no window '$1'"
  head -1 <<<"$found"
}

# Closes a sheet with typed text, and confirms the question.
discard() { xdotool key Escape Tab Return; }

# Carries out an action, then waits until a later state is on disk. Fails if nothing was saved: then the
# action had no effect.
act() {
  local before
  before=$(last_number saved)
  "${@:2}"
  await_app "$1: nothing was saved" has_saved_after "$before"
}

# Waits until nothing more is saved; a change is on disk within a second.
all_saved() {
  local saved=-1 since=$SECONDS deadline=$((SECONDS + 20))
  until [ $((SECONDS - since)) -ge 3 ]; do
    [ $SECONDS -lt $deadline ] || fail "$program does not stop saving"
    if [ "$(last_number saved)" != "$saved" ]; then
      saved=$(last_number saved)
      since=$SECONDS
    fi
    sleep 0.1
  done
}

# Kills the program once it has saved everything, and starts it again with further arguments. Everything that
# was saved must be restored. Changes such as a narrow window are saved a second later.
restart() {
  local saved
  all_saved
  saved=$(last_number saved)
  # Nothing was saved since the last start, so the state restored then counts.
  [ "$saved" -gt 0 ] || saved=$(last_number restored)
  kill_app
  launch "$@"
  wait_for "restored $saved"
}

click() { xdotool mousemove "$1" "$2" click 1; }
wheel_up() { xdotool mousemove "$1" "$2" click --repeat "$3" --delay 30 4; }
wheel_down() { xdotool mousemove "$1" "$2" click --repeat "$3" --delay 30 5; }

# Takes a picture of the screen at once; little compression takes a quarter of the time.
picture() { import -window root -quality 10 "$1"; }

# Moves the pointer aside.
hide_pointer() { xdotool mousemove 999 699; }

# Takes a picture of the screen once two in a row are equal.
take() {
  hide_pointer
  local deadline=$((SECONDS + 10))
  picture "$1"
  while true; do
    picture "$private/again.png"
    [ "$(difference "$1" "$private/again.png")" = 0 ] && return
    mv "$private/again.png" "$1"
    [ $SECONDS -lt $deadline ] || fail "The screen keeps changing"
  done
}

# The number of pixels that differ. ImageMagick 7 prints a fraction, followed by a share of the picture.
difference() {
  { compare -metric AE "$1" "$2" null: 2>&1 || true; } | awk '{ n = int($1); print n + ($1 > n); exit }'
}

# The number of pixels that differ after a restore. From GTK 4.10 on, the subpixel positions of letters vary from
# one start to the next. So up to 150 pixels may differ, each by at most 60 % of its range (a caret differs by
# more), and none in a cluster larger than a letter.
restored_difference() {
  local pixels
  pixels=$(difference "$1" "$2")
  if [ "$pixels" -gt 0 ] && [ "$pixels" -le 150 ] && has_letters_by_chance && is_faint "$1" "$2"; then
    say "  forgiven: $pixels pixels along letters of $2" >&2
    pixels=0
  fi
  say "$pixels"
}
has_letters_by_chance() {
  dpkg --compare-versions "$(dpkg-query -W -f '${Version}' libgtk-4-1)" ge 4.10
}
is_faint() {
  local apart=(convert "$1" "$2" -compose difference -composite -channel RGB -separate -evaluate-sequence max)
  [ "$("${apart[@]}" -threshold 60% -format '%[fx:maxima]' info:)" = 0 ] || return 1
  "${apart[@]}" -threshold 0 -define connected-components:verbose=true -connected-components 8 null: \
    | awk '$NF !~ /\(0[,)]/ && split($2, box, /[x+]/) && $2 ~ /^[0-9]+x/ && (box[1] > 16 || box[2] > 20) { exit 1 }'
}

# Takes a picture, which must be the same as an earlier one. usage: compare_with BEFORE AFTER SENTENCE
compare_with() {
  take "$pictures/$2"
  expect_same "$@"
}
expect_same() {
  local pixels
  pixels=$(restored_difference "$pictures/$1" "$pictures/$2")
  [ "$pixels" = 0 ] || fail "$3: $pixels pixels differ between $pictures/$1 and $2"
  say "  $3: identical"
}

expect_change() {
  take "$private/now.png"
  [ "$(difference "$private/last.png" "$private/now.png")" != 0 ] || fail "$1: the screen did not change"
  mv "$private/now.png" "$private/last.png"
  say "  $1"
}

# Waits until the screen changes after an action that is not saved.
await_change() {
  await "$1: the screen did not change" screen_is_new
  take "$private/last.png"
  say "  $1"
}
screen_is_new() {
  picture "$private/now.png"
  [ "$(difference "$private/last.png" "$private/now.png")" != 0 ]
}
