# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The load, the kills and the comparison of kill-nodes.

usage: kill_nodes.py PROPOSALS KILLS FAILOVERS SEED WORK PORT PORT
"""
import http.client
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

program, kills, failovers, seed, work = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
databases = sys.argv[6:8]
chance = random.Random(seed)
store = f"postgresql://test@127.0.0.1:{databases[0]},127.0.0.1:{databases[1]}/postgres"
over = threading.Event()
# SIGTERM also ends the nodes.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
lost = []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Node:
    def __init__(self, number):
        self.number, self.port = number, free_port()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [program, "--port", str(self.port), "--store", store, "--keys", work + "/keys"],
            stdout=subprocess.DEVNULL, stderr=open(f"{work}/node-{self.number}.log", "a"))

    def end(self, by):
        self.process.send_signal(by)
        self.process.wait()
        self.start()


class Visitor(threading.Thread):
    """Sends numbered lines to any node, each until it is kept; kept lines must never disappear."""

    def __init__(self, number):
        super().__init__()
        self.cookie = "proposal=" + secrets.token_hex(32)
        self.chance = random.Random(f"{seed}/{number}")
        self.kept = 0
        self.repeated = 0

    def ask(self, method, path, body=None):
        """The status and text of an answer; `None` without an answer."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.chance.choice(nodes).port, timeout=40)
        try:
            headers = {"Cookie": self.cookie}
            if body is not None:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def insist(self, method, path, body, wanted):
        deadline = time.monotonic() + 120
        while True:
            answer = self.ask(method, path, body)
            if answer and answer[0] == wanted:
                return answer[1]
            self.repeated += 1
            if time.monotonic() > deadline:
                lost.append(f"No node gave the expected answer for two minutes; the last answer: {answer}")
                over.set()
                return ""
            time.sleep(0.05)

    def run(self):
        while not over.is_set():
            text = f"line {self.kept + 1}"
            self.insist(
                "POST", "/draft", urllib.parse.urlencode({"name": text, "notes": text}), 204)
            self.kept += 1
            if self.chance.random() < 0.2:
                self.check()
        self.check()

    def check(self):
        page = self.insist("GET", "/step/1", None, 200)
        if f'value="line {self.kept}"' not in page:
            found = page.partition('name="name" value="')[2].partition('"')[0]
            lost.append(f"'line {self.kept}' was kept, but the page has '{found}'")
            over.set()


nodes = [Node(number) for number in range(3)]
visitors = [Visitor(number) for number in range(24)]
began = time.monotonic()
for visitor in visitors:
    visitor.start()
try:
    asks, answers = open(work + "/asks", "w"), open(work + "/answers")
    every = max(1, kills // failovers) if failovers else 0
    done = 0
    for kill in range(1, kills + 1):
        if over.wait(chance.uniform(0.05, 0.6)):
            break
        # One in ten is a deploy.
        chance.choice(nodes).end(signal.SIGTERM if chance.random() < 0.1 else signal.SIGKILL)
        if every and kill % every == 0 and done < failovers:
            asks.write("fail over\n")
            asks.flush()
            # Nodes are killed meanwhile, too.
            if answers.readline() != "promoted\n":
                sys.exit("The standby was not promoted")
            chance.choice(nodes).end(signal.SIGKILL)
            if answers.readline() != "follows\n":
                sys.exit("The former primary does not follow the new one")
            done += 1
        if kill % 100 == 0:
            print(f"{kill} kills, {done} failovers, {sum(v.kept for v in visitors)} changes kept", flush=True)
    over.wait(5)
    over.set()
    for visitor in visitors:
        visitor.join()
finally:
    over.set()
    for node in nodes:
        node.process.kill()
for sentence in lost:
    print("LOST:", sentence)
changes, repeated = sum(v.kept for v in visitors), sum(v.repeated for v in visitors)
print(f"{kill} nodes killed, {done} primaries lost, {changes} changes kept in "
      f"{time.monotonic() - began:.0f} s, {repeated} calls repeated: {len(lost)} lost")
sys.exit(1 if lost else 0)
