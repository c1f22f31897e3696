#!/usr/bin/env bash
# A bridge board whose result is not known is read as ten down, or as just made: it depends on how the file says so.
#
# Expected: in Portable Bridge Notation 2.1 "?" stands for a value that is not known and "" for one that does not apply. A
#           contract that has not been played to its end, or was only bid, has no result and no score.
# Happens:  [Result "?"] and [Result ""] are read as no tricks: 4H is ten down, for -500. Without the tag 4H is made, for
#           +420. Written again, the file says [Result "0"] or [Result "10"], as if it had been played. In the other
#           direction a contract that went two down is written in the LIN format without its result, and read back as made.
# Matters:  a service that imports deals of bidding exercises, or of a table that broke up, stores scores that nobody made.
# Version:  endplay 0.5.12 (PyPI). Source: endplay/parsers/pbn.py and endplay/types/contract.py, where "no result" is 0
#           overtricks.
# Seen:     see the end of this script.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check endplay==0.5.12
venv/bin/python - >seen <<'PYTHON'
from endplay.parsers import lin, pbn

BOARD = """[Event "Club"]
[Site ""]
[Date "2026.01.01"]
[Board "1"]
[West "A"]
[North "B"]
[East "C"]
[South "D"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AQ7.AQJ4.6.AKJT5 86.KT2.K85.Q9742 KJT932.97.942.86 54.8653.AQJT73.3"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "4H"]
RESULT[Auction "N"]
1H Pass 4H AP
"""

for result in ['[Result "8"]\n', '[Result "?"]\n', '[Result ""]\n', ""]:
    (board,) = pbn.loads(BOARD.replace("RESULT", result))
    (written,) = (line for line in pbn.dumps([board]).splitlines() if line.startswith("[Result"))
    (again,) = lin.loads(lin.dumps([board]))
    print(result.strip() or "no tag", "->", board.contract.result, board.contract.score(board.vul), written, again.contract.result)
PYTHON
diff - seen <<'SEEN'
[Result "8"] -> -2 -100 [Result "8"] 0
[Result "?"] -> -10 -500 [Result "0"] 0
[Result ""] -> -10 -500 [Result "0"] 0
no tag -> 0 420 [Result "10"] 0
SEEN
