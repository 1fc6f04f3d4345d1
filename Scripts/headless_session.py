# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The example Headless as a process that is killed: what it said, and what it must say next time.

Imported by the scripts that kill it; kill-launches starts and traces its program with this, too.
"""

import os
import shutil
import subprocess
import sys


def fail(message):
    sys.exit(message)


class Place:
    """What a process that was killed has reported, and what it may have saved besides."""

    def __init__(self):
        self.number = 0
        self.shown = None
        # The effect of the command that was under way: saved or not, nobody was told.
        self.pending = None
        self.saves = 0

    def take(self, line):
        """Takes a line that the program has printed."""
        if line.startswith("saved "):
            self.number, self.shown = int(line.split()[1]), self.pending
            self.saves += 1
        elif line.startswith("20"):
            self.pending = line

    def check(self, restored, shown, where):
        """Compares with what the next process has restored, and goes on from there."""
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
    """What runs a command so that its n-th call of one kind is its last."""
    if not shutil.which("strace"):
        fail("strace is needed; on Debian: apt-get install strace")
    inject = f"inject={call}:signal=SIGKILL:when={moment}"
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject]
