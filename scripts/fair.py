#!/usr/bin/env python3
"""A bystander beside callers that ask for the most expensive work there is.

    fair.py ADDRESS PROCESS IDLE MIX SETTLE

Asks the service at ADDRESS (host:port, on loopback) as a bystander, first alone for IDLE seconds and then for MIX seconds
while others, from other addresses of loopback, ask for ten of the most expensive games at a time, twenty of the widest
pictures, large imports and exports that are read slowly, and while attacks go on: bodies of many fields and many errors,
long queries and headers, bodies that come a byte at a time, exports that nobody reads. Then it waits SETTLE seconds. Prints
a line for each figure: a name and a number, in milliseconds or in megabytes of the process's resident memory.
"""
import http.client
import itertools
import json
import socket
import sys
import threading
import time

EXPENSIVE = [
    {"ruleset": "fortunes", "options": {"match": {"type": "race_exact", "target": 1000, "max_deals": 200}}},
    {"ruleset": "fortunes", "options": {"match": {"type": "race_exact", "target": 1000, "max_deals": 200},
                                        "betting": {"type": "bid"}}},
    {"ruleset": "fortuno", "options": {"max_turns": 100000}, "players": [{}] * 8},
    {"ruleset": "foolery", "options": {"deals": 100}, "players": [{}] * 7},
    {"ruleset": "reversal", "options": {"target": 100, "max_rounds": 1000}, "players": [{}] * 20},
]
SMALL = {"ruleset": "foolery"}
READINGS = 300
SHOWN = {"read": "stored reading", "game": "stored game", "play": "small play"}


class Caller:
    """Somebody at an address of their own, with one connection."""

    def __init__(self, address, number):
        host, port = address.rsplit(":", 1)
        self.own = f"127.0.0.{number}"
        self.connect = lambda: http.client.HTTPConnection(host, int(port), timeout=120, source_address=(self.own, 0))
        self.connection = self.connect()

    def ask(self, method, path, body=None, media="application/json", accept="application/json", **more):
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": media, "Accept": accept, **more} if data else {"Accept": accept, **more}
        try:
            self.connection.request(method, path, data, headers)
            response = self.connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = self.connect()
            return 0, b""


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def resident(process):
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


class Bystander(threading.Thread):
    """Reads and plays one after the other, and notes how long each took."""

    def __init__(self, address, readings, seconds):
        super().__init__()
        self.caller, self.until = Caller(address, 1), time.monotonic() + seconds
        # Many in turn, so that none is cached.
        self.paths = {"read": itertools.cycle(f"/v1/readings/{reading['id']}" for reading in readings),
                      "game": itertools.cycle(f"/v1/games/{reading['game']['id']}" for reading in readings)}
        self.took = {name: [] for name in SHOWN}
        self.failed = 0

    def run(self):
        for name in itertools.cycle(SHOWN):
            if time.monotonic() > self.until:
                return
            begun = time.monotonic()
            if name == "play":
                status, _ = self.caller.ask("POST", "/v1/games", SMALL)
            else:
                status, _ = self.caller.ask("GET", next(self.paths[name]))
            self.took[name].append((time.monotonic() - begun) * 1000)
            self.failed += status not in (200, 201)
            time.sleep(0.01)

    def tell(self, when):
        for name, took in self.took.items():
            print(f"{when}_{name}_p50 {percentile(took, 0.5):.1f}")
            print(f"{when}_{name}_p99 {percentile(took, 0.99):.1f}")
        print(f"{when}_failed {self.failed}", flush=True)


def again(until, what):
    def run():
        while time.monotonic() < until:
            what()
            time.sleep(0.01)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def slow_reader(address, number, until):
    """Takes an export a little at a time."""
    host, port = address.rsplit(":", 1)
    while time.monotonic() < until:
        with socket.create_connection((host, int(port)), 120, (f"127.0.0.{number}", 0)) as connection:
            connection.sendall(b"GET /v1/games?log=true HTTP/1.1\r\nHost: " + address.encode()
                               + b"\r\nAccept: application/x-ndjson\r\nConnection: close\r\n\r\n")
            try:
                while time.monotonic() < until and connection.recv(16384):
                    time.sleep(0.01)
            except OSError:
                pass


def mix(address, reading, log, until):
    threads = []
    for number in range(10):
        caller, orders = Caller(address, 10 + number % 5), itertools.cycle(EXPENSIVE[number % 5:] + EXPENSIVE[:number % 5])
        threads.append(again(until, lambda caller=caller, orders=orders: caller.ask("POST", "/v1/games", next(orders))))
    for number in range(20):
        caller, widths = Caller(address, 20 + number % 5), itertools.cycle(range(2000, 1900, -1))
        picture = f"/v1/readings/{reading}.png?width="
        threads.append(again(until, lambda caller=caller, widths=widths, picture=picture:
                             caller.ask("GET", f"{picture}{next(widths)}", accept="image/png")))
    for number, (body, media) in enumerate(log):
        caller = Caller(address, 30 + number)
        threads.append(again(until, lambda caller=caller, body=body, media=media: caller.ask(
            "POST", "/v1/games/import?dry_run=true", body, media, media)))
    for number in range(2):
        threads.append(threading.Thread(target=slow_reader, args=(address, 40 + number, until), daemon=True))
        threads[-1].start()
    return threads


