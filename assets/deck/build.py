#!/usr/bin/env python3
"""Composes cards/NAME.svg and parts/*.svg into self-contained out/NAME.svg.

Everything becomes <path>: parts are copied in, transforms are worked into the numbers, so that a line
keeps its weight however a part is scaled. README.md says how to compose.
Usage: build.py [NAME ...] for files in out/, or build.py --data for what the program shows
"""
import copy, math, random, re, sys
import xml.etree.ElementTree as ET
from pathlib import Path

HERE = Path(__file__).resolve().parent
SVG = "{http://www.w3.org/2000/svg}"
LIMIT = 8192
DATA = HERE.parents[1] / "crates" / "arcana-reading" / "deck"
SUITS = {"ar": "stars", "wa": "wands", "cu": "cups", "sw": "swords", "pe": "pentacles", "ba": "stars"}

# Ink, paper, accent, and the suits: in light, dark, where contrast is asked for, in print. A suit has 3:1 to ink and to
# paper; in contrast 4.5:1.
MODES = {
    "light": dict(ink="#1d1922", paper="#f8f0de", accent="#e3a32c", wands="#c04a22", cups="#2b77a8",
                  swords="#686ca0", pentacles="#678a34", stars="#9d4a7d"),
    "dark": dict(ink="#131118", paper="#cfc4ac", accent="#cf9528", wands="#a9441f", cups="#2a6d99",
                 swords="#5f6394", pentacles="#577629", stars="#94497a"),
    "contrast": dict(ink="#000", paper="#fff", accent="#ffcf4a", wands="#cc4a1c", cups="#0a7ac2",
                     swords="#756ac9", pentacles="#598200", stars="#b5519a"),
    "print": dict(ink="#000", paper="#fff", accent="#d4d4d4", wands="#8c8c8c", cups="#8c8c8c",
                  swords="#8c8c8c", pentacles="#8c8c8c", stars="#8c8c8c"),
}


def rules(mode, suits):
    """The colours of a mode; strokes take the ink of the card, whose lines have no width."""
    c = MODES[mode]
    rule = (f".arc{{fill:{c['ink']};stroke:{c['ink']}}}.arc .paper{{fill:{c['paper']}}}"
            f".arc .cut,.arc .lp{{stroke:{c['paper']}}}.arc .accent{{fill:{c['accent']}}}.arc .la{{stroke:{c['accent']}}}")
    return rule + "".join(f".{s} .suit{{fill:{c[s]}}}.{s} .ls{{stroke:{c[s]}}}" for s in suits)


def style(suits):
    """The style sheet of cards of these suits. `lk`, `lp`, `la`, `ls` are strokes of any width in ink, paper, accent, suit."""
    return (".arc{stroke-width:0;stroke-linecap:round;stroke-linejoin:round}" + rules("light", suits)
            + ".arc .edge,.arc .line{stroke-width:3}.arc .fine,.arc .cut{stroke-width:2}"
            + ".arc .line,.arc .fine,.arc .cut,.arc .lk,.arc .lp,.arc .la,.arc .ls{fill:none}"
            + f"\n@media screen and (prefers-color-scheme:dark){{{rules('dark', suits)}}}"
            + f"\n@media (forced-colors:active),(prefers-contrast:more){{{rules('contrast', suits)}}}"
            + f"\n@media print{{{rules('print', suits)}}}")


# --- matrices -------------------------------------------------------------------------------------
def mul(m, n):
    a, b, c, d, e, f = m
    g, h, i, j, k, l = n
    return (a*g + c*h, b*g + d*h, a*i + c*j, b*i + d*j, a*k + c*l + e, b*k + d*l + f)


