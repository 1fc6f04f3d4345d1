# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The load and the kills of kill-nodes --poison: fifteen visitors, and one whose proposal ends each node that shows it.

usage: poison_nodes.py PROPOSALS KILLS SEED WORK STORE
"""
import bisect
import random
import re
import signal
import sys
import threading
import time

from visitors import Load, Visitor, end_on_sigterm, median, now, say, wait_until

program, kills, seed, work, store = sys.argv[1], *map(int, sys.argv[2:4]), *sys.argv[4:6]
# A lease and a wake on a busy machine, in seconds.
LIMIT = 3 + 1
# How many processes in a row a session ends before it rests, and the seconds of its first rest.
ENDS, REST = 5, 60


class Poison(Visitor):
    """The visitor whose proposal ends the node that shows it, until the release is repaired."""

    def __init__(self, load, number):
        super().__init__(load, number)
        self.refusals = 0
        self.is_repaired = threading.Event()

    def run(self):
        self.enter()
        self.insist("POST", "/step/4", {"name": "poison"}, 303)
        while not self.is_repaired.is_set():
            answer = self.ask("GET", "/step/4")
            if answer and answer[0] == 200 and not self.is_repaired.is_set():
                self.load.lose("A release with the fault has shown the poisonous proposal")
            self.refusals += answer is not None and answer[0] == 503
            time.sleep(0.05)
        answer = self.insist("GET", "/step/4", None, 200)
        if answer and "<dd>poison<br>" not in answer[1]:
            self.load.lose("The poisonous proposal has come back without what was kept")


def most_ends(seconds):
    """How many processes a session can end in a time, with rests that double, up to an hour."""
    # It is not charged with the first one, in which it was typed and stayed awake.
    ends, rest = 1 + ENDS, REST
    while seconds >= rest:
        ends, seconds, rest = ends + 1, seconds - rest, min(rest * 2, 3600)
    return ends


def waits(visitor, ends):
    """For each call, the longest part of its wait in which no node ended, in seconds."""
    for began, answered in visitor.calls:
        times = [began, *ends[bisect.bisect(ends, began):bisect.bisect(ends, answered)], answered]
        yield max(later - earlier for earlier, later in zip(times, times[1:]))


chance = random.Random(seed)
end_on_sigterm()
load = Load(program, store, work, seed, ["--release", "1.0", "--fault", "poison"])
load.begin(nodes=3, visitors=15)
poison = Poison(load, 15)
poison.start()
began, early = now(), 0
try:
    for kill in range(1, kills + 1):
        if kill % 2:
            # One that has run for a while.
            if load.over.wait(chance.uniform(0, 0.3)):
                break
            node = chance.choice(wait_until(
                "a node runs for a second", lambda: [node for node in load.nodes if node.age > 1]))
        else:
            # The same one again, within a second of its start.
            load.over.wait(chance.uniform(0, 0.95))
        early += node.age < 1
        node.end(signal.SIGKILL)
        if kill % 20 == 0:
            # Kills pause until every visitor has got an answer to a new call.
            killed = now()
            wait_until("every visitor is answered", lambda: load.over.is_set() or all(
                visitor.calls and visitor.calls[-1][0] > killed for visitor in load.visitors))
        if kill % 100 == 0:
            say(f"{kill} kills, {load.kept} changes kept, the poisonous proposal refused {poison.refusals} times")
    seconds = now() - began
    poison.is_repaired.set()
    load.options = ["--release", "1.1"]
    for node in load.nodes:
        node.end(signal.SIGTERM)
    deployed = now()
    poison.join()
    load.finish()
finally:
    load.end_nodes()

ends = sorted(ended for ended, _ in load.ends)
poisoned = sum(not is_ours for _, is_ours in load.ends)
names = set()
for node in load.nodes:
    with open(node.log) as log:
        names.update(re.findall(r"Its name in the store: (\w+)", log.read()))
longest = max(wait for visitor in load.visitors for wait in waits(visitor, ends))
typical = median([wait for visitor in load.visitors for wait in waits(visitor, ends)])
# Before the last node is replaced, another one may show it.
back = max(0.0, poison.calls[-1][1] - deployed)
if longest > LIMIT:
    load.lose(f"A visitor has waited {longest:.1f} s although no node ended")
if len(names) != 1:
    load.lose(f"The log should name one session that rests, and names {len(names)}")
if poisoned > most_ends(seconds):
    load.lose(f"The poisonous proposal has ended {poisoned} processes instead of {most_ends(seconds)} at most")
if back > LIMIT:
    load.lose(f"The poisonous proposal was back only {back:.1f} s after a repaired release was deployed")
say(f"{kill} nodes killed in {seconds:.0f} s, {early} of them within a second of their start")
say(f"The poisonous proposal ended {poisoned} more, was refused {poison.refusals} times, named as "
    f"{', '.join(name[:8] + '…' for name in names)}, and back {back:.1f} s after a repaired release was deployed")
say(f"The others waited for an answer, counted from the last end of a node: median {typical * 1000:.0f} ms, "
    f"longest {longest:.1f} s")
sys.exit(load.result())
