#!/usr/bin/env python3
"""A test of names from the picture alone: blind.py [-r ROUNDS] [-s SIZE] [-m MODE] [-o FOLDER] [NAME ...]

Writes FOLDER/ROUND/001.png ... (one card under a number only, SIZE wide) and FOLDER/ROUND/options.txt (its four names to
choose from, the most alike: trumps among trumps, pips among the pips of their suit, courts among the courts of theirs).
FOLDER-key/ROUND.txt is not for who guesses. blind.py --count ROUND.txt ANSWERS counts lines of "001 b".
"""
import argparse, random, sys
from pathlib import Path
import sheet

HERE = Path(__file__).resolve().parent
TRUMPS = ("The Fool,The Magician,The High Priestess,The Empress,The Emperor,The Hierophant,The Lovers,The Chariot,Strength,"
          "The Hermit,Wheel of Fortune,Justice,The Hanged Man,Death,Temperance,The Devil,The Tower,The Star,The Moon,The Sun,"
          "Judgement,The World").split(",")
SUITS = dict(wa="Wands", cu="Cups", sw="Swords", pe="Pentacles")
PIPS = {f"{n:02}": w for n, w in zip(range(2, 11), "Two Three Four Five Six Seven Eight Nine Ten".split())}
COURTS = dict(pa="Herald", kn="Knight", qu="Riga (queen)", ki="Righ (king)")
RANKS = dict(ac="Ace") | PIPS | COURTS
NAMES = {f"ar{i:02}": n for i, n in enumerate(TRUMPS)} | {s + r: f"{RANKS[r]} of {SUITS[s]}" for s in SUITS for r in RANKS}
# What looks alike: who sits, who stands with a sign, the nights, the angels.
ALIKE = ["02 03 04 05 11", "01 08 09 00", "06 15 19 10", "14 20 17", "16 18 17", "07 13 19", "12 21 10"]


def choices(card, rnd):
    if card[:2] == "ar":
        near = {c for group in ALIKE if card[2:] in group.split() for c in group.split()} - {card[2:]}
        near = ["ar" + c for c in sorted(near)]
        far = [c for c in NAMES if c[:2] == "ar" and c != card and c not in near]
        others = rnd.sample(near, min(2, len(near)))
        others += rnd.sample(far, 3 - len(others))
    elif card[2:] in COURTS:
        others = [card[:2] + r for r in COURTS if r != card[2:]]
    else:
        ranks = ["ac", *PIPS]
        i = ranks.index(card[2:])
        near = sorted((r for r in ranks if r != card[2:]), key=lambda r: abs(ranks.index(r) - i))
        others = [card[:2] + r for r in near[:2] + rnd.sample(near[2:], 1)]
    four = others + [card]
    rnd.shuffle(four)
    return four


def count(key, answers):
    right = dict(line.split()[:2] for line in Path(key).read_text().splitlines())
    cards = {line.split()[0]: line.split()[2] for line in Path(key).read_text().splitlines()}
    given = dict(line.split()[:2] for line in Path(answers).read_text().splitlines() if line.strip())
    wrong = [cards[n] for n in right if given.get(n) != right[n]]
    print(f"{len(right) - len(wrong)} of {len(right)}", *wrong)


def main():
    if sys.argv[1:2] == ["--count"]:
        return count(*sys.argv[2:])
    p = argparse.ArgumentParser()
    p.add_argument("-r", type=int, default=1)
    p.add_argument("-s", type=int, default=120)
    p.add_argument("-m", default="light")
    p.add_argument("-o", default=str(HERE / "blind"))
    p.add_argument("names", nargs="*")
    a = p.parse_args()
    cards = [c for c in a.names or sorted(f.stem for f in (HERE / "out").glob("*.svg")) if c in NAMES]
    keys = Path(a.o + "-key")
    keys.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for card in cards:
        sheet.shoot([card], a.s, a.m, keys / "card.png")
        pictures[card] = (keys / "card.png").read_bytes()
    (keys / "card.png").unlink()
    rnd = random.SystemRandom()
    for r in range(1, a.r + 1):
        folder = Path(a.o) / str(r)
        folder.mkdir(parents=True, exist_ok=True)
        rnd.shuffle(cards)
        options = key = ""
        for i, card in enumerate(cards, 1):
            (folder / f"{i:03}.png").write_bytes(pictures[card])
            four = choices(card, rnd)
            options += f"{i:03}: " + " | ".join(f"{l}) {NAMES[c]}" for l, c in zip("abcd", four)) + "\n"
            key += f"{i:03} {'abcd'[four.index(card)]} {card}\n"
        (folder / "options.txt").write_text(options)
        (keys / f"{r}.txt").write_text(key)


if __name__ == "__main__":
    main()