def matrix(el):
    """`transform`, then the short forms: at="x y" turn="degrees" scale="s" or "sx sy" flip="1"."""
    m = (1, 0, 0, 1, 0, 0)
    for name, args in re.findall(r"(\w+)\(([^)]*)\)", el.get("transform", "")):
        v = numbers(args)
        if name == "translate":
            m = mul(m, (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0))
        elif name == "scale":
            m = mul(m, (v[0], 0, 0, v[-1], 0, 0))
        elif name == "rotate":
            r = math.radians(v[0])
            t = v[1:] or [0, 0]
            m = mul(m, (1, 0, 0, 1, t[0], t[1]))
            m = mul(m, (math.cos(r), math.sin(r), -math.sin(r), math.cos(r), 0, 0))
            m = mul(m, (1, 0, 0, 1, -t[0], -t[1]))
        elif name == "matrix":
            m = mul(m, tuple(v))
        else:
            raise SystemExit(f"unknown transform {name}")
    if el.get("at"):
        x, y = numbers(el.get("at"))
        m = mul(m, (1, 0, 0, 1, x, y))
    if el.get("turn"):
        r = math.radians(float(el.get("turn")))
        m = mul(m, (math.cos(r), math.sin(r), -math.sin(r), math.cos(r), 0, 0))
    if el.get("scale"):
        s = numbers(el.get("scale"))
        m = mul(m, (s[0], 0, 0, s[-1], 0, 0))
    if el.get("flip"):
        m = mul(m, (-1, 0, 0, 1, 0, 0))
    return m


