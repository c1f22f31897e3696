"""1,000 games rated by the formulas of `docs/statistics.md`, in Python: `tests/data/ratings.json`, made once.

    python3 -m venv venv && venv/bin/pip install openskill==6.2.0
    venv/bin/python tests/outside/ratings/vectors.py > tests/data/ratings.json

A line has the teams of a game (the numbers of its players), the places of the teams, and what the ratings of the players
are after it, as mu and sigma. Where openskill has the same model (everybody plays alone, and no tie is left out), it has to
agree; its own comparisons are not weighed, so what it moves a mean by is multiplied here.
"""

import json
import math
import random
import sys

from openskill.models import BradleyTerryFull

GAMES = 1000
PLAYERS = 60
# (teams, players in each): partners, three against three, a duel, and everybody alone
SHAPES = [(2, 2), (2, 3), (2, 1), (3, 1), (4, 1), (7, 1), (20, 1)]
MEAN, DEVIATION, BETA, TAU = 25, 25 / 3, 25 / 6, 25 / 300


def grown(sigma):
    return min(sigma**2 + TAU**2, DEVIATION**2)


def rated(teams, places):
    """The ratings after a game of `teams`, lists of (mu, sigma)."""
    number = len(teams)
    means = [math.fsum(mu for mu, _ in team) for team in teams]
    spreads = [math.fsum(grown(sigma) for _, sigma in team) for team in teams]
    after = []
    for i, team in enumerate(teams):
        omega = delta = 0
        for q in range(number):
            shared = places.count(places[i])
            left_out = places[q] == places[i] and number > 2 and number / 2 < shared < number
            if q == i or left_out:
                continue
            c = math.sqrt(spreads[i] + spreads[q] + 2 * BETA**2)
            p = 1 / (1 + math.exp((means[q] - means[i]) / c))
            s = (places[i] < places[q]) + (places[i] == places[q]) / 2
            omega += 2 / number * spreads[i] / c * (s - p)
            delta += 2 / number * math.sqrt(spreads[i]) / c * spreads[i] / c**2 * p * (1 - p)
        shares = [(mu, grown(sigma), grown(sigma) / spreads[i]) for mu, sigma in team]
        after.append([(mu + share * omega, math.sqrt(v * (1 - share * delta))) for mu, v, share in shares])
    return after


def by_openskill(teams, places):
    number = len(teams)
    model = BradleyTerryFull(
        tau=0.0, kappa=1e-300, gamma=lambda c, k, mu, sigma_squared, *_: math.sqrt(sigma_squared) / c * 2 / number
    )
    before = [[model.rating(mu=mu, sigma=math.sqrt(grown(sigma))) for mu, sigma in team] for team in teams]
    after = model.rate(before, ranks=places)
    return [[(mu + 2 / number * (new.mu - mu), new.sigma)] for [(mu, _)], [new] in zip(teams, after)]


def is_the_same_model(teams, places):
    crowded = any(len(places) / 2 < places.count(place) < len(places) for place in places)
    return all(len(team) == 1 for team in teams) and not (crowded and len(teams) > 2)


chance = random.Random("ratings")
ratings = [(MEAN, DEVIATION)] * PLAYERS
lines, compared, furthest = [], 0, 0.0
for game in range(GAMES):
    count, size = SHAPES[game % len(SHAPES)]
    seats = chance.sample(range(PLAYERS), count * size)
    teams = [seats[team * size : (team + 1) * size] for team in range(count)]
    # Some share a place: the next place is then left out. In every third game one wins, and all others are equal.
    marks = [chance.randrange(count) for _ in teams]
    if game % 3 == 0:
        marks = [team != marks[0] for team in range(count)]
    places = [1 + sum(other < mark for other in marks) for mark in marks]
    before = [[ratings[player] for player in team] for team in teams]
    after = rated(before, places)
    if is_the_same_model(before, places):
        compared += 1
        for ours, theirs in zip(sum(after, []), sum(by_openskill(before, places), [])):
            furthest = max(furthest, abs(ours[0] - theirs[0]), abs(ours[1] - theirs[1]))
    for player, rating in zip(seats, sum(after, [])):
        ratings[player] = rating
    lines.append(json.dumps({"teams": teams, "places": places, "after": sum(after, [])}, separators=(",", ":")))
assert furthest < 1e-12, furthest
print(f"openskill agrees on {compared} games, to {furthest:.1e}", file=sys.stderr)
sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")
