# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The example Headless as a killed process: its output, and the expected output of the next launch.

Imported by the scripts that kill it; kill-launches starts and traces its own program with this, too.
"""

import os
import shutil
import subprocess
import sys


def fail(message):
    sys.exit(message)


class Place:
    """The state that a killed process reported, and the one that it may also have saved."""

    def __init__(self):
        self.number = 0
        self.shown = None
        # The effect of the interrupted command; the process could not report whether it was saved.
        self.pending = None
        self.saves = 0

    def take(self, line):
        """Processes a line that the program printed."""
        if line.startswith("saved "):
            self.number, self.shown = int(line.split()[1]), self.pending
            self.saves += 1
        elif line.startswith("20"):
            self.pending = line

    def check(self, restored, shown, where):
        """Compares with the state that the next process restored, and continues from it."""
        number = 0 if restored == "restored nothing" else int(restored.split()[1])
        if number not in (self.number, self.number + 1):
            fail(f"{where}: {self.number} was reported saved, but '{restored}' came back")
        expected = self.shown if number == self.number else self.pending
        if expected is not None and shown != expected:
            fail(f"{where}: '{expected}' was saved as {number}, but '{shown}' came back")
        self.number, self.shown, self.pending = number, shown, shown


def environment(home):
    return {
        "HOME": home,
        "PATH": os.environ["PATH"],
        "XDG_STATE_HOME": home + "/state",
        "XDG_DATA_HOME": home + "/data",
        "SWIFT_BACKTRACE": "enable=no",
    }


def start(command, home, **options):
    return subprocess.Popen(
        command, env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, bufsize=1, **options)


def killed_at(call, moment):
    """The command that kills another one at its n-th call of a kind."""
    if not shutil.which("strace"):
        fail("strace is needed; on Debian: apt-get install strace")
    inject = f"inject={call}:signal=SIGKILL:when={moment}"
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject]
