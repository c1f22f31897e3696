#!/usr/bin/env bash
# The total of negative dice is positive: a penalty becomes a bonus.
#
# Expected: `t` adds up what was rolled, which arithmetic does by itself: `-1d4t+10` is `-1d4+10`, from 6 to 9.
# Happens:  a leading minus is lost where `t` follows: `-1d4t+10` is from 11 to 14, and `-3d6t` from 3 to 18. With a number
#           before the minus (`10-1d4t`, `0-3d6t`) the sign stays. Without `t`, `-3d6` is a list of negative dice.
# Matters:  a service that appends `t` to what people type, to get one number for any expression, adds every penalty.
# Version:  dice 4.0.0 (PyPI). Source: dice/elements.py, `Negate` and `Total`, and their order in dice/grammar.py.
# Seen:     see the end of this script: the least and the most of each expression, every die at its lowest and highest.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dice==4.0.0
venv/bin/python - >seen <<'PYTHON'
import dice

for expression in ["-1d4+10", "-1d4t+10", "10-1d4t", "0-3d6t", "-3d6t"]:
    print(expression, *sorted([dice.roll_min(expression), dice.roll_max(expression)]))
print("-3d6", list(dice.roll_max("-3d6")))
PYTHON
diff - seen <<'SEEN'
-1d4+10 6 9
-1d4t+10 11 14
10-1d4t 6 9
0-3d6t -18 -3
-3d6t 3 18
-3d6 [-6, -6, -6]
SEEN
