"""Computes the deal of a finished table of Fortunes from its seeds: `python3 deal.py ADDRESS TABLE [SEED_HASH]`.

SEED_HASH is the `seed_hash` that the table showed before the game began. Uses nothing of the service but its responses.
"""

import hashlib
import hmac
import itertools
import json
import struct
import sys
from urllib.request import urlopen

RANKS = ["ac", *(f"{number:02}" for number in range(2, 11)), "pa", "kn", "qu", "ki"]
PACK = [f"ar{number:02}" for number in range(22)] + [suit + rank for suit in ("wa", "cu", "sw", "pe") for rank in RANKS]


def client_seed(seats):
    """The client seed of a game from what the persons at its table gave, by seat."""
    text = "".join(f"{index}:{given}\n" for index, given in enumerate(seats))
    return hashlib.sha256(text.encode()).hexdigest() if any(seats) else ""


def words(seed, client):
    """The stream of chance: ChaCha20 with a key that both seeds make."""
    key = hmac.new(seed.encode(), b"table:" + client.encode(), "sha256").digest()
    for counter in itertools.count():
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
        block = start[:]
        for _ in range(10):
            for column in range(4):  # a column round
                quarter_round(block, column, 4 + column, 8 + column, 12 + column)
            for column in range(4):  # a diagonal round
                quarter_round(block, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
        yield from ((left + right) % 2**32 for left, right in zip(block, start))


def quarter_round(block, a, b, c, d):
    for to, by, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        block[to] = (block[to] + block[by]) % 2**32
        mixed = block[turned] ^ block[to]
        block[turned] = (mixed << bits | mixed >> 32 - bits) % 2**32


def below(stream, limit):
    return next(word for word in stream if word < 2**32 // limit * limit) % limit


def deal(seed, client):
    """The four hands of the first deal, and the two cards that are set aside."""
    pack, stream = PACK[:], words(seed, client)
    for last in range(len(pack) - 1, 0, -1):
        other = below(stream, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return [pack[start : start + 19] for start in range(0, 76, 19)], pack[76:]


def fetch(path):
    with urlopen(sys.argv[1] + path, timeout=60) as response:
        return json.load(response)


if __name__ == "__main__":
    table = fetch(f"/v1/tables/{sys.argv[2]}")
    game, log = fetch(f"/v1/games/{table['game']}"), fetch(f"/v1/games/{table['game']}/log")
    shown = sys.argv[3] if len(sys.argv) > 3 else table["seed_hash"]
    assert hashlib.sha256(game["seed"].encode()).hexdigest() == shown, "the seed is not the one that was chosen"
    given = [seat["client_seed"] for seat in table["seats"]]
    # At a deal of the day it is the date.
    wanted = table["day"] or client_seed(given)
    assert wanted == game["client_seed"], "the client seed is not made of what the persons gave"
    hands, discarded = deal(game["seed"], game["client_seed"])
    dealt = next(step for step in log["steps"] if step["type"] == "deal")
    assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in hands], "other cards were dealt"
    assert sorted(dealt["discarded"]) == sorted(discarded), "other cards were set aside"
    print(json.dumps({"seed": game["seed"], "client_seed": game["client_seed"], "hands": hands, "discarded": discarded}))
