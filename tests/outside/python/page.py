"""Makes the calls of a page as a reader would copy them from it, and compares the answers with those that it shows.

    page.py FILE ADDRESS      every block of the language `sh`, in order, in one shell, in the folder where this is started
    page.py FILE --code ts    prints the snippets of a language instead

A block of `json` or `text` directly behind a call shows its last answer, with … for what is left out. Ids, times, hashes,
tokens and, where no seed makes the answer certain, numbers and cards may be others of the same form. Blocks without a
language are not called: what builds and tests the program, and what needs another machine.
"""

import re
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# What differs from one run to the next, and where there is no seed.
RUN = {
    r"\d{4}-\d\d-\d\dT[\d:.]+Z": r"[\d:.TZ-]+",
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}": r"[0-9a-f-]{36}",
    r"\b(?:seat|invite|delete)_[0-9a-f]*": r"(?:seat|invite|delete)_[0-9a-f]+",
    r"\b[0-9a-f]{64}\b": r"[0-9a-f]{64}",
}
CHANCE = {
    r"\b(?:ar\d\d|(?:wa|cu|sw|pe)(?:\d\d|ac|pa|kn|qu|ki))\b": r"[a-z]{2}[a-z0-9]{2}",
    r"-?\b\d+(?:\.\d+)?\b": r"-?\d+(?:\.\d+)?",
}
# Streams do not end by themselves: they are read as far as the page shows them.
SHELL = """set -euo pipefail
curl() {
    if [[ $1 != *N* ]]; then command curl "$@"; return; fi
    head -n $((shown + 2)) < <(command curl "$@" 2>/dev/null) # it begins with `retry` and an empty line
}
"""


def unindented(block: re.Match[str]) -> str:
    return re.sub(f"^{block[1]}", "", block[3], flags=re.MULTILINE)


def calls(page: str) -> list[tuple[str, str, str]]:
    """The commands, each with the language and the contents of the answer that is shown directly behind it."""
    found = list(FENCE.finditer(page))
    made = []
    for call, after in zip(found, [*found[1:], None]):
        answered = after and after[2] in ("json", "text") and not page[call.end() : after.start()].strip()
        if call[2] == "sh":
            made.append((unindented(call), after[2] if answered else "", unindented(after) if answered else ""))
    return made


def pattern(shown: str, language: str, seeded: bool) -> re.Pattern[str]:
    """What an answer must look like that is shown like this."""
    open_end = language == "text" or shown.rstrip().endswith("…")
    if language == "json":
        shown = re.sub(r"\n *", "", shown)
    changing = RUN if seeded else RUN | CHANCE
    pieces = re.compile(r" *\n?…\n? *|" + "|".join(f"(?:{found})" for found in changing))

    def replaced(piece: str) -> str:
        if "…" in piece:
            return ".*?"
        return next(form for found, form in changing.items() if re.fullmatch(found, piece))

    text, made, at = shown.strip("\n"), "", 0
    for piece in pieces.finditer(text):
        made += re.escape(text[at : piece.start()]) + replaced(piece[0])
        at = piece.end()
    made += re.escape(text[at:])
    return re.compile(made + (".*" if open_end else "") + (r"\s*\Z" if language else ""), re.DOTALL)


def main(file: str, address: str, language: str = "") -> int:
    page = Path(file).read_text()
    if address == "--code":
        print("\n".join(unindented(block) for block in FENCE.finditer(page) if block[2] == language))
        return 0
    made = calls(page)
    script = SHELL
    for command, _, shown in made:
        lines = sum(line != "…" for line in shown.splitlines())
        script += f"shown={lines}\n{command}printf '\\0'\n"
    script = script.replace("localhost:8080", address.removeprefix("http://"))
    run = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    answers = run.stdout.split("\0")
    other = False
    for (command, of, shown), answer in zip(made, answers):
        refused = '"/problems/' in answer and '"/problems/' not in shown
        plain = answer.replace("\n", "") if of == "json" else answer
        if refused or not pattern(shown, of, '"seed"' in command).search(plain):
            other = True
            print(f"{file}: the answer is another than the page shows:\n{command}\n{answer}\n", file=sys.stderr)
    if run.returncode != 0:
        print(f"{file}: failed with {run.returncode}:\n{made[len(answers) - 1][0]}{answers[-1]}", file=sys.stderr)
    return 1 if other or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
