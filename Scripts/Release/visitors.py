# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""Nodes of Proposals and visitors who check what they were told; for the scripts beside this file.

Visitors send numbered forms to any node, each until it is answered. A form leaves its number as the name, and
attaches it or takes the oldest attachment away. So a form that was lost, carried out twice or carried out late shows.
"""
import http.client
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

# How many attachments a visitor keeps; Proposals takes ten.
ATTACHMENTS = 8


def now():
    return time.monotonic()


def say(text):
    print(text, flush=True)


def end_on_sigterm():
    """Makes SIGTERM end this program as an error does, with its nodes."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def wait_until(what, condition, patience=60.0):
    """Polls until the condition has a value, and returns it; ends the program after the patience, in seconds."""
    deadline = now() + patience
    while True:
        value = condition()
        if value:
            return value
        if now() > deadline:
            sys.exit(f"In {patience:.0f} s it did not happen: {what}")
        time.sleep(0.05)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Load:
    """Nodes that share a store, and what they told their visitors."""

    def __init__(self, program, store, work, seed, options=()):
        self.program, self.store, self.work, self.seed = program, store, work, seed
        self.options = list(options)
        self.over = threading.Event()
        self.losses = []
        # The time at which a node's process ended, and whether this program had ended it.
        self.ends = []
        self.nodes = []
        self.visitors = []

    def begin(self, nodes, visitors):
        self.nodes = [Node(self, number) for number in range(nodes)]
        self.visitors = [Visitor(self, number) for number in range(visitors)]
        for visitor in self.visitors:
            visitor.start()

    def lose(self, sentence):
        self.losses.append(sentence)
        self.over.set()

    def finish(self):
        """Lets each visitor check a last time, and ends the nodes."""
        self.over.set()
        for visitor in self.visitors:
            visitor.join()
        self.end_nodes()

    def end_nodes(self):
        self.over.set()
        for node in self.nodes:
            node.stop()

    @property
    def kept(self):
        return sum(visitor.kept for visitor in self.visitors)

    def result(self):
        """Prints the losses, and returns the exit status."""
        for sentence in self.losses:
            say(f"LOST: {sentence}")
        repeated = sum(visitor.repeated for visitor in self.visitors)
        say(f"{self.kept} changes kept, {repeated} calls repeated: {len(self.losses)} faults")
        return 1 if self.losses else 0


class Node:
    """A process of the server, started again whenever it ends."""

    def __init__(self, load, number):
        self.load, self.number, self.port = load, number, free_port()
        self.log = f"{load.work}/node-{number}.log"
        self.changed = threading.Condition()
        self.process = self.ended = None
        self.is_stopped = False
        self.began = 0.0
        self.keeper = threading.Thread(target=self.keep, daemon=True)
        self.keeper.start()

    def keep(self):
        while True:
            with self.changed:
                if self.is_stopped:
                    return
                with open(self.log, "a") as log:
                    process = subprocess.Popen(
                        [self.load.program, "--port", str(self.port), "--store", self.load.store,
                         "--keys", self.load.work + "/keys", *self.load.options],
                        stdout=subprocess.DEVNULL, stderr=log)
                self.process, self.began = process, now()
                self.changed.notify_all()
            process.wait()
            self.load.ends.append((now(), process is self.ended))

    @property
    def age(self):
        return now() - self.began

    def end(self, by):
        """Ends the process, and returns when the next one has begun."""
        with self.changed:
            process = self.ended = self.process
            process.send_signal(by)
            self.changed.wait_for(lambda: self.process is not process)

    def stop(self):
        """Ends the process for good."""
        with self.changed:
            self.is_stopped = True
            self.ended = self.process
            if self.process:
                self.process.kill()
        self.keeper.join()


class Visitor(threading.Thread):
    def __init__(self, load, number):
        super().__init__(daemon=True)
        self.load = load
        self.cookie = None
        self.chance = random.Random(f"{load.seed}/{number}")
        self.kept = self.repeated = 0
        self.attached = []
        # When each answered call began and ended.
        self.calls = []

    def ask(self, method, path, body=None):
        """The status, text and cookie of an answer; `None` without an answer."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.chance.choice(self.load.nodes).port, timeout=40)
        try:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            if body is not None:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                body = urllib.parse.urlencode(body)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            return answer.status, answer.read().decode(), cookie
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def insist(self, method, path, body, wanted):
        """Asks until a node gives the wanted answer; `None` after two minutes, which are a fault."""
        began = now()
        while True:
            answer = self.ask(method, path, body)
            if answer and answer[0] == wanted:
                self.calls.append((began, now()))
                return answer
            self.repeated += 1
            if now() > began + 120:
                self.load.lose(f"No node gave the expected answer for two minutes; the last answer: {answer}")
                return None
            time.sleep(0.05)

    def enter(self):
        """Takes the identifier that a new visitor gets."""
        answer = self.insist("GET", "/step/4", None, 200)
        self.cookie = answer and answer[2]

    def run(self):
        self.enter()
        while not self.load.over.is_set():
            self.send()
            if self.chance.random() < 0.2:
                self.check()
        self.check()

    def send(self):
        line = f"line {self.kept + 1}"
        # A form that arrives late or twice has an old number, and changes nothing.
        form = {"page": "visitor", "formNumber": self.kept + 1, "name": line}
        if len(self.attached) < ATTACHMENTS:
            form.update(go="attach", attachment=line)
            attached = [*self.attached, line]
        else:
            form["go"] = "detach 0"
            attached = self.attached[1:]
        if self.insist("POST", "/step/4", form, 303):
            self.kept, self.attached = self.kept + 1, attached

    def check(self):
        answer = self.insist("GET", "/step/4", None, 200)
        if answer is None:
            return
        wanted = ([f"line {self.kept}"] if self.kept else []) + self.attached
        found = re.findall(r"line \d+", answer[1])
        if found != wanted:
            self.load.lose(f"{wanted} was kept, but the page has {found}")

    def longest_silence(self, begin, end):
        """The longest time without an answer that touches a period, in seconds."""
        ends = [answered for _, answered in self.calls]
        pairs = zip(ends, ends[1:] + [now()])
        return max((later - earlier for earlier, later in pairs if later > begin and earlier < end), default=0.0)


def median(values):
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
