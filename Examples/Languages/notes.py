#!/usr/bin/python3
# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""A note whose window, texts, choices and stars survive kill -9, in Python."""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("RestorationGtk", "0")
from gi.repository import GLib, Gtk, RestorationGtk


class Notes(Gtk.Application):
    def __init__(self):
        super().__init__(application_id="org.example.NotesInPython")

    def do_startup(self):
        Gtk.Application.do_startup(self)
        try:
            RestorationGtk.start(self, "1.0")
        except GLib.Error as error:
            print("Nothing is kept:", error.message, file=sys.stderr)

    def do_activate(self):
        if window := self.get_active_window():
            return window.present()
        builder = Gtk.Builder.new_from_file("notes.ui")
        window, self.button = builder.get_object("window"), builder.get_object("stars")
        stars = RestorationGtk.dup_value("stars")
        self.show(stars.get_int32() if stars else 0)
        self.button.connect("clicked", lambda button: self.show(self.stars + 1))
        self.add_window(window)
        RestorationGtk.restore(window)
        window.present()

    def show(self, stars):
        self.stars = stars
        self.button.set_label(f"Stars: {stars}")
        RestorationGtk.set_value("stars", GLib.Variant("i", stars))


sys.exit(Notes().run(sys.argv))
