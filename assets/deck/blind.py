#!/usr/bin/env python3
"""A test of names from the picture alone: blind.py [-r ROUNDS] [NAME ...]

Writes blind/ROUND-NN.png (one card, 400 wide, under a number only), blind/questions.txt (its four names to choose
from, of its own kind) and blind/key.txt (do not show it to who guesses).
"""
import argparse, random
from pathlib import Path
import sheet

HERE = Path(__file__).resolve().parent
TRUMPS = ("The Fool,The Magician,The High Priestess,The Empress,The Emperor,The Hierophant,The Lovers,The Chariot,Strength,"
          "The Hermit,Wheel of Fortune,Justice,The Hanged Man,Death,Temperance,The Devil,The Tower,The Star,The Moon,The Sun,"
          "Judgement,The World").split(",")
SUITS = dict(wa="Wands", cu="Cups", sw="Swords", pe="Pentacles")
RANKS = dict(ac="Ace", **{f"{n:02}": w for n, w in zip(range(2, 11), "Two Three Four Five Six Seven Eight Nine Ten".split())},
             pa="Herald", kn="Knight", qu="Riga (queen)", ki="Righ (king)")
NAMES = {f"ar{i:02}": n for i, n in enumerate(TRUMPS)} | {s + r: f"{RANKS[r]} of {SUITS[s]}" for s in SUITS for r in RANKS}


def choices(card, rnd):
    kind = [c for c in NAMES if c != card and (c[:2] == card[:2] or card[:2] != "ar" and c[2:] == card[2:])]
    four = rnd.sample(kind, 3) + [card]
    rnd.shuffle(four)
    return four


def main():
    p = argparse.ArgumentParser()
    p.add_argument("-r", type=int, default=1)
    p.add_argument("-s", type=int, default=400)
    p.add_argument("names", nargs="*")
    a = p.parse_args()
    cards = [c for c in a.names or sorted(f.stem for f in (HERE / "out").glob("*.svg")) if c in NAMES]
    folder = HERE / "blind"
    folder.mkdir(exist_ok=True)
    questions = key = ""
    for r in range(1, a.r + 1):
        rnd = random.Random()
        rnd.shuffle(cards)
        for i, card in enumerate(cards, 1):
            if r == 1:
                sheet.shoot([card], a.s, "light", folder / f"{card}.tmp.png")
            (folder / f"{r}-{i:02}.png").write_bytes((folder / f"{card}.tmp.png").read_bytes())
            four = choices(card, rnd)
            questions += f"{r}-{i:02}.png: " + " | ".join(f"{l}) {NAMES[c]}" for l, c in zip("abcd", four)) + "\n"
            key += f"{r}-{i:02} {'abcd'[four.index(card)]} {card}\n"
    for f in folder.glob("*.tmp.png"):
        f.unlink()
    (folder / "questions.txt").write_text(questions)
    (folder / "key.txt").write_text(key)


if __name__ == "__main__":
    main()
