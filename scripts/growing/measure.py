#!/usr/bin/env python3
"""How long answers take over few games and over many, asked for in turn.

    measure.py SECONDS FEW GAMES IDS KEY MANY GAMES IDS KEY [KIND…]

FEW and MANY are the addresses (host:port) of two services whose databases scripts/growth has filled, each with how many
games it has, a file of some of their ids, the oldest first, and a key of owner 1. Two callers ask each service for one
kind of answer after the other, FEW and MANY in turn, fifty times a second each, for SECONDS seconds each kind: nothing is
saturated. The same names are asked for in both. Prints a row for each kind: milliseconds at the median and at the 99th of 100, and
the ratios of MANY to FEW. No answer comes from the cache of responses: it takes no address that is spelt with a %.
"""
import gc
import http.client
import json
import multiprocessing
import random
import sys
import time

CALLERS = 2
LINES = "application/x-ndjson"
PAUSE = 0.02
GOAL = 1.5
RULESETS = ["fortunes", "fortuno", "foolery", "fortuna", "reversal"]
RANDOM_BOTS = json.dumps({"ruleset": "fortunes", "players": [{"bot": "random"}] * 4})


class Database:
    """A service, and what is known of its games."""

    def __init__(self, address, games, ids, key):
        host, port = address.rsplit(":", 1)
        self.connection = http.client.HTTPConnection(host, int(port), timeout=60)
        self.games, self.headers = int(games), {"Authorization": f"Bearer {key}"}
        with open(ids, encoding="ascii") as lines:
            self.ids = lines.read().split()
        self.cursors, self.log = [], None

    def ask(self, method, path, body=None, accept="application/json", media="application/json"):
        headers = {**self.headers, "Accept": accept, **({"Content-Type": media} if body else {})}
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        return response.status, response.read()

    def get(self, path):
        status, answer = self.ask("GET", path)
        assert status == 200, (path, status, answer)
        return json.loads(answer)

    def prepare(self):
        """Cursors fifty pages behind the newest game of those who play most, and a log to import."""
        for rank in range(1, 9):
            cursor = ""
            for _ in range(10):
                page = self.get(f"/v1/games?player=%50layer%20{rank}&limit=100{cursor}")
                cursor = f"&cursor={page['next_cursor']}" if page["next_cursor"] else cursor
            self.cursors.append((rank, cursor))
        game = self.get(f"/v1/games?ruleset=fortunes&source=imported&limit=1")["items"][0]
        log = self.get(f"/v1/games/{game['id']}/log")
        log.pop("external_id", None)
        self.log = json.dumps(log)


