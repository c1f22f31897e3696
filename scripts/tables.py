#!/usr/bin/env python3
"""People at tables: how long their steps and the events of them take, and the memory that many of them take.

    tables.py steps TABLES SECONDS ADDRESS [OTHER]
    tables.py crowd TABLES STREAMS PROCESS ADDRESS

`steps`: one person and three adepts at each of TABLES tables of Fortunes. Each person makes a step about once a second, by
the service at ADDRESS (host:port, on loopback), for SECONDS seconds. Where OTHER is given, a service on the same database,
somebody watches every tenth table there. `crowd`: STREAMS people watch TABLES tables from many addresses of loopback, while
a step is made at one table after the other. Prints a line for each figure: a name and a number, in milliseconds or in
megabytes of the resident memory of PROCESS.
"""
import asyncio
import json
import random
import sys
import time

PAUSE = 1.0
PER_ADDRESS = 200
BOTS = [{"type": "bot", "bot": "adept"}] * 3
SETUP = {"ruleset": "fortunes", "clock": {"step_seconds": None, "speak_seconds": 0}, "seats": [{"type": "person"}, *BOTS]}


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def tell(name, took):
    print(f"{name}_count {len(took)}")
    print(f"{name}_p50 {percentile(took, 0.5):.2f}")
    print(f"{name}_p99 {percentile(took, 0.99):.2f}", flush=True)


def resident(process, what="VmRSS"):
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith(f"{what}:"))
    return int(line.split()[1]) / 1024


class Caller:
    """One connection, from an address of loopback."""

    def __init__(self, address, number=1):
        self.host, self.port = address.rsplit(":", 1)
        self.own = f"127.0.{number // 250}.{number % 250 + 1}"
        self.reader = self.writer = None

    async def send(self, method, path, body=None, token=None, **more):
        if self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection(self.host, int(self.port), local_addr=(self.own, 0))
        data = b"" if body is None else json.dumps(body).encode()
        headers = {"Host": self.host, "Content-Length": len(data), "Content-Type": "application/json", **more}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + data)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        return int(head[0].split()[1]), int(fields.get("content-length", 0))

    async def ask(self, method, path, body=None, token=None):
        status, length = await self.send(method, path, body, token)
        return status, json.loads(await self.reader.readexactly(length) or b"null")


class Table:
    """A table with one person, who plays for as long as it takes and then sits down at another."""

    def __init__(self, caller):
        self.caller, self.changed = caller, asyncio.Event()

    async def set_up(self):
        status, made = await self.caller.ask("POST", "/v1/tables", SETUP)
        assert status == 201, (status, made)
        self.path, self.token = made["links"]["self"], made["tokens"][0]
        _, self.seen = await self.caller.ask("GET", self.path, token=self.token)

    async def step(self):
        """Makes a step that the person may make: how many milliseconds it took, or nothing at the end of a game."""
        body = {"after": self.seen["step_count"], "step": random.choice(self.seen["legal"])}
        begun = time.perf_counter()
        status, self.seen = await self.caller.ask("POST", f"{self.path}/steps", body, self.token)
        took = (time.perf_counter() - begun) * 1000
        assert status == 200, (status, self.seen)
        return begun, took


async def events(caller, path, after, heard):
    """Reads a stream for as long as it goes on, and tells the number of each step as it comes."""
    status, _ = await caller.send("GET", f"{path}/events?after={after}", Accept="application/x-ndjson")
    assert status == 200, status
    while (line := await caller.reader.readline()) not in (b"", b"0\r\n"):
        if line.startswith(b'{"id":') and b'"event":"step"' in line:
            event = json.loads(line)
            await heard(event["data"]["n"])


async def play(table, until, took, other, delays):
    await asyncio.sleep(random.random() * PAUSE)
    while time.perf_counter() < until:
        waiting, came = None, {}
        if other is not None:
            async def heard(n, came=came):
                came[n] = time.perf_counter()
            waiting = asyncio.create_task(events(other(), table.path, table.seen["version"], heard))
            await asyncio.sleep(0.2)
        while table.seen["phase"] == "playing" and time.perf_counter() < until:
            n = table.seen["step_count"] + 1
            begun, milliseconds = await table.step()
            # The last step of a game stores the game and its reading too.
            took["step" if table.seen["phase"] == "playing" else "last"].append(milliseconds)
            await asyncio.sleep(PAUSE * (0.5 + random.random()))
            if waiting is not None:
                delays.append((came[n] - begun) * 1000 if n in came else float("inf"))
        if waiting is not None:
            waiting.cancel()
        await table.set_up()


async def imports(caller, until, took):
    """Has a game like those at the tables checked and stored, ten times a second."""
    _, game = await caller.ask("POST", "/v1/games", {"ruleset": "fortunes"})
    _, log = await caller.ask("GET", game["links"]["log"])
    while time.perf_counter() < until:
        begun = time.perf_counter()
        status, _ = await caller.ask("POST", "/v1/games/import", log)
        took.append((time.perf_counter() - begun) * 1000)
        assert status == 201, status
        await asyncio.sleep(0.1)


async def steps(tables, seconds, address, other=None):
    people = [Table(Caller(address, number // PER_ADDRESS)) for number in range(tables)]
    for table in people:
        await table.set_up()
    took, delays = {"step": [], "last": [], "import": []}, []
    until = time.perf_counter() + seconds
    watched = (lambda: Caller(other)) if other else None
    await asyncio.gather(imports(Caller(address), until, took["import"]), *(play(table, until, took, watched if number % 10 == 0 else None, delays)
                           for number, table in enumerate(people)))
    for name, values in took.items():
        tell(name, values)
    if other:
        tell("event", delays)


async def crowd(tables, streams, process, address):
    print(f"idle_memory {resident(process):.1f}", flush=True)
    callers = [Caller(address, number) for number in range(tables // PER_ADDRESS + 1)]
    people = [Table(callers[number // PER_ADDRESS]) for number in range(tables)]
    for table in people:
        await table.set_up()
    print(f"tables_memory {resident(process):.1f}", flush=True)
    heard = 0

    async def count(_):
        nonlocal heard
        heard += 1

    watching = []
    for number in range(streams):
        table = people[number % tables]
        caller = Caller(address, 100 + number // PER_ADDRESS)
        watching.append(asyncio.create_task(events(caller, table.path, table.seen["version"], count)))
        if number % 50 == 49:
            await asyncio.sleep(0.02)
    await asyncio.sleep(2)
    print(f"streams_memory {resident(process):.1f}", flush=True)
    peak, took, begun = 0.0, [], time.perf_counter()
    wanted = 0
    for number, table in enumerate(people):
        before = table.seen["step_count"]
        took.append((await table.step())[1])
        wanted += (table.seen["step_count"] - before) * len(range(number, streams, tables))
        if number % 50 == 0:
            peak = max(peak, resident(process))
    await asyncio.sleep(2)
    tell("step", took)
    print(f"events_missing {wanted - heard}")
    print(f"events_per_second {heard / (time.perf_counter() - begun - 2):.0f}")
    print(f"peak_memory {max(peak, resident(process)):.1f}")
    for watcher in watching:
        watcher.cancel()


def main():
    what, numbers = sys.argv[1], sys.argv[2:]
    if what == "steps":
        asyncio.run(steps(int(numbers[0]), float(numbers[1]), *numbers[2:]))
    else:
        asyncio.run(crowd(int(numbers[0]), int(numbers[1]), int(numbers[2]), numbers[3]))


main()
