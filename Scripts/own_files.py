# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""Starts a program with files of its own; imported by the scripts that kill and attack it."""

import os
import subprocess
import sys


def fail(message):
    sys.exit(message)


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