def numbers(text):
    return [float(n) for n in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", text)]


# --- paths ----------------------------------------------------------------------------------------
COUNT = dict(M=2, L=2, H=1, V=1, C=6, S=4, Q=4, T=2, A=7, Z=0)


def parse(d):
    """Absolute commands M L C Q A Z."""
    out, x, y, sx, sy, last = [], 0, 0, 0, 0, None
    for command, args in re.findall(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)", d):
        up, rel = command.upper(), command.islower()
        if up == "A":
            v = []
            for a in re.findall(r"\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+))"
                                r"\s*,?\s*([01])\s*,?\s*([01])\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+))", args):
                v += map(float, a)
        else:
            v = numbers(args)
        n = COUNT[up]
        if up == "Z":
            out.append(("Z",)); x, y, last = sx, sy, None
            continue
        if not v or len(v) % n:
            raise SystemExit(f"bad path near {command}{args!r} in {d[:60]}")
        for i in range(0, len(v), n):
            p = v[i:i + n]
            c = "L" if up == "M" and i else up
            if c == "H":
                p = [p[0] + (x if rel else 0), y]; c = "L"
            elif c == "V":
                p = [x, p[0] + (y if rel else 0)]; c = "L"
            elif c == "A":
                p = p[:5] + [p[5] + (x if rel else 0), p[6] + (y if rel else 0)]
            elif rel:
                p = [q + (y if k % 2 else x) for k, q in enumerate(p)]
            if c == "S":
                r = [2*x - last[1], 2*y - last[2]] if last and last[0] == "C" else [x, y]
                p = r + p; c = "C"
            elif c == "T":
                r = [2*x - last[1], 2*y - last[2]] if last and last[0] == "Q" else [x, y]
                p = r + p; c = "Q"
            out.append((c, *p))
            last = ("C", p[2], p[3]) if c == "C" else ("Q", p[0], p[1]) if c == "Q" else None
            x, y = p[-2:]
            if c == "M":
                sx, sy = x, y
    return out


def cubics(x, y, rx, ry, turn, large, sweep, ex, ey):
    """An arc as cubics."""
    if (x, y) == (ex, ey) or not rx or not ry:
        return []
    phi = math.radians(turn)
    co, si = math.cos(phi), math.sin(phi)
    dx, dy = (x - ex) / 2, (y - ey) / 2
    px, py = co*dx + si*dy, -si*dx + co*dy
    rx, ry = abs(rx), abs(ry)
    k = px*px/rx/rx + py*py/ry/ry
    if k > 1:
        rx *= math.sqrt(k); ry *= math.sqrt(k)
    t = max(0, (rx*rx*ry*ry - rx*rx*py*py - ry*ry*px*px) / (rx*rx*py*py + ry*ry*px*px))
    t = math.sqrt(t) * (-1 if large == sweep else 1)
    cx_, cy_ = t*rx*py/ry, -t*ry*px/rx
    cx, cy = co*cx_ - si*cy_ + (x+ex)/2, si*cx_ + co*cy_ + (y+ey)/2
    a0 = math.atan2((py - cy_)/ry, (px - cx_)/rx)
    a1 = math.atan2((-py - cy_)/ry, (-px - cx_)/rx)
    da = a1 - a0
    if sweep and da < 0: da += 2*math.pi
    if not sweep and da > 0: da -= 2*math.pi
    n = max(1, math.ceil(abs(da) / (math.pi/2) - 1e-6))
    out, s = [], da/n
    q = 4/3*math.tan(s/4)
    at = lambda u, v: (co*u*rx - si*v*ry + cx, si*u*rx + co*v*ry + cy)
    for i in range(n):
        a, b = a0 + i*s, a0 + (i+1)*s
        out.append(("C", *at(math.cos(a) - q*math.sin(a), math.sin(a) + q*math.cos(a)),
                    *at(math.cos(b) + q*math.sin(b), math.sin(b) - q*math.cos(b)), *at(math.cos(b), math.sin(b))))
    return out


def moved(path, m):
    a, b, c, d, e, f = m
    alike = abs(a*a + b*b - c*c - d*d) < 1e-6 and abs(a*c + b*d) < 1e-6
    size, flipped = math.sqrt(abs(a*d - b*c)), a*d - b*c < 0
    out, x, y, sx, sy = [], 0, 0, 0, 0
    at = lambda p: [w for i in range(0, len(p), 2) for w in (a*p[i] + c*p[i+1] + e, b*p[i] + d*p[i+1] + f)]
    for s in path:
        if s[0] == "Z":
            out.append(s); x, y = sx, sy
            continue
        if s[0] == "A":
            rx, ry, turn, large, sweep, ex, ey = s[1:]
            if alike and abs(rx - ry) < 1e-6:
                out.append(("A", rx*size, ry*size, 0, large, 1 - sweep if flipped else sweep, *at([ex, ey])))
            else:
                out += [("C", *at(q[1:])) for q in cubics(x, y, rx, ry, turn, large, sweep, ex, ey)]
        else:
            out.append((s[0], *at(s[1:])))
        x, y = s[-2:]
        if s[0] == "M":
            sx, sy = x, y
    return out


def short(n):
    n = f"{n:.1f}"
    if n.endswith(".0"): n = n[:-2]
    if n in ("-0", "0"): return "0"
    return n.replace("0.", ".", 1) if n.startswith(("0.", "-0.")) else n


def joined(values):
    text = ""
    for v in values:
        if text and not v.startswith("-") and not (v.startswith(".") and "." in re.split(r"[ -]|(?<=\d)(?=-)", text)[-1]):
            text += " "
        text += v
    return text


def written(path):
    """The shorter of relative and absolute for each command; numbers to halves in what is large, else to tenths."""
    b = box(path)
    large = max(b[2]-b[0], b[3]-b[1]) > 44
    r = lambda n: math.floor(n*2 + .5)/2 if large else round(n, 1)
    out, x, y, sx, sy, before = "", 0, 0, 0, 0, ""
    for s in path:
        c = s[0]
        if c == "Z":
            out += "z"; x, y, before = sx, sy, "z"
            continue
        p = list(s[1:])
        ends = [r(p[-2]), r(p[-1])]
        if c == "L" and ends == [x, y]:
            continue
        if c == "A":
            rel = [short(p[0]), short(p[1]), "0", str(int(p[3])), str(int(p[4])), short(ends[0]-x), short(ends[1]-y)]
            text, name = joined(rel), "a"
        elif c == "L" and ends[1] == y:
            text, name = min((short(ends[0]-x), "h"), (short(ends[0]), "H"), key=lambda t: len(t[0]))
        elif c == "L" and ends[0] == x:
            text, name = min((short(ends[1]-y), "v"), (short(ends[1]), "V"), key=lambda t: len(t[0]))
        else:
            absolute = joined([short(r(n)) for n in p])
            rel = joined([short(r(n) - (y if i % 2 else x)) for i, n in enumerate(p)])
            text, name = (rel, c.lower()) if len(rel) <= len(absolute) else (absolute, c)
        if name == before and name not in "Mm":
            out += ("" if text.startswith("-") else " ") + text
        elif before in ("m", "M") and name == {"m": "l", "M": "L"}[before]:
            out += ("" if text.startswith("-") else " ") + text
        else:
            out += name + text
        before = name
        x, y = ends
        if c == "M":
            sx, sy = x, y
    return out


def box(path):
    xs = [v for s in path if s[0] != "Z" for v in (s[6::2] if s[0] == "A" else s[1::2])]
    ys = [v for s in path if s[0] != "Z" for v in (s[7::2] if s[0] == "A" else s[2::2])]
    pad = max([max(s[1], s[2]) * 2 for s in path if s[0] == "A"], default=0)
    return min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad


# --- the carver's strokes -------------------------------------------------------------------------
def gouge(x0, y0, x1, y1, w, bend=0):
    """One stroke of the gouge: in thin, wide, out thin; `bend` to its left is negative."""
    dx, dy = x1 - x0, y1 - y0
    n = math.hypot(dx, dy) or 1
    nx, ny = -dy/n, dx/n
    cx, cy = x0 + dx*.42, y0 + dy*.42
    o, i = 2*bend + w, 2*bend - w
    h = lambda v: round(v*2)/2 if w >= 1.8 else v
    return [("M", x0, y0), ("Q", h(cx + nx*o), h(cy + ny*o), x1, y1), ("Q", h(cx + nx*i), h(cy + ny*i), x0, y0), ("Z",)]


def fan(el):
    """n gouges from stroke a to stroke b."""
    a, b = numbers(el.get("a")), numbers(el.get("b"))
    n, w, bend = int(el.get("n")), float(el.get("w", 2)), numbers(el.get("bend", "0"))
    jitter, rnd = float(el.get("jitter", .12)), random.Random(el.get("seed", "1") + el.get("a") + el.get("b"))
    out = []
    for i in range(n):
        t = i/(n-1) if n > 1 else 0
        p = [u + (v-u)*t for u, v in zip(a, b)]
        dx, dy = p[2]-p[0], p[3]-p[1]
        j, k = (rnd.uniform(0, jitter) for _ in "ab")
        p = [p[0] + dx*j, p[1] + dy*j, p[2] - dx*k, p[3] - dy*k]
        p = [round(v) for v in p]
        out += gouge(*p, w*rnd.uniform(.8, 1.15), bend[0] + (bend[-1]-bend[0])*t)
    return out


def rays(el):
    """n strokes about c from radius r0 to r1; alt: how long every other is; spike: broad at the foot."""
    cx, cy = numbers(el.get("c"))
    r0, r1 = numbers(el.get("r"))
    n, w, alt = int(el.get("n")), float(el.get("w", 3)), float(el.get("alt", 1))
    start, end = numbers(el.get("arc", "0 360"))
    step = (end-start) / (n if abs(end-start) == 360 else max(n-1, 1))
    out = []
    for i in range(n):
        t = math.radians(start + i*step)
        co, si = math.cos(t), math.sin(t)
        far = r0 + (r1-r0)*(alt if i % 2 else 1)
        if el.get("spike"):
            out += [("M", cx + r0*co - w*si, cy + r0*si + w*co), ("L", cx + far*co, cy + far*si),
                    ("L", cx + r0*co + w*si, cy + r0*si - w*co), ("Z",)]
        else:
            out += gouge(cx + r0*co, cy + r0*si, cx + far*co, cy + far*si, w)
    return out


def circle(cx, cy, rx, ry):
    return [("M", cx-rx, cy), ("A", rx, ry, 0, 1, 0, cx+rx, cy), ("A", rx, ry, 0, 1, 0, cx-rx, cy), ("Z",)]


def shape(el, tag):
    g = lambda k, d=0: float(el.get(k, d))
    if tag == "path":
        return parse(el.get("d"))
    if tag == "circle":
        return circle(g("cx"), g("cy"), g("r"), g("r"))
    if tag == "ellipse":
        return circle(g("cx"), g("cy"), g("rx"), g("ry"))
    if tag == "rect":
        x, y, w, h, r = g("x"), g("y"), g("width"), g("height"), g("rx")
        if r:
            return parse(f"M{x+r} {y}H{x+w-r}A{r} {r} 0 0 1 {x+w} {y+r}V{y+h-r}A{r} {r} 0 0 1 {x+w-r} {y+h}"
                         f"H{x+r}A{r} {r} 0 0 1 {x} {y+h-r}V{y+r}A{r} {r} 0 0 1 {x+r} {y}Z")
        return parse(f"M{x} {y}H{x+w}V{y+h}H{x}Z")
    if tag == "line":
        return [("M", g("x1"), g("y1")), ("L", g("x2"), g("y2"))]
    if tag in ("polygon", "polyline"):
        v = numbers(el.get("points"))
        p = [("M" if not i else "L", v[i], v[i+1]) for i in range(0, len(v), 2)]
        return p + [("Z",)] if tag == "polygon" else p
    if tag == "gouge":
        out = []
        for stroke in el.get("d").split(";"):
            if stroke.strip():
                out += gouge(*numbers(stroke))
        return out
    if tag == "fan":
        return fan(el)
    if tag == "rays":
        return rays(el)
    raise SystemExit(f"unknown element <{tag}>")


# --- composing ------------------------------------------------------------------------------------
def parts():
    found = {}
    for file in sorted((HERE / "parts").glob("*.svg")):
        for el in ET.parse(file).getroot():
            if el.get("id") in found:
                raise SystemExit(f"{file.name}: part {el.get('id')} is there twice")
            found[el.get("id")] = el
    return found


def coloured(classes, colours):
    """c1, c2 … stand for what the user of a part gives."""
    return " ".join(colours.get(word, word) for word in classes.split())


def flat(el, m, cls, colours, known, out):
    tag = el.tag.replace(SVG, "") if isinstance(el.tag, str) else None
    if tag is None or tag in ("title", "desc", "defs"):
        return
    cls = coloured(el.get("class"), colours) if el.get("class") else cls
    m = mul(m, matrix(el))
    if tag in ("g", "svg"):
        for child in el:
            flat(child, m, cls, colours, known, out)
    elif tag == "use":
        part = known.get(el.get("href", "").lstrip("#"))
        if part is None:
            raise SystemExit(f"no part {el.get('href')}")
        m = mul(m, (1, 0, 0, 1, float(el.get("x", 0)), float(el.get("y", 0))))
        given = {k: v for k, v in part.attrib.items() if re.fullmatch(r"c\d", k)}
        given |= {k: coloured(v, colours) for k, v in el.attrib.items() if re.fullmatch(r"c\d", k)}
        flat(part, m, cls, given, known, out)
    elif tag == "limb":
        # A limb, a cord, a staff: its colour between two edges.
        size = math.sqrt(abs(m[0]*m[3] - m[1]*m[2]))
        w, p = float(el.get("w"))*size, moved(parse(el.get("d")), m)
        cap = el.get("cap", "")
        out.append(["lk", p, w + 5.4, cap])
        if cls != "ink":
            inner = {"paper": "lp", "suit": "ls", "accent": "la"}[cls]
            out.append([inner, p, w, cap])
    else:
        p = moved(shape(el, tag), m)
        out.append([cls or "ink", p, None, el.get("fill-rule")])


def apart(p, q):
    a, b = box(p), box(q)
    return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


def compose(name, known):
    root = ET.parse(HERE / "cards" / f"{name}.svg").getroot()
    drawn = []
    flat(known["ground"], (1, 0, 0, 1, 0, 0), "ink", {}, known, drawn)
    flat(root, (1, 0, 0, 1, 0, 0), "ink", {}, known, drawn)
    if root.get("frame", "1") == "1":
        flat(known["frame"], (1, 0, 0, 1, 0, 0), "ink", {}, known, drawn)
    for cls, path, width, _ in drawn:
        b, w = box([q for q in path if q[0] in "MLZ"]), (width or 0)/2
        if min(b[0], b[1]) < w - .01 or (b[2] > 200.01 - w or b[3] > 340.01 - w):
            print(f"{name}: juts out of the card: {cls} {written(path)[:60]}")
    lines = []
    for cls, path, width, extra in drawn:
        last = lines[-1] if lines else None
        strokes = cls in ("line", "fine", "cut")
        if last and last[0] == cls and last[2] == width and last[3] == extra and extra != "evenodd" \
                and (strokes or (width is None and all(apart(q, path) for q in last[4]))):
            last[1] += path; last[4].append(path)
        else:
            lines.append([cls, list(path), width, extra, [path]])
    body, i = "", 0
    while i < len(lines):
        j = i
        while j < len(lines) and lines[j][0] == lines[i][0]:
            j += 1
        cls = lines[i][0]
        many = j - i > 1
        attribute = "" if cls == "ink" else f' class="{cls}"'
        if many and attribute:
            body += f"<g{attribute}>"
        for _, path, width, extra, _ in lines[i:j]:
            a = "" if many else attribute
            if extra == "evenodd":
                a += ' fill-rule="evenodd"'
            if width is not None:
                a += f' stroke-width="{short(width)}"' + (' stroke-linecap="butt"' if extra == "butt" else "")
            body += f'<path{a} d="{written(path)}"/>'
        if many and attribute:
            body += "</g>"
        i = j
    return body


def document(name, body):
    """A card as a file of its own."""
    suit = SUITS[name[:2]]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 340" class="arc {suit}">'
            f"<style>{style([suit])}</style>{body}</svg>\n")


