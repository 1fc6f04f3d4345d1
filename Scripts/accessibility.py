# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""Uses the examples as a screen reader does: through AT-SPI alone, without mouse and pixels.

usage: accessibility.py VIEWER FOLDER SCHEDULE FILE NOTES

Runs on a session bus of its own; each program is killed with SIGKILL and started again.
"""
import os
import signal
import subprocess
import sys
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore")
DEADLINE = 15.0


def until(what, ask):
    """Repeats a question until it has an answer."""
    end = time.monotonic() + DEADLINE
    while True:
        try:
            answer = ask()
        except GLib.Error:  # it disappeared meanwhile
            answer = None
        if answer:
            return answer
        if time.monotonic() > end:
            raise SystemExit(f"Timed out waiting for: {what}")
        time.sleep(0.03)


class Program:
    """A program that can be killed and started again."""

    def __init__(self, *command):
        self.command = command
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self.root = until(f"{command[0]} on the bus", self._find_root)

    def _find_root(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child and child.get_process_id() == self.process.pid:
                return child
        return None

    def all(self, start=None):
        start = start or self.root
        yield start
        for index in range(start.get_child_count()):
            child = start.get_child_at_index(index)
            if child:
                yield from self.all(child)

    def find(self, role, name, inside=None):
        """Waits for the first element of a role whose name has this prefix."""
        return until(
            f"{role} {name!r}",
            lambda: next(
                (item for item in self.all(inside)
                 if item.get_role_name() == role and item.get_name().startswith(name)), None))

    def gone(self, role, name):
        until(
            f"no {role} {name!r} any more",
            lambda: all(
                item.get_role_name() != role or not item.get_name().startswith(name)
                for item in self.all()))

    def press(self, role, name, inside=None):
        """Performs the default action of an element."""
        item = self.find(role, name, inside)
        actions = [item.get_action_name(i) for i in range(item.get_n_actions())]
        wanted = next((a for a in ("cell.activate", "click", "toggle", "activate") if a in actions), None)
        if wanted is None:
            raise SystemExit(f"{role} {name!r} cannot be activated; it has only the actions {actions}")
        item.do_action(actions.index(wanted))
        return item

    def write(self, item, text):
        item.get_editable_text_iface().set_text_contents(text)
        until(f"{text!r} in the field", lambda: self.read(item) == text)

    @staticmethod
    def read(item):
        text = item.get_text_iface()
        return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))

    @staticmethod
    def has(item, state):
        return item.get_state_set().contains(state)

    def key(self, name):
        """Sends a key through AT-SPI."""
        Atspi.generate_keyboard_event(KEYS[name], None, Atspi.KeySynthType.SYM)

    def check_names(self, inside=None):
        """Ends the run unless everything that a user operates has a name."""
        for item in self.all(inside):
            # Without a name, GTK 4.8 says that of the class.
            name = item.get_name()
            if item.get_role_name() in OPERATED and (not name or name.startswith("Gtk")):
                raise SystemExit(f"A {item.get_role_name()} has no name of its own, but {name!r}")

    def restart(self):
        """Kills the program once everything is saved, and starts it again."""
        time.sleep(SAVE_DELAY)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.__init__(*self.command)

    def end(self):
        self.process.kill()
        self.process.wait()


def value(item):
    return item.get_value_iface().get_current_value()


# The roles of what a user operates; newer versions of GTK say "switch" and "button".
OPERATED = {
    "button", "check box", "combo box", "entry", "page tab", "push button", "radio button", "slider", "spin button",
    "switch", "text", "toggle button"}
KEYS = {"Down": 0xFF54, "Right": 0xFF53, "Return": 0xFF0D, "Escape": 0xFF1B}
# A change is saved a moment later, and nothing on this bus reports it.
SAVE_DELAY = 1.5


def check(condition, what):
    if not condition:
        raise SystemExit(f"Check failed: {what}")


def photos(viewer, folder):
    program = Program(viewer, folder, "--still")
    grid = program.find("table", "Photos")
    cells = [c for c in program.all(grid) if c.get_role_name() == "table cell"]
    check(len(cells) >= 6, f"the grid has only {len(cells)} cells")
    check(all(cell.get_name() for cell in cells), "a cell has no name")
    program.find("table cell", cells[0].get_name())
    program.key("Right")
    program.key("Right")
    until("the focus on the second cell", lambda: program.has(cells[1], Atspi.StateType.FOCUSED))
    until("the selection of the second cell", lambda: program.has(cells[1], Atspi.StateType.SELECTED))
    check(not program.has(cells[0], Atspi.StateType.SELECTED), "the first cell is still selected")
    name = cells[2].get_name()
    program.press("table cell", name, grid)
    program.find("image", name)
    program.press("push button", "Blur")
    inspector = program.find("dialog", "Blur")
    slider = program.find("slider", "", inspector)
    program.check_names(inspector)
    middle = slider.get_value_iface().get_maximum_value() / 2
    slider.get_value_iface().set_current_value(middle)
    until("the slider's value", lambda: value(slider) == middle)
    program.restart()
    inspector = program.find("dialog", "Blur")
    slider = program.find("slider", "", inspector)
    check(value(slider) == middle, f"the blur is {value(slider)}, not {middle}")
    program.press("push button", "Done", inspector)
    program.gone("dialog", "Blur")
    program.press("push button", "Share")
    sheet = program.find("dialog", "")
    program.press("push button", "Mail", sheet)
    draft = program.find("dialog", "New Message")
    program.check_names(draft)
    program.write(program.find("text", "To", draft), "jane@example.org")
    program.write(program.find("text", "Body", draft), "Look at this.")
    program.restart()
    draft = program.find("dialog", "New Message")
    check(program.read(program.find("text", "To", draft)) == "jane@example.org", "the address was not restored")
    check(program.read(program.find("text", "Body", draft)) == "Look at this.", "the message was not restored")
    program.end()
    print("  PhotoViewer: a picture found and blurred, a draft written; all restored after a kill")


def schedule(program_path, file):
    program = Program(program_path, file, "--still")
    program.press("push button", "Filter")
    popover = program.find("dialog", "")
    program.find("check box", "Favorites only", popover)
    program.check_names()
    program.press("push button", "Done", popover)
    program.gone("dialog", "")
    sessions = program.find("list", "")
    items = [i for i in program.all(sessions) if i.get_role_name() == "list item"]
    check(len(items) >= 2, f"the list has only {len(items)} sessions")
    name = items[1].get_name()
    program.press("list item", name, sessions)
    title = name.split(",")[0]
    program.find("label", title)
    until("the selection of the session", lambda: program.has(
        program.find("list item", name), Atspi.StateType.SELECTED))
    program.press("push button", "Add to Favorites")
    tabs = program.find("page tab list", "")
    program.press("page tab", "Favorites", tabs)
    until("the tab's selection", lambda: program.has(
        program.find("page tab", "Favorites"), Atspi.StateType.SELECTED))
    program.restart()
    until("the tab's selection after the kill", lambda: program.has(
        program.find("page tab", "Favorites"), Atspi.StateType.SELECTED))
    favorites = program.find("list", "Favorites")
    program.find("list item", title, favorites)
    program.end()
    print("  Schedule: a session found and marked as a favourite; restored after a kill")


def notes(program_path):
    program = Program(program_path)
    text = program.find("text", "")
    program.write(text, "Written without a keyboard")
    program.restart()
    text = program.find("text", "")
    check(program.read(text) == "Written without a keyboard", "the note's text was not restored")
    program.end()
    print("  Notes: a note written; restored after a kill")


def main():
    viewer, folder, schedule_path, file, notes_path = sys.argv[1:]
    Atspi.init()
    photos(viewer, folder)
    schedule(schedule_path, file)
    notes(notes_path)


main()