def attacks(address, readings, until):
    """What once stopped the service or took its memory: each goes on over and over, from an address of its own."""
    fields = json.dumps({f"field{number}": 0 for number in range(80000)}).encode()
    errors = json.dumps({"own": [["no card"] * 4] * 20000, "partner": [], "outcome": "won"}).encode()
    names = "&".join(f"n{number}" for number in range(5000))
    paths = itertools.cycle(f"/v1/readings/{reading['id']}{form}" for reading in readings
                            for form in ("", ".html", ".svg", ".txt", ".md"))
    filters = itertools.cycle(("source=imported", "ruleset=fortuna", "player=nobody", "since=2020-01-01T00:00:00Z"))
    shapes = [
        lambda caller: caller.ask("POST", "/v1/games/import", fields),
        lambda caller: caller.ask("POST", "/v1/layouts", errors),
        lambda caller: caller.ask("GET", f"/healthz?{names}"),
        lambda caller: caller.ask("GET", next(paths), **{"Accept-Language": "en;q=0.1," * 3000}),
        lambda caller: caller.ask("GET", f"/v1/games?limit=200&{next(filters)}"),
    ]
    for number, shape in enumerate(shapes):
        caller = Caller(address, 50 + number)
        again(until, lambda caller=caller, shape=shape: shape(caller))
    for number in range(8):
        threading.Thread(target=silent_connections, args=(address, 60 + number, until), daemon=True).start()


def silent_connections(address, number, until):
    """Exports that are never read and bodies that come a byte a second, from one address, thirty at a time."""
    host, port = address.rsplit(":", 1)
    head = f"Host: {address}\r\n".encode()
    export = b"GET /v1/games?log=true HTTP/1.1\r\n" + head + b"Accept: application/x-ndjson\r\n\r\n"
    body = (b"POST /v1/games HTTP/1.1\r\n" + head
            + b"Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n")
    opened = []
    while time.monotonic() < until:
        if len(opened) < 30:
            try:
                connection = socket.create_connection((host, int(port)), 10, (f"127.0.0.{number}", 0))
                connection.sendall(export if len(opened) % 2 else body)
                opened.append(connection)
                continue
            except OSError:
                pass
        for connection in list(opened):
            try:
                connection.send(b" ")
            except OSError:
                opened.remove(connection)
        time.sleep(1)
    for connection in opened:
        connection.close()


def large_imports(caller):
    """A log of many MiB, and nearly 16 MiB in lines."""
    status, game = caller.ask("POST", "/v1/games", {"ruleset": "fortuno", "options": {"max_turns": 75000},
                                                    "players": [{}] * 8, "seed": "g"})
    assert status == 201 and json.loads(game)["step_count"] > 150000, (status, game[:300])
    _, one = caller.ask("GET", f"/v1/games/{json.loads(game)['id']}/log")
    _, game = caller.ask("POST", "/v1/games", {"ruleset": "fortunes", "seed": "lines"})
    _, line = caller.ask("GET", f"/v1/games/{json.loads(game)['id']}/log")
    line = line.strip() + b"\n"
    lines = line * min(10000, (15 << 20) // len(line))
    return [(one, "application/json"), (lines, "application/x-ndjson")]


def main():
    address, process, idle, busy, settle = sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:6])
    caller = Caller(address, 1)
    print(f"start_memory {resident(process):.1f}")
    readings = []
    for _ in range(READINGS):
        status, body = caller.ask("POST", "/v1/readings", {"bots": ["random"] * 4})
        assert status == 201, (status, body)
        readings.append(json.loads(body))
    log = large_imports(caller)
    alone = Bystander(address, readings, idle)
    alone.start()
    alone.join()
    alone.tell("idle")
    print(f"idle_memory {resident(process):.1f}", flush=True)
    until = time.monotonic() + busy
    threads = mix(address, readings[0]["id"], log, until)
    attacks(address, readings, until)
    bystander = Bystander(address, readings, busy)
    bystander.start()
    peak = 0.0
    while time.monotonic() < until:
        peak = max(peak, resident(process))
        time.sleep(0.1)
    bystander.join()
    bystander.tell("mix")
    print(f"peak_memory {peak:.1f}", flush=True)
    for thread in threads:
        thread.join(30)
    time.sleep(settle)
    print(f"settled_memory {resident(process):.1f}")


main()
