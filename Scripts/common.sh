# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Shared by run, test and the scripts beside this file; sourced, never run.

build_packages=(libgtk-4-dev)
display_packages=(libadwaita-1-0 xvfb xauth xdotool imagemagick openbox x11-utils fonts-dejavu-core adwaita-icon-theme librsvg2-common)
# A Wayland compositor without a screen, its screenshots and its keys.
wayland_packages=(sway grim wtype imagemagick gsettings-desktop-schemas)
photo_packages=(mate-backgrounds)
# Python serves the page that tests the web view.
web_packages=(libwebkitgtk-6.0-dev python3)
# The libraries of Gallery.
adwaita_packages=(libadwaita-1-dev)
# A message bus and the desktop's services on it, without dbus-x11, which would start a bus for every
# program.
bus_packages=(dbus python3-gi)
# Kills a process at any system call.
kill_packages=(strace python3)
# Simulates a broken environment: failing calls, a file system without hard links.
attack_packages=(strace python3 exfat-fuse exfatprogs)
# The accessibility bus, and its library for Python.
access_packages=(at-spi2-core dbus python3-gi gir1.2-atspi-2.0)
# With another session bus, gnome-keyring does not pull in dbus-x11, which starts buses that outlive a test.
secret_packages=(libsecret-1-dev gnome-keyring xdg-desktop-portal dbus-user-session python3-gi)
# Shows the pages of the archive tool.
browser_packages=(chromium imagemagick fonts-dejavu-core)
# Compiles translations.
translation_packages=(gettext python3)
# The database that the benchmarks compare with, and what counts system calls.
bench_packages=(libsqlite3-dev strace python3)
# The database of the tests.
postgres_packages=(libpq-dev postgresql python3)
# What shares few connections of a database among many.
pool_packages=(pgbouncer)
# What lets a standby take over by itself.
patroni_packages=(patroni etcd-server iproute2)
# A proxy before a server's nodes, and a browser that uses them.
server_packages=(nginx-light chromium chromium-driver python3)
# Packages the tool, and checks the examples' desktop files.
package_packages=(dpkg-dev binutils man-db desktop-file-utils appstream flatpak-builder)
# Describes the C interface for other languages, and compiles and runs programs in them.
language_packages=(gobject-introspection libgirepository1.0-dev python3-gi gir1.2-gtk-4.0 valac rustc gcc pkg-config)
# Opens mail drafts; the tests have a stand-in of their own.
mail_packages=(xdg-utils)

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# The first comment of a script is its help, and ends with "usage: SCRIPT ARGUMENT... [OPTIONAL]...". Prints it when
# asked for it, and that line when an argument is missing. Scripts without such a line have options of their own.
check_arguments() {
  local script help usage words count=0
  script=$(find Scripts -name "${0##*/}" -print -quit)
  help=$(sed -n '4,${/^#/!q; s/^# \{0,1\}//; /./p}' "${script:-/dev/null}")
  usage=$(grep '^usage: ' <<<"$help") || return 0
  case ${1:-} in -h | --help) say "$help"; exit ;; esac
  read -ra words <<<"$usage"
  while [[ ${words[count + 2]:-[} != \[* ]]; do count=$((count + 1)); done
  [ $# -ge $count ] || fail "$usage"
}
check_arguments "$@"

# Waits until a command succeeds. After ten seconds, or $patience, the script ends with a sentence and with what the
# files in $evidence hold; both are set before the call: evidence=FILE await SENTENCE COMMAND [ARGUMENT...]
await() {
  local deadline=$((SECONDS + ${patience:-10}))
  until "${@:2}"; do
    [ $SECONDS -lt $deadline ] || fail "$1: $(cat ${evidence:-/dev/null} 2>&1)"
    sleep 0.02
  done
}

need_swift() {
  command -v swift >/dev/null || fail "Swift 6.2 or newer is needed and was not found on PATH.
Get it from https://www.swift.org/install/linux, then run this again."
}

# Installs the missing packages of those named, as root or through sudo; otherwise prints the command.
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

# Runs swift test, and repeats the failures at the end of the output. A test that hangs ends the run after half
# an hour, and is named; a run without a test fails. Adds to the file counts in $TEST_LOG, if there is such a folder,
# how many tests passed, failed and were skipped.
swift_test() {
  local output unended status=0 counts
  output=$(mktemp)
  timeout --foreground --signal INT --kill-after 30 1800 swift test "$@" 2>&1 | tee "$output" || status=$?
  counts=$(count_tests <"$output")
  [ -z "${TEST_LOG:-}" ] || say "$counts" >>"$TEST_LOG/counts"
  if [ $status = 0 ]; then
    rm "$output"
    [ "${counts%% *}" -gt 0 ] || fail "No test ran in: swift test $*"
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

# Prints how many tests passed, failed and were skipped in the output of swift test, which has both libraries'.
count_tests() {
  awk '
    /^[^ ]+ +Test (run|case) / { next }
    /^[^ ]+ +Test .* passed after / || /^Test Case .* passed \(/ { passed++ }
    /^[^ ]+ +Test .* failed after / || /^Test Case .* failed \(/ { failed++ }
    /^[^ ]+ +Test .* skipped/ || /^Test Case .* skipped \(/ { skipped++ }
    END { print passed + 0, failed + 0, skipped + 0 }'
}

# Starts a private virtual display of 1000 by 700 pixels, and stops it when the script ends.
start_display() {
  private=$(mktemp -d)
  mkdir -m 700 "$private/runtime"
  local number="$private/display"
  # Without -noreset the display restarts whenever its last program is killed.
  Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp -noreset 3>"$number" 2>"$private/xvfb.log" &
  display_process=$!
  on_exit 'kill "$display_process" 2>/dev/null; wait "$display_process" 2>/dev/null; rm -rf "$private"'
  evidence=$private/xvfb.log await "The virtual display did not start" test -s "$number"
  export DISPLAY=":$(cat "$number")" GDK_BACKEND=x11
  keep_to_display
}

# Starts a window manager on that display, and stops it when the script ends. A window that is shown while it starts
# may never get a frame, so it waits until the manager has announced itself.
start_window_manager() {
  openbox >/dev/null 2>&1 &
  manager_process=$!
  on_exit 'kill "$manager_process" 2>/dev/null; wait "$manager_process" 2>/dev/null'
  await "The window manager did not start" has_window_manager
}
has_window_manager() { xprop -root -notype _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id'; }

# Hides everything of this machine but the started display from GTK programs. The texts for screen readers are
# recorded for tests and sent to no screen reader.
keep_to_display() {
  export XDG_RUNTIME_DIR="$private/runtime" LANG=C.UTF-8
  unset LANGUAGE LC_ALL LC_MESSAGES
  export GSK_RENDERER=cairo GTK_A11Y=test GSETTINGS_BACKEND=memory
  export DBUS_SESSION_BUS_ADDRESS=disabled: DBUS_SYSTEM_BUS_ADDRESS=disabled:
}

# Starts a private Wayland compositor without a screen, and stops it when the script ends.
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
  evidence=$private/sway.log await "The compositor did not start" has_compositor
  unset DISPLAY
  export WAYLAND_DISPLAY GDK_BACKEND=wayland
  keep_to_display
}
has_compositor() {
  WAYLAND_DISPLAY=$(find "$private/runtime" -name 'wayland-*' -type s -printf '%f\n')
  [ -n "$WAYLAND_DISPLAY" ]
}

# Runs a command or function in the background under a name, and ends it when the script ends.
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

# The same for a command that computes; it runs at a low priority.
begin_behind() { begin_beside "$1" nice -n 19 "${@:2}"; }

# Waits for the command of a name. If it failed, ends the script with a sentence and the command's output.
await_beside() {
  wait "${beside_process[$1]}" || fail "$2: $(cat "${beside_log[$1]}")"
}

# Adds a command to those that run when the script ends, the last one first.
exit_commands=()
on_exit() { exit_commands=("$1" "${exit_commands[@]}"); trap run_exit_commands EXIT; }
run_exit_commands() {
  local status=$? command
  for command in "${exit_commands[@]}"; do eval "$command" || true; done
  exit $status
}
