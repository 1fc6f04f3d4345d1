# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""Starts a program with files of its own; imported by the scripts that kill and attack it."""

import os
import subprocess
import sys


def fail(message):
    sys.exit(message)


def start(command, home, cwd=None, **variables):
    """Starts a command that takes lines and prints lines, with further variables of its environment."""
    environment = {
        "HOME": home, "PATH": os.environ["PATH"], "XDG_STATE_HOME": home + "/state", "XDG_DATA_HOME": home + "/data",
        "SWIFT_BACKTRACE": "enable=no"}
    return subprocess.Popen(
        command, env=environment | variables, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, bufsize=1)
