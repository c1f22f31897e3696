"""Draws how often each seat wins, with intervals: python3 win_rates.py http://127.0.0.1:8080 fortunes > win-rates.svg"""

import json
import math
import sys
from urllib.request import Request, urlopen

ADDRESS, RULESET = sys.argv[1:]
Z = 1.959964


def answer(path, accept="application/json"):
    return urlopen(Request(ADDRESS + path, headers={"accept": accept}))


# What the service has counted.
report = json.load(answer(f"/v1/statistics/{RULESET}"))
seats = report["result"]["seats"]

# The same by hand: one line per game, of which only the winners are sent.
games, wins = 0, [0] * len(seats)
for line in answer(f"/v1/games?ruleset={RULESET}&fields=result.winners", "application/x-ndjson"):
    games += 1
    for seat in json.loads(line)["result"]["winners"]:
        wins[seat] += 1


def wilson(successes, trials):
    """The interval that holds the true share in 95 of 100 such experiments."""
    share, square = successes / trials, Z * Z
    middle = share + square / (2 * trials)
    margin = Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    return [(middle + side * margin) / (1 + square / trials) for side in (-1, 1)]


for seat, won in enumerate(wins):
    low, high = wilson(won, games)
    print(f"seat {seat}: {won} of {games}, {low:.1%} to {high:.1%}", file=sys.stderr)
    if not report["truncated"] and seats[seat]["games"] == games:
        rate = seats[seat]["win_rate"]
        assert seats[seat]["wins"] == won and abs(rate["low"] - low) + abs(rate["high"] - high) < 1e-5

# A picture: a bar for each seat, a line for its interval, and the shares in words.
WIDTH, ROW = 480, 32
picture = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {ROW * (len(seats) + 1)}" font-family="sans-serif">']
picture.append(f'<text x="8" y="22" font-weight="bold">{RULESET}: games won, of {report["games"]}</text>')
for row, seat in enumerate(seats, 1):
    if rate := seat["win_rate"]:
        value, low, high = (100 + 300 * rate[name] for name in ("value", "low", "high"))
        top = ROW * row
        picture.append(f'<text x="8" y="{top + 18}">seat {seat["seat"]}</text>')
        picture.append(f'<rect x="100" y="{top + 4}" width="{value - 100:.1f}" height="20" fill="#9ab"/>')
        picture.append(f'<path d="M{low:.1f} {top + 14}H{high:.1f}" stroke="#000" stroke-width="2"/>')
        picture.append(f'<text x="410" y="{top + 18}">{rate["value"]:.1%}</text>')
print("\n".join(picture + ["</svg>"]))
