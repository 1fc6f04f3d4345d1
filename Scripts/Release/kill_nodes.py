# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The load and the kills of kill-nodes.

usage: kill_nodes.py PROPOSALS KILLS FAILOVERS SEED WORK STORE
"""
import random
import signal
import sys

from visitors import Load, end_on_sigterm, now, say

program, kills, failovers, seed, work, store = sys.argv[1], *map(int, sys.argv[2:5]), *sys.argv[5:7]
chance = random.Random(seed)
end_on_sigterm()
load = Load(program, store, work, seed)
load.begin(nodes=3, visitors=24)
began, done = now(), 0
try:
    asks, answers = open(work + "/asks", "w"), open(work + "/answers")
    every = max(1, kills // failovers) if failovers else 0
    for kill in range(1, kills + 1):
        if load.over.wait(chance.uniform(0.05, 0.6)):
            break
        # One in ten is a deploy.
        chance.choice(load.nodes).end(signal.SIGTERM if chance.random() < 0.1 else signal.SIGKILL)
        if every and kill % every == 0 and done < failovers:
            asks.write("fail over\n")
            asks.flush()
            # Nodes are killed meanwhile, too.
            if answers.readline() != "promoted\n":
                sys.exit("The standby was not promoted")
            chance.choice(load.nodes).end(signal.SIGKILL)
            if answers.readline() != "follows\n":
                sys.exit("The former primary does not follow the new one")
            done += 1
        if kill % 100 == 0:
            say(f"{kill} kills, {done} failovers, {load.kept} changes kept")
    load.over.wait(5)
    load.finish()
finally:
    load.end_nodes()
say(f"{kill} nodes killed, {done} primaries lost in {now() - began:.0f} s")
sys.exit(load.result())
