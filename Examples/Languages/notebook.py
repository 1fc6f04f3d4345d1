#!/usr/bin/python3
# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""Notes in windows of their own, and a dialog, that come back after kill -9."""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("RestorationGtk", "0")
from gi.repository import Gtk, RestorationGtk


class Notebook(Gtk.Application):
    def __init__(self):
        super().__init__(application_id="org.example.Notebook")

    def do_startup(self):
        Gtk.Application.do_startup(self)
        RestorationGtk.start(self, "1.0")
        RestorationGtk.set_window_maker("Notebook", lambda document, parent: self.make_notebook())
        RestorationGtk.set_window_maker("Note", lambda document, parent: self.make_note(document))
        RestorationGtk.set_window_maker("Sender", lambda document, parent: self.make_sender(parent))

    def do_activate(self):
        if window := self.get_active_window():
            window.present()
        elif not RestorationGtk.restore_windows():
            self.open_window(self.make_notebook())

    def open_window(self, window):
        RestorationGtk.restore(window)
        window.present()

    def make_notebook(self):
        window = Gtk.ApplicationWindow(application=self, title="Notebook", default_width=400)
        RestorationGtk.set_identifier(window, "Notebook")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for name in ["Groceries", "Travel"]:
            button = Gtk.Button(label=name)
            button.connect("clicked", lambda button, name: self.open_window(self.make_note(name)), name)
            box.append(button)
        window.set_child(box)
        return window

    def make_note(self, name):
        window = Gtk.ApplicationWindow(application=self, title=name, default_width=300, default_height=200)
        RestorationGtk.set_identifier(window, "Note")
        RestorationGtk.set_window_document(window, name)
        text = Gtk.TextView(vexpand=True)
        RestorationGtk.set_identifier(text, "Text")
        send = Gtk.Button(label="Send")
        send.connect("clicked", lambda button: self.open_window(self.make_sender(window)))
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(text)
        box.append(send)
        window.set_child(box)
        return window

    def make_sender(self, parent):
        dialog = Gtk.Window(title="Send", transient_for=parent, modal=True, destroy_with_parent=True)
        RestorationGtk.set_identifier(dialog, "Sender")
        receiver = Gtk.Entry(placeholder_text="To")
        RestorationGtk.set_identifier(receiver, "Receiver")
        dialog.set_child(receiver)
        return dialog


sys.exit(Notebook().run(sys.argv))
