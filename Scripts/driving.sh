# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Drives an example from outside with real clicks and keys; sourced after common.sh.
#
# The sourcing script starts the program and sets its name ($program), its process ($app_process), the file
# with its output ($trace) and the folder with its files ($home). A restart needs the line that the program
# prints once everything is on screen ($shown), and a comparison needs the folder of the pictures ($pictures).

kill_app() {
  kill -KILL "$app_process"
  wait "$app_process" 2>/dev/null || true
  app_process=
}

# Ends the program as a desktop does at the end of a session.
quit_app() {
  kill -TERM "$app_process"
  wait "$app_process" || fail "$program ended with status $?: $(cat "$home/errors")"
  app_process=
}

# Waits for a line with this prefix; fails if the program ends or after ten seconds.
wait_for() {
  local deadline=$((SECONDS + 10))
  until grep -q "^$*" "$trace"; do
    kill -0 "$app_process" 2>/dev/null || fail "$program ended: $(cat "$home/errors")"
    [ $SECONDS -lt $deadline ] || fail "$program did not print '$*' within ten seconds, but:
$(cat "$trace" "$home/errors")"
    sleep 0.02
  done
}

# The last number that was printed after a word; 0 if there is none.
last_number() { awk -v word="$1" '$1 == word { n = $2 } END { print n + 0 }' "$trace"; }

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
  local description=$1 before
  shift
  before=$(last_number saved)
  "$@"
  local deadline=$((SECONDS + 10))
  until [ "$(last_number saved)" -gt "$before" ]; do
    kill -0 "$app_process" 2>/dev/null || fail "$program ended: $(cat "$home/errors")"
    [ $SECONDS -lt $deadline ] || fail "$description: nothing was saved"
    sleep 0.02
  done
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
  start_app "$@"
  wait_for "$shown"
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

compare_with() {
  take "$pictures/$2"
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
  local deadline=$((SECONDS + 10))
  picture "$private/now.png"
  while [ "$(difference "$private/last.png" "$private/now.png")" = 0 ]; do
    [ $SECONDS -lt $deadline ] || fail "$1: the screen did not change"
    picture "$private/now.png"
  done
  take "$private/last.png"
  say "  $1"
}
