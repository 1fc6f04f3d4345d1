# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Shared by run, test and the scripts beside this file; sourced, never run.

build_packages=(libgtk-4-dev)
display_packages=(libadwaita-1-0 xvfb xauth xdotool imagemagick openbox x11-utils fonts-dejavu-core adwaita-icon-theme librsvg2-common)
# Wayland without a screen, its pictures and its keys.
wayland_packages=(sway grim wtype imagemagick gsettings-desktop-schemas)
photo_packages=(mate-backgrounds)
# Python serves the page that the web view is tried on.
web_packages=(libwebkitgtk-6.0-dev python3)
# What Gallery is made of.
adwaita_packages=(libadwaita-1-dev)
# A message bus without dbus-x11, which would start one for every program, and what plays a desktop's
# services on it.
bus_packages=(dbus python3-gi)
# Lets a process be killed at any call it makes.
kill_packages=(strace python3)
# Lets the surroundings of a program fail: calls, the clock, a file system without hard links.
attack_packages=(strace python3 faketime exfat-fuse exfatprogs)
# The buses of assistive technology, and its library for Python.
access_packages=(at-spi2-core dbus python3-gi gir1.2-atspi-2.0)
# With a session bus of its own kind, gnome-keyring does not pull in dbus-x11, which starts buses that
# outlive a test.
secret_packages=(libsecret-1-dev gnome-keyring xdg-desktop-portal dbus-user-session python3-gi)
# Shows the pages of the archive tool.
browser_packages=(chromium imagemagick fonts-dejavu-core)
# Compiles translations.
translation_packages=(gettext python3)
# The database that the benchmarks compare with, and what counts allocations and calls to the system.
bench_packages=(libsqlite3-dev valgrind strace binutils python3)
# A database of the tests' own.
postgres_packages=(libpq-dev postgresql python3)
# A server's nodes behind a proxy, and a browser that uses them.
server_packages=(nginx-light chromium chromium-driver python3)
# Packs the tool, and checks what describes the examples to a desktop.
package_packages=(dpkg-dev binutils man-db desktop-file-utils appstream flatpak-builder python3-yaml)
# Opens mail drafts; the tests have a stand-in of their own.
mail_packages=(xdg-utils)

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

need_swift() {
  command -v swift >/dev/null || fail "Swift 6.2 or newer is needed and was not found on PATH.
Get it from https://www.swift.org/install/linux, then run this again."
}

# Installs what is missing of the packages named, as root or through sudo; else says what to type.
need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' \
      || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "These packages are missing and cannot be installed from here:
  ${missing[*]}
As root, type: apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  command -v apt-get >/dev/null || fail "These packages are missing, and there is no apt-get to install them with: ${missing[*]}"
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=500 update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=500 \
    -o Dpkg::Use-Pty=0 --no-install-recommends install "${missing[@]}" >/dev/null
}

# Runs swift test, and repeats at its end what failed, which else stands far above. A test that waits for
# what never comes ends it after half an hour, and is named.
swift_test() {
  local output unended
  output=$(mktemp)
  if timeout --foreground --signal INT --kill-after 30 1800 swift test "$@" 2>&1 | tee "$output"; then
    rm "$output"
    return
  fi
  printf '\nWhat failed:\n'
  grep -E -A 3 '✘ .* recorded an issue|: error: ' "$output" || tail -n 50 "$output"
  unended=$(sed -nE 's/^◇ (Test .*) started\.$/\1/p' "$output" | grep -vE '^Test (run$|case passing)' | grep -vxFf <(
    sed -nE 's/ with [0-9]+ test cases? / /; s/^[^◇] +(Test .*) (passed|failed) after .*/\1/p' "$output"
  ) | head -n 20) || true
  [ -z "$unended" ] || printf '\nWhat began and did not end:\n%s\n' "$unended"
  rm "$output"
  return 1
}

