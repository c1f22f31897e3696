#!/usr/bin/env bash
# arcanite holds a file for each card of the deck: `m00.json` … `m21.json`, `c01.json` … `c14.json`, and so on. Each says
# its own name and number.
#
# Expected: the number is that of the file, 11 … 14 for page, knight, queen and king.
# What happens: three courts have the number 0: the Queen of Cups (c13), the Page of Swords (s11) and the Queen of Wands
# (w13). Names and files are right in all 78, so a card is better known by its file or its name than by suit and number.
#
# Version: arcanite 0.2.0 (PyPI).
# Source: the package's own files, arcanite/cards/json/tarot.
# Fails if this changes. PYTHON chooses the interpreter.
set -euo pipefail

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps arcanite==0.2.0

"$place/venv/bin/python" - <<'PYTHON' | tee "$place/seen"
import json, pathlib, sysconfig

folder = pathlib.Path(sysconfig.get_path("purelib")) / "arcanite" / "cards" / "json" / "tarot"
files = sorted(folder.glob("[mcpsw][0-9][0-9].json"))
cards = [(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in files]
wrong = [(stem, card["card_name"], card["card_number"]) for stem, card in cards if card["card_number"] != int(stem[1:])]
print(f"{len(cards)} cards, {len(wrong)} with another number than their file's")
for stem, name, number in wrong:
    print(f"{stem}: {name}, {number}")
PYTHON
diff "$place/seen" - <<'SEEN' || { echo "It is no longer as described." >&2; exit 1; }
78 cards, 3 with another number than their file's
c13: Queen of Cups, 0
s11: Page of Swords, 0
w13: Queen of Wands, 0
SEEN
echo "It is as described."