def id_of(database, recent=False):
    ids = database.ids[-len(database.ids) // 20:] if recent else database.ids
    return "%30" + random.choice(ids)[1:]


def rank(most=5000):
    return int(most ** random.random())


def name(most=5000):
    return f"%50layer%20{rank(most)}"


def pair():
    """Two who meet often."""
    first = rank()
    return first, first + random.choice([1, 2, 3, 4])


def seed(database):
    return random.randrange(database.games // 20) * 20 + 13


def external_id(database):
    """Of a game that owner 1 has imported."""
    return random.randrange(database.games // 1000) * 250 + random.choice([14, 15, 16, 17, 18, 34, 35])


def moment():
    return f"202{random.choice(['5', '6'])}-0{random.randint(1, 9)}-1{random.randint(0, 9)}T0{random.randint(0, 9)}:00:00%5A"


def deep(database):
    of, cursor = random.choice(database.cursors)
    return f"/v1/games?player=%50layer%20{of}{cursor}"


def met(path):
    one, two = pair()
    return path.format(one=f"%50layer%20{one}", two=f"%50layer%20{two}")


KINDS = {
    "a stored game, of the last twentieth": lambda d: f"/v1/games/{id_of(d, recent=True)}",
    "a stored game, any": lambda d: f"/v1/games/{id_of(d)}",
    "its verification": lambda d: f"/v1/games/{id_of(d)}/verification",
    "20 games of the history": lambda d: "/v1/games?limit=%32%30",
    "the same, with count": lambda d: "/v1/games?limit=%32%30&count=true",
    "of a ruleset": lambda d: f"/v1/games?ruleset=%66{random.choice(['ortunes', 'ortuno', 'oolery', 'ortuna'])}",
    "of a source, imported": lambda d: "/v1/games?source=%69mported",
    "of a source, played": lambda d: "/v1/games?source=%70layed",
    "of a ruleset and a source": lambda d: "/v1/games?source=%74able&ruleset=reversal",
    "of a seed": lambda d: f"/v1/games?seed=%73eed%20{seed(d)}",
    "of an external id": lambda d: f"/v1/games?external_id=%69mport%20{external_id(d)}",
    "since a time": lambda d: f"/v1/games?since={moment()}",
    "until a time": lambda d: f"/v1/games?until={moment()}",
    "played until a time": lambda d: f"/v1/games?played_until={moment()}",
    "sorted by when they were played": lambda d: "/v1/games?sort=%70layed_at",
    "of a player": lambda d: f"/v1/games?player={name()}",
    "of a player, page 51": deep,
    "of a player, with count": lambda d: f"/v1/games?player={name()}&count=true",
    "of a player, sorted by when they were played": lambda d: f"/v1/games?player={name()}&sort=played_at",
    "of a player and a ruleset": lambda d: f"/v1/games?player={name()}&ruleset={random.choice(RULESETS)}",
    "of a winner": lambda d: f"/v1/games?winner={name()}",
    "of two players": lambda d: met("/v1/games?player={one}&player={two}"),
    "a player": lambda d: f"/v1/players/{name()}",
    "a player versus another": lambda d: met("/v1/players/{one}/versus/{two}"),
    "a leaderboard": lambda d: f"/v1/leaderboards/%66{random.choice(['ortunes', 'ortuno', 'oolery', 'ortuna'])}",
    "a leaderboard, at least 50 games": lambda d: "/v1/leaderboards/%66ortunes?min_games=50",
    "statistics of 100 games of a player": lambda d: f"/v1/statistics/fortunes?player={name()}&limit=100",
    "the explorer": lambda d: f"/v1/explorer/fortunes?place=%63enter&card=ar{random.randrange(22):02}",
    "20 readings": lambda d: "/v1/readings?limit=%32%30",
    "200 lines of the export": lambda d: ("GET", "/v1/games?limit=%3200&log=true", None, LINES),
    "a durable game of random bots": lambda d: ("POST", "/v1/games", RANDOM_BOTS),
    "20 logs imported": lambda d: ("POST", "/v1/games/import", "\n".join([d.log] * 20), *[LINES] * 2),
}


def call(seconds, databases, kind):
    """One caller: asks both in turn, at a fixed rate."""
    random.seed()
    gc.disable()
    waits, next_at = [[], []], time.perf_counter() + random.random() * PAUSE
    until = next_at + seconds
    while next_at < until:
        time.sleep(max(0.0, next_at - time.perf_counter()))
        for database, mine in zip(databases, waits):
            what = KINDS[kind](database)
            what = ("GET", what) if isinstance(what, str) else what
            begun = time.perf_counter()
            status, answer = database.ask(*what)
            mine.append((time.perf_counter() - begun) * 1000)
            assert status in (200, 201), (what[:2], status, answer[:500])
        next_at = max(next_at + PAUSE, time.perf_counter())
    return waits


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def main():
    seconds, rest = float(sys.argv[1]), sys.argv[2:]
    few, many = Database(*rest[:4]), Database(*rest[4:8])
    kinds = rest[8:] or list(KINDS)
    for database in (few, many):
        database.prepare()
        database.connection.close()
    print(f"| what | p50, {few.games:,} | p50, {many.games:,} | ratio | p99, {few.games:,} | p99, {many.games:,} | ratio | at most {GOAL} |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for kind in kinds:
        with multiprocessing.Pool(CALLERS) as callers:
            waits = callers.starmap(call, [(seconds, (few, many), kind)] * CALLERS)
        of_few, of_many = ([wait for one in waits for wait in one[which]] for which in (0, 1))
        cells = []
        for part in (0.5, 0.99):
            one, two = percentile(of_few, part), percentile(of_many, part)
            cells += [f"{one:.2f}", f"{two:.2f}", f"{two / one:.2f}"]
        print(f"| {kind} | {' | '.join(cells)} | {'yes' if float(cells[5]) <= GOAL else 'no'} |", flush=True)


main()
