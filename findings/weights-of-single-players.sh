#!/usr/bin/env bash
# Weights of players who play for themselves double what winners gain and halve what losers lose.
#
# Expected: where everybody has the same weight, weights change nothing; a weight of 100 counts for more than one of 0.001.
# Happens:  in teams of one, any weight (1, 100, 0.001) counts as the upper bound, 2: the winner gains twice as much, the
#           loser loses half as much, and their deviations differ. Between teams of two, equal weights change nothing.
# Matters:  a service that passes a weight of 1 to everybody, for a game that has teams and games of single players,
#           inflates the ratings of the latter: each game puts 3.95 points into the pool that nobody loses.
# Version:  openskill 6.2.0 (PyPI), all its models; Plackett-Luce below. Source: openskill/models/common.py, `_normalize`.
# Seen:     no weights      27.635 8.066 | 22.365 8.066
#           1 and 1         30.271 7.789 | 23.682 8.201
#           0.001 and 100   30.271 7.789 | 23.682 8.201
#           two against two, no weights     26.964 26.964 | 23.036 23.036
#           two against two, all of them 1  26.964 26.964 | 23.036 23.036
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openskill==6.2.0
venv/bin/python - >seen <<'PYTHON'
from openskill.models import PlackettLuce

model = PlackettLuce()


def singles(weights=None):
    (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], weights=weights)
    return f"{winner.mu:.3f} {winner.sigma:.3f} | {loser.mu:.3f} {loser.sigma:.3f}"


def pairs(weights=None):
    teams = model.rate([[model.rating(), model.rating()] for _ in range(2)], weights=weights)
    return " | ".join(" ".join(f"{player.mu:.3f}" for player in team) for team in teams)


print(singles())
print(singles([[1], [1]]))
print(singles([[0.001], [100]]))
print(pairs())
print(pairs([[1, 1], [1, 1]]))
PYTHON
diff - seen <<'SEEN'
27.635 8.066 | 22.365 8.066
30.271 7.789 | 23.682 8.201
30.271 7.789 | 23.682 8.201
26.964 26.964 | 23.036 23.036
26.964 26.964 | 23.036 23.036
SEEN