def shown(name):
    """What a card shows, in a sentence: the comment at the top of its source."""
    return (HERE / "cards" / f"{name}.svg").read_text().split("<!-- ", 1)[1].split(" -->", 1)[0]


def data(known, names):
    """What the program shows: all cards in one file, a line each, and their style sheet."""
    DATA.mkdir(exist_ok=True)
    cards = "".join(f'<g id="{n}" class="arc {SUITS[n[:2]]}"><desc>{shown(n)}</desc>{compose(n, known)}</g>\n' for n in names)
    (DATA / "cards.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 340">\n{cards}</svg>\n')
    (DATA / "colours.css").write_text(style(dict.fromkeys(SUITS.values())) + "\n")


def main():
    known = parts()
    everything = sorted(f.stem for f in (HERE / "cards").glob("*.svg"))
    if sys.argv[1:] == ["--data"]:
        return data(known, everything)
    names = sys.argv[1:] or everything
    (HERE / "out").mkdir(exist_ok=True)
    total, bad = 0, False
    for name in names:
        body = compose(name, known)
        size = len(body.encode())
        total += size
        bad |= size > LIMIT
        (HERE / "out" / f"{name}.svg").write_text(document(name, body))
        print(f"{name} {size}{'  TOO LARGE' if size > LIMIT else ''}")
    print(f"{len(names)} cards, {total} bytes, {total // max(len(names), 1)} on average, without their styles")
    sys.exit(bad)


if __name__ == "__main__":
    main()
