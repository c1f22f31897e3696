#!/usr/bin/env bash
# The Arcana Land deck specification 1.0 lets a deck say which trump is its eighth:
#
#   [remap_major_arcana]
#   08 = "justice"
#   11 = "strength"
#
# Expected: in such a deck `major_arcana.08`, and so `h750/major_arcana/08.png`, is Justice.
# What happens: it stays Strength, shown with the number 11, and `11.png` is Justice, shown with the number 8. The table
# moves numbers, not pictures. In a deck of version 2.0 the table is ignored and `08.png` is called Strength, unless the
# manifest names it: `[cards."major_arcana.08"]`. Names in `names/en.toml`, which 1.0 reads, are ignored there as well.
# No version warns: a deck counted like that of Marseille is shown with two wrong names.
#
# Version: arcana-tarot 0.2.0 (PyPI; binding of libarcana), Python 3.12 or later.
# Source: https://github.com/arcanaland/libarcana, tests of `[remap_major_arcana]`;
#         https://github.com/arcanaland/specifications, DECK.md, "A Canonical ID Is a Slot"
# Fails if any of this changes. PYTHON chooses the interpreter.
set -euo pipefail

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check arcana-tarot==0.2.0

cat >"$place/seen.py" <<'PYTHON'
import pathlib, sys
import arcana_tarot

REMAP = '[remap_major_arcana]\n08 = "justice"\n11 = "strength"\n'
NAMES = '[major_arcana]\n08 = "Justice"\n11 = "Strength"\n'
CARDS = '[cards."major_arcana.08"]\nname = "Justice"\n[cards."major_arcana.11"]\nname = "Strength"\n'
# The smallest PNG: one grey pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082")


def deck(name, version, manifest="", names=""):
    root = pathlib.Path(sys.argv[1]) / name
    (root / "h750" / "major_arcana").mkdir(parents=True)
    (root / "names").mkdir()
    for number in range(22):
        (root / "h750" / "major_arcana" / f"{number:02}.png").write_bytes(PIXEL)
    head = f'[deck]\nid = "{name}"\nschema_version = "{version}"\nname = "{name}"\nauthor = "A"\nversion = "1"\n'
    (root / "deck.toml").write_text(head + manifest)
    (root / "names" / "en.toml").write_text(names)
    cards = {card.id.to_canonical(): card for card in arcana_tarot.load_deck(root).cards}
    return [(cards[f"major_arcana.{key}"].display_name, cards[f"major_arcana.{key}"].position) for key in ("08", "11")]


seen = {
    "1.0, remapped": deck("remapped", "1.0", REMAP),
    "1.0, remapped, with names": deck("both", "1.0", REMAP, NAMES),
    "2.0, remapped": deck("remapped-2", "2.0", REMAP),
    "2.0, with a file of names": deck("names-2", "2.0", "", NAMES),
    "2.0, named in the manifest": deck("cards-2", "2.0", CARDS),
}
for case, (eighth, eleventh) in seen.items():
    print(f"{case}: 08.png is {eighth[0]}, number {eighth[1]}; 11.png is {eleventh[0]}, number {eleventh[1]}")
PYTHON

"$place/venv/bin/python" "$place/seen.py" "$place" | tee "$place/seen"
diff "$place/seen" - <<'SEEN' || { echo "It is no longer as described." >&2; exit 1; }
1.0, remapped: 08.png is Strength, number 11; 11.png is Justice, number 8
1.0, remapped, with names: 08.png is Justice, number 11; 11.png is Strength, number 8
2.0, remapped: 08.png is Strength, number None; 11.png is Justice, number None
2.0, with a file of names: 08.png is Strength, number None; 11.png is Justice, number None
2.0, named in the manifest: 08.png is Justice, number None; 11.png is Strength, number None
SEEN
echo "It is as described."