# Starts a virtual display of its own, 1000 by 700, and stops it when the script ends.
start_display() {
  private=$(mktemp -d)
  mkdir -m 700 "$private/runtime"
  local number="$private/display"
  # Without -noreset the display goes away for a moment whenever its last program is killed.
  Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp -noreset 3>"$number" 2>"$private/xvfb.log" &
  display_process=$!
  on_exit 'kill "$display_process" 2>/dev/null; wait "$display_process" 2>/dev/null; rm -rf "$private"'
  local deadline=$((SECONDS + 10))
  until [ -s "$number" ]; do
    [ $SECONDS -lt $deadline ] || fail "The virtual display did not start: $(cat "$private/xvfb.log")"
    sleep 0.02
  done
  export DISPLAY=":$(cat "$number")" GDK_BACKEND=x11
  keep_to_display
}

# Starts a window manager on that display, and stops it when the script ends. A window that is shown while it starts
# may never get a frame, so it waits until the manager has announced itself.
start_window_manager() {
  openbox >/dev/null 2>&1 &
  manager_process=$!
  on_exit 'kill "$manager_process" 2>/dev/null; wait "$manager_process" 2>/dev/null'
  local deadline=$((SECONDS + 10))
  until xprop -root -notype _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id'; do
    [ $SECONDS -lt $deadline ] || fail "The window manager did not start"
    sleep 0.02
  done
}

# Lets programs of GTK know nothing of this machine but the display that was started. What they say to
# screen readers is kept for tests to read, and told to nobody.
keep_to_display() {
  export XDG_RUNTIME_DIR="$private/runtime" LANG=C.UTF-8
  unset LANGUAGE LC_ALL LC_MESSAGES
  export GSK_RENDERER=cairo GTK_A11Y=test GSETTINGS_BACKEND=memory
  export DBUS_SESSION_BUS_ADDRESS=disabled: DBUS_SYSTEM_BUS_ADDRESS=disabled:
}

# Starts a Wayland compositor of its own, without a screen, and stops it when the script ends.
# usage: start_wayland WIDTH HEIGHT SCALE, in points
start_wayland() {
  private=$(mktemp -d)
  on_exit 'rm -rf "$private"'
  mkdir -m 700 "$private/runtime"
  # It refuses to run as root.
  local as_nobody=()
  if [ "$(id -u)" -eq 0 ]; then
    chmod 711 "$private"
    chown nobody "$private/runtime"
    as_nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
  fi
  cat >"$private/sway" <<END
output HEADLESS-1 mode $(($1 * $3))x$(($2 * $3)) scale $3
default_border none
xwayland disable
for_window [app_id=".*"] floating enable
END
  chmod 644 "$private/sway"
  XDG_RUNTIME_DIR="$private/runtime" WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 \
    "${as_nobody[@]}" sway --unsupported-gpu -c "$private/sway" >"$private/sway.log" 2>&1 &
  wayland_process=$!
  on_exit 'kill "$wayland_process" 2>/dev/null; wait "$wayland_process" 2>/dev/null'
  local deadline=$((SECONDS + 10)) found=
  until [ -n "$found" ]; do
    [ $SECONDS -lt $deadline ] || fail "The compositor did not start: $(cat "$private/sway.log")"
    sleep 0.02
    found=$(find "$private/runtime" -name 'wayland-*' -type s -printf '%f\n')
  done
  unset DISPLAY
  export WAYLAND_DISPLAY=$found GDK_BACKEND=wayland
  keep_to_display
}

# Runs a command or a function under a name, beside what the script does meanwhile, and ends it with the
# script.
declare -A beside_process beside_log
begin_beside() {
  local name=$1 log
  log=$(mktemp)
  set -m # A process group of its own.
  "${@:2}" </dev/null >"$log" 2>&1 &
  set +m
  beside_process[$name]=$! beside_log[$name]=$log
  on_exit "kill -- -$! 2>/dev/null; rm -f '$log'"
}

# The same for a command that computes, and leaves the processors to all others.
begin_behind() { begin_beside "$1" nice -n 19 "${@:2}"; }

# Waits for the command of a name; ends the script with a sentence and all it printed when it failed.
await_beside() {
  wait "${beside_process[$1]}" || fail "$2: $(cat "${beside_log[$1]}")"
}

# Adds a command to what is done when the script ends, last one first.
exit_commands=()
on_exit() { exit_commands=("$1" "${exit_commands[@]}"); trap run_exit_commands EXIT; }
run_exit_commands() {
  local status=$? command
  for command in "${exit_commands[@]}"; do eval "$command" || true; done
  exit $status
}
