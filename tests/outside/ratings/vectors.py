"""1,000 games rated by openskill, another implementation of Weng-Lin: `tests/data/ratings.json`, made once.

    python3 -m venv venv && venv/bin/pip install openskill==6.2.0
    venv/bin/python tests/outside/ratings/vectors.py > tests/data/ratings.json

A line has the teams of a game (the numbers of its players), the places of the teams, and what the ratings of the players
are after it, as mu and sigma. Constants are those of the paper: openskill's own default adds to sigma before each game.
"""

import json
import random
import sys

from openskill.models import BradleyTerryFull

GAMES = 1000
PLAYERS = 60
# (teams, players in each): partners, a duel, and everybody alone
SHAPES = [(2, 2), (2, 1), (3, 1), (4, 1), (7, 1), (20, 1)]

model = BradleyTerryFull(tau=0.0, kappa=0.000001)
chance = random.Random("ratings")
ratings = [model.rating() for _ in range(PLAYERS)]
lines = []
for number in range(GAMES):
    count, size = SHAPES[number % len(SHAPES)]
    seats = chance.sample(range(PLAYERS), count * size)
    teams = [seats[team * size : (team + 1) * size] for team in range(count)]
    # Some share a place: the next place is then left out.
    marks = [chance.randrange(count) for _ in teams]
    places = [1 + sum(other < mark for other in marks) for mark in marks]
    rated = model.rate([[ratings[player] for player in team] for team in teams], ranks=places)
    after = []
    for team, new in zip(teams, rated):
        for player, rating in zip(team, new):
            ratings[player] = rating
            after.append([rating.mu, rating.sigma])
    lines.append(json.dumps({"teams": teams, "places": places, "after": after}, separators=(",", ":")))
sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")
