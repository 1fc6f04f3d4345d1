# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""Locks or unlocks the login keyring of the session bus, as other programs do.

usage: keyring.py lock|unlock|wait PASSWORD

Unlocking uses a call of gnome-keyring that is reserved for tests, because the regular one asks the user.
"""
import sys
import time

from gi.repository import Gio, GLib

COLLECTION = "/org/freedesktop/secrets/collection/login"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(path, interface, method, arguments):
    return bus.call_sync(
        "org.freedesktop.secrets", path, interface, method, arguments, None,
        Gio.DBusCallFlags.NONE, 10_000, None).unpack()


def service(method, arguments):
    return call(
        "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", method, arguments)


def is_locked():
    return call(
        COLLECTION, "org.freedesktop.DBus.Properties", "Get",
        GLib.Variant("(ss)", ("org.freedesktop.Secret.Collection", "Locked")))[0]


def lock(_):
    service("Lock", GLib.Variant("(ao)", ([COLLECTION],)))
    assert is_locked()


def unlock(password):
    _, session = service(
        "OpenSession", GLib.Variant("(sv)", ("plain", GLib.Variant("s", ""))))
    call(
        "/org/freedesktop/secrets", "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
        "UnlockWithMasterPassword",
        GLib.Variant(
            "(o(oayays))", (COLLECTION, (session, b"", password.encode(), "text/plain"))))
    assert not is_locked()


def wait(_):
    """Waits until the keyring has started and is unlocked."""
    deadline = time.monotonic() + 10
    while True:
        try:
            if not is_locked():
                return
        except GLib.Error:
            pass
        if time.monotonic() > deadline:
            sys.exit("The keyring did not start within ten seconds.")
        time.sleep(0.02)


{"lock": lock, "unlock": unlock, "wait": wait}[sys.argv[1]](sys.argv[2])
