# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The machines, their faults and the load of the script patroni; runs in namespaces of its own.

usage: patroni_failovers.py PROPOSALS FAILOVERS SEED WORK
"""
import collections
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request

from visitors import Load, end_on_sigterm, median, now, say, wait_until

program, failovers, seed, work = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
NETWORK = "10.0.0."
# The shortest time to live that Patroni takes. Nothing is confirmed until a standby follows the new primary, which it
# does in its next loop.
SETTINGS = {
    "ttl": 20, "loop_wait": 2, "retry_timeout": 5,
    "synchronous_mode": True, "synchronous_mode_strict": True,
    "postgresql": {
        "use_pg_rewind": True,
        "parameters": {"wal_sender_timeout": "3s", "wal_receiver_timeout": "3s"},
    },
}
# Before 3.1 it may go on with an old copy of the keys that it reads with etcd's third interface, and then never makes
# a standby synchronous again: https://github.com/patroni/patroni/issues/2779
VERSION = subprocess.run(["patroni", "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
ETCD = "etcd3" if tuple(map(int, VERSION.split(".")[:2])) >= (3, 1) else "etcd"
POSTGRES_BIN = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))


def run(*command):
    subprocess.run(command, check=True)


class Machine:
    """A network namespace with one member each of etcd, Patroni and PostgreSQL."""

    def __init__(self, number):
        self.name, self.address = f"machine-{number}", f"{NETWORK}{number}"
        self.cable = f"cable-{number}"
        self.folder = f"{work}/{self.name}"
        os.mkdir(self.folder)
        shutil.chown(self.folder, "postgres")
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", self.cable, "master", "switch", "up")
        for command in (["addr", "add", self.address + "/24", "dev", "eth0"], ["link", "set", "eth0", "up"],
                        ["link", "set", "lo", "up"]):
            run("ip", "-n", self.name, *command)

    def start(self):
        peers = ",".join(f"{machine.name}=http://{machine.address}:2380" for machine in machines)
        interface = ["--enable-v2"] if ETCD == "etcd" else []
        self.begin("etcd", "etcd", *interface, "--name", self.name, "--data-dir", self.folder + "/etcd",
                   "--listen-peer-urls", f"http://{self.address}:2380",
                   "--initial-advertise-peer-urls", f"http://{self.address}:2380",
                   "--listen-client-urls", f"http://{self.address}:2379",
                   "--advertise-client-urls", f"http://{self.address}:2379", "--initial-cluster", peers)
        # YAML includes JSON.
        with open(self.folder + "/patroni.yml", "w") as file:
            json.dump(self.configuration, file)
        self.begin("patroni", "patroni", self.folder + "/patroni.yml")

    @property
    def configuration(self):
        return {
            "scope": "proposals", "name": self.name,
            "restapi": {"listen": self.address + ":8008", "connect_address": self.address + ":8008"},
            ETCD: {"hosts": [machine.address + ":2379" for machine in machines]},
            "bootstrap": {
                "dcs": SETTINGS,
                "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C.UTF-8"}],
            },
            "postgresql": {
                "listen": self.address + ":5432", "connect_address": self.address + ":5432",
                "bin_dir": POSTGRES_BIN, "data_dir": self.folder + "/data", "pgpass": self.folder + "/pgpass",
                "pg_hba": [f"host {database} all {NETWORK}0/24 trust" for database in ("all", "replication")],
                "parameters": {"unix_socket_directories": ""},
                "authentication": {
                    "superuser": {"username": "test", "password": "test"},
                    "replication": {"username": "follower", "password": "test"},
                },
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
            },
        }

    def begin(self, name, *command):
        with open(f"{self.folder}/{name}.log", "a") as log:
            subprocess.Popen(
                ["ip", "netns", "exec", self.name, "setpriv", "--reuid=postgres", "--regid=postgres",
                 "--clear-groups", *command],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    @property
    def processes(self):
        listed = subprocess.run(["ip", "netns", "pids", self.name], check=True, capture_output=True, text=True)
        return [int(process) for process in listed.stdout.split()]

    def send(self, by):
        for process in self.processes:
            try:
                os.kill(process, by)
            except ProcessLookupError:
                pass

    # Faults, and what ends them.

    def kill(self):
        self.send(signal.SIGKILL)
        # One may have begun meanwhile.
        while self.processes:
            self.send(signal.SIGKILL)

    def freeze(self):
        # Twice, because one may have begun meanwhile.
        self.send(signal.SIGSTOP)
        self.send(signal.SIGSTOP)

    def thaw(self):
        self.send(signal.SIGCONT)

    def cut_off(self):
        run("ip", "link", "set", self.cable, "down")

    def connect(self):
        run("ip", "link", "set", self.cable, "up")

    def cluster(self):
        """What Patroni knows of all members; none without an answer."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:8008/cluster", timeout=2) as answer:
                return json.load(answer)["members"]
        except (OSError, ValueError):
            return []


