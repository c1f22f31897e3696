"""Draws, computed by hand (docs/rules/chance.md, "Draws"): nothing here is the service's own.

    draws.py VECTORS                  checks the test vectors of a page, docs/rules/chance.md
    draws.py ADDRESS                  and some hundred draws of a service at this address, and one that is proven
    draws.py proof ADDRESS READING    checks a stored reading: its cards, and the commitment to its seed
"""

import hashlib
import hmac
import json
import os
import random
import struct
import sys
import urllib.request

SUITS = ["wa", "cu", "sw", "pe"]
RANKS = ["ac", "02", "03", "04", "05", "06", "07", "08", "09", "10", "pa", "kn", "qu", "ki"]
MAJORS = [f"ar{number:02}" for number in range(22)]
MINORS = [suit + rank for suit in SUITS for rank in RANKS]
PACK = MAJORS + MINORS
DRAWS = 300


def rotated(word, by):
    return (word << by | word >> (32 - by)) & 0xFFFFFFFF


def quarter(state, a, b, c, d):
    for this, that, other, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[this] = (state[this] + state[that]) & 0xFFFFFFFF
        state[other] = rotated(state[other] ^ state[this], by)


def words(key):
    """ChaCha20 with nonce zero, from block 0, as little-endian words (RFC 8439)."""
    for block in range(1 << 32):
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key), block, 0, 0, 0]
        state = start.copy()
        for _ in range(10):
            for column in range(4):
                quarter(state, column, 4 + column, 8 + column, 12 + column)
            for column in range(4):
                quarter(state, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
        yield from ((one + other) & 0xFFFFFFFF for one, other in zip(state, start))


def below(stream, count):
    limit = (1 << 32) // count * count
    return next(word for word in stream if word < limit) % count


def drawn(seed, client_seed, pack, reversals):
    """All cards of the shuffled pack, with a stroke after a reversed one."""
    stream = words(hmac.new(seed.encode(), b"draw:" + client_seed.encode(), hashlib.sha256).digest())
    pack = list(pack)
    for place in range(len(pack) - 1, 0, -1):
        other = below(stream, place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return [card + ("'" if next(stream) / 2**32 < reversals else "") for card in pack]


def check_page(path):
    """Every row of the table of draws."""
    packs = {"all": PACK, "the trumps": MAJORS}
    rows = 0
    with open(path, encoding="utf-8") as page:
        lines = iter(page)
        for line in lines:
            if line.startswith("Cards drawn"):
                break
        for line in lines:
            cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
            if len(cells) != 5 or cells[2] not in packs:
                if rows:
                    break
                continue
            seed, client_seed, cards, reversals, wanted = cells
            cards_drawn = drawn(seed, "" if client_seed == "(empty)" else client_seed, packs[cards], float(reversals))
            told = " ".join(cards_drawn[: len(wanted.split())])
            assert told == wanted, f"{seed}: {told}, not {wanted}"
            rows += 1
    assert rows >= 2, "the page has no vectors"


def request(chooser, number):
    """What is asked for, and the cards that there are to draw."""
    pack = chooser.choice([PACK, MAJORS, MINORS, chooser.sample(PACK, 30)])
    names = {id(PACK): "all", id(MAJORS): "majors", id(MINORS): "minors"}
    asked = {
        "spread": chooser.choice(["one-card", "three-card", "celtic-cross", "year"]),
        "seed": f"draw {number} {chooser.random()}",
        "client_seed": chooser.choice(["", "mine"]),
        "reversals": chooser.choice([0, 0.1, 0.5, 0.75, 1]),
        "skip": chooser.choice([0, 0, 3]),
        "cards": names.get(id(pack), pack),
    }
    out = None
    if chooser.random() < 0.3:
        out = asked["significator"] = chooser.choice(pack)
    if chooser.random() < 0.2:
        asked["when"] = "2026-11-22"
    return asked, [card for card in PACK if card in pack and card != out]


def call(address, path, body=None):
    """What a service answers, as JSON."""
    headers = {"Content-Type": "application/json"}
    if os.environ.get("KEY"):
        headers["Authorization"] = "Bearer " + os.environ["KEY"]
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers)) as response:
        return json.load(response)


def told_cards(reading):
    return [place["card"]["id"] + ("'" if place["card"]["reversed"] else "") for place in reading["places"]]


def check_reading(address, number):
    """Draws the cards of a stored reading again; tells whether a commitment had promised the seed."""
    stored = call(address, f"/v1/readings/{number}")
    draw, reading = stored["draw"], stored["reading"]
    assert draw, "these cards were drawn by hand"
    assert hashlib.sha256(draw["seed"].encode()).hexdigest() == draw["seed_hash"], "the hash is another seed's"
    asked = {"all": PACK, "majors": MAJORS, "minors": MINORS}
    cards = draw["cards"] if isinstance(draw["cards"], list) else asked[draw["cards"]]
    out = reading["significator"] and reading["significator"]["id"]
    pack = [card for card in PACK if card in cards and card != out]
    seed = draw["seed"] + ("@" + draw["when"] if draw["when"] else "")
    wanted = drawn(seed, draw["client_seed"], pack, draw["reversals"])[draw["skip"] :]
    told = told_cards(reading)
    assert told == wanted[: len(told)], f"{told}, not {wanted[: len(told)]}"
    if not draw["commitment"]:
        return False
    commitment = call(address, f"/v1/commitments/{draw['commitment']}")
    assert commitment["seed_hash"] == draw["seed_hash"], "another seed was promised"
    assert commitment["reading"] == stored["id"], "it was promised for something else"
    return True


def check_proof(address):
    """A draw that nobody could choose, and a clarifier from the same shuffle."""
    promise = call(address, "/v1/commitments", {})
    asked = {"type": "spread", "spread": "three-card", "client_seed": "tea leaves", "commitment": promise["id"]}
    proven = call(address, "/v1/readings", {**asked, "cards": "majors", "significator": "ar01", "reversals": 0.25})
    assert proven["draw"]["seed_hash"] == promise["seed_hash"]
    assert check_reading(address, proven["id"]), "it has no commitment"
    later = {name: proven["draw"][name] for name in ("seed", "client_seed", "cards", "reversals")}
    later = {"type": "spread", "spread": "one-card", **later, "significator": "ar01", "skip": 3}
    clarifier = call(address, "/v1/readings", later)
    assert not check_reading(address, clarifier["id"]), "its seed was sent"
    assert not set(told_cards(clarifier["reading"])) & set(told_cards(proven["reading"]))


def check_service(address):
    chooser = random.Random(1)
    for number in range(DRAWS):
        asked, pack = request(chooser, number)
        told = told_cards(call(address, "/v1/draws", asked)["reading"])
        seed = asked["seed"] + ("@" + asked["when"] if "when" in asked else "")
        wanted = drawn(seed, asked["client_seed"], pack, asked["reversals"])[asked["skip"] :][: len(told)]
        assert told == wanted, f"{asked}: {told}, not {wanted}"


if __name__ == "__main__":
    if sys.argv[1] == "proof":
        proven = check_reading(sys.argv[2], sys.argv[3])
        print("The cards follow from the seed." + (" A commitment had promised it." if proven else ""))
    elif sys.argv[1].startswith("http"):
        check_service(sys.argv[1])
        check_proof(sys.argv[1])
    else:
        check_page(sys.argv[1])
