#!/usr/bin/env python3
"""Contact sheets of out/*.svg by headless Chromium: sheets/SIZE-MODE[-N].png.

Usage: sheet.py --parts (every part with its anchor)
       sheet.py --deck (all 78 with their names, as one picture: docs/deck.svg)
       sheet.py [-s 46,120,400] [-m light,dark,contrast,print] [-o PREFIX] [NAME ...]
"""
import argparse, re, subprocess, sys, tempfile
from pathlib import Path
import build

HERE = Path(__file__).resolve().parent
PAGE = dict(light="#f6f1e5", dark="#17161d", contrast="#000", print="#fff")


def page(names, size, mode, columns):
    cards = ""
    for name in names:
        text = (HERE / "out" / f"{name}.svg").read_text()
        suit = build.SUITS[name[:2]]
        body = re.sub(r"@media.*?}}", "", text)
        body = body.replace("</style>", build.rules(mode, [suit]) + "</style>")
        cards += f'<div style="width:{size}px;height:{size*1.7:.0f}px">{body}</div>'
    return (f'<!doctype html><body style="margin:{GAP}px;background:{PAGE[mode]};display:grid;gap:{GAP}px;'
            f'grid-template-columns:repeat({columns},{size}px)">{cards}')


GAP = 12


def shoot(names, size, mode, out):
    columns = max(1, min(len(names), 1600 // (size + GAP)))
    rows = -(-len(names) // columns)
    width, height = columns*(size+GAP) + GAP, rows*(round(size*1.7)+GAP) + GAP
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        html = Path(folder) / "page.html"
        html.write_text(page(names, size, mode, columns))
        subprocess.run(["nice", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--user-data-dir={folder}/profile", f"--screenshot={out}",
                        f"--window-size={max(width, 500)},{max(height, 300)}", html.as_uri()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    print(out)


def vocabulary(out):
    """Every part, a red cross at its anchor."""
    known = build.parts()
    cells = ""
    for name, part in known.items():
        if name in ("frame", "ground"):
            continue
        drawn = []
        build.flat(part, (1, 0, 0, 1, 0, 0), "ink", {k: v for k, v in part.attrib.items() if k[0] == "c"}, known, drawn)
        b = [build.box(p) for _, p, _, _ in drawn]
        x0, y0, x1, y1 = (f(v[i] for v in b) for i, f in enumerate((min, min, max, max)))
        body = "".join(f'<path class="{c}" d="{build.written(p)}"' + (f' stroke-width="{w}"' if w else "")
                       + (' fill-rule="evenodd"' if e == "evenodd" else "") + "/>" for c, p, w, e in drawn)
        cells += (f'<div><svg class="arc cups" '
                  f'viewBox="{x0-6} {y0-6} {x1-x0+12} {y1-y0+12}">{body}<path d="M-5 0H5M0 -5V5" style="stroke:red;stroke-width:1.500"/>'
                  f"</svg>{name}</div>")
    html = (f'<!doctype html><meta charset="utf-8"><style>{build.style(["cups"])}</style><style>body{{margin:8px;background:#d9d5c8;font:13px sans-serif;display:grid;gap:6px;'
            "grid-template-columns:repeat(12,128px)}div{text-align:center}svg{width:124px;height:124px}</style>" + cells)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        file = Path(folder) / "page.html"
        file.write_text(html)
        rows = -(-(len(known)-2) // 12)
        subprocess.run(["nice", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--user-data-dir={folder}/profile", f"--screenshot={out}",
                        f"--window-size=1620,{rows*152+16}", file.as_uri()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    print(out)


def whole(out):
    """The deck as one SVG: the trumps in two rows, then a suit a row."""
    import blind
    known, names = build.parts(), list(blind.NAMES)
    rows = [names[:11], names[11:22]] + [names[i:i+14] for i in range(22, 78, 14)]
    cell, high, body = (114, 212, "")
    for y, row in enumerate(rows):
        x = (14*cell - len(row)*cell) / 2
        for name in row:
            card = f'<g class="arc {build.SUITS[name[:2]]}" transform="translate({x + 7:g} {y*high + 8}) scale(.5)">{build.compose(name, known)}</g>'
            title = blind.NAMES[name].replace(" (queen)", "").replace(" (king)", "")
            body += f'<text x="{x + 57:g}" y="{y*high + 192}">{title}</text>{card}'
            x += cell
    style = build.style(dict.fromkeys(build.SUITS.values()))
    paper = build.MODES["light"]["paper"]
    ink = build.MODES["light"]["ink"]
    out.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {14*cell} {len(rows)*high}" font-family="sans-serif" '
                   f'font-size="10.5" text-anchor="middle"><title>The 78 cards of the Arcana deck</title><style>{style}'
                   f'text{{fill:{ink}}}@media (prefers-color-scheme:dark){{text{{fill:{paper}}}}}</style>{body}</svg>\n')
    print(out, out.stat().st_size)


def main():
    if sys.argv[1:] == ["--parts"]:
        return vocabulary(HERE / "sheets" / "parts.png")
    if sys.argv[1:] == ["--deck"]:
        return whole(HERE.parent.parent / "docs" / "deck.svg")
    p = argparse.ArgumentParser()
    p.add_argument("-s", default="46,120,400")
    p.add_argument("-m", default="light,dark,print")
    p.add_argument("-o", default="")
    p.add_argument("names", nargs="*")
    a = p.parse_args()
    names = a.names or sorted(f.stem for f in (HERE / "out").glob("*.svg"))
    (HERE / "sheets").mkdir(exist_ok=True)
    for size in map(int, a.s.split(",")):
        each = len(names) if size < 300 else 6
        for mode in a.m.split(","):
            for i in range(0, len(names), each):
                end = f"-{i // each + 1}" if len(names) > each else ""
                shoot(names[i:i+each], size, mode, HERE / "sheets" / f"{a.o}{size}-{mode}{end}.png")


if __name__ == "__main__":
    main()