def leader(among):
    """The machine that leads, as these machines know."""
    for machine in among:
        for member in machine.cluster():
            if member["role"] == "leader" and member["state"] == "running":
                return next(machine for machine in machines if machine.name == member["name"])
    return None


def whole_leader(among):
    """The machine that leads, as these machines know, when both others follow, one of them synchronously."""
    first = leader(among)
    members = first.cluster() if first else []
    roles = sorted(member["role"] for member in members)
    is_whole = (
        roles == ["leader", "replica", "sync_standby"]
        and all(member["state"] in ("running", "streaming") for member in members)
        and len({member.get("timeline") for member in members}) == 1)
    return first if is_whole else None


def silence(begin, end):
    """The longest time without an answer to any visitor that touches a period, in seconds."""
    ends = sorted(answered for visitor in load.visitors for _, answered in visitor.calls)
    return max(later - earlier for earlier, later in zip(ends, ends[1:]) if later > begin and earlier < end)


faults = {
    "killed": (Machine.kill, Machine.start),
    "frozen": (Machine.freeze, Machine.thaw),
    "cut off": (Machine.cut_off, Machine.connect),
}
end_on_sigterm()
run("ip", "link", "set", "lo", "up")
run("ip", "link", "add", "switch", "type", "bridge")
run("ip", "addr", "add", NETWORK + "254/24", "dev", "switch")
run("ip", "link", "set", "switch", "up")
os.mkdir("/run/netns")
os.chmod(work, 0o755)
machines = [Machine(number) for number in (1, 2, 3)]
hosts = ",".join(machine.address for machine in machines)
load = Load(program, f"postgresql://test@{hosts}/postgres?target_session_attrs=read-write", work, seed)
silences = collections.defaultdict(list)
began = now()
try:
    for machine in machines:
        machine.start()
    primary = wait_until("two standbys follow a primary", lambda: whole_leader(machines), 180)
    say(f"{primary.name} leads, after {now() - began:.0f} s")
    load.begin(nodes=3, visitors=12)
    for failover in range(failovers):
        load.over.wait(4)
        if load.over.is_set():
            break
        kind = list(faults)[failover % len(faults)]
        fail, repair = faults[kind]
        others = [machine for machine in machines if machine is not primary]
        failed = now()
        fail(primary)
        wait_until("another machine leads", lambda: leader(others) in others, 180)
        promoted = now()
        wait_until("every visitor is answered", lambda: load.over.is_set() or all(
            visitor.calls[-1][0] > promoted for visitor in load.visitors), 180)
        seconds = silence(failed, promoted)
        last = max(visitor.longest_silence(failed, promoted) for visitor in load.visitors)
        silences[kind].append((promoted - failed, seconds, last))
        was = primary
        repair(was)
        primary = wait_until("the former primary follows", lambda: whole_leader(others), 180)
        say(f"{failover + 1} of {failovers}: {was.name} was {kind}, {primary.name} led after "
            f"{promoted - failed:.1f} s; {seconds:.1f} s without an answer, {last:.1f} s for the last visitor; "
            f"{load.kept} changes kept")
    load.finish()
except SystemExit:
    for machine in machines:
        run("tail", "-n", "20", machine.folder + "/patroni.log")
    raise
finally:
    load.end_nodes()
    for machine in machines:
        machine.kill()
say("| the primary's machine was | times | another led, median | longest | no answer, median | longest "
    "| no answer for the last visitor, longest |")
say("|---|---:|---:|---:|---:|---:|---:|")
for kind, measured in silences.items():
    elections, without, last = zip(*measured)
    say(f"| {kind} | {len(measured)} | {median(elections):.1f} s | {max(elections):.1f} s | {median(without):.1f} s "
        f"| {max(without):.1f} s | {max(last):.1f} s |")
sys.exit(load.result())
