"""Plays at a table: `python3 table.py [ADDRESS [RULESET]]` plays a whole game against bots."""

import json
import os
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Problem(Exception):
    """A request that was refused, with the fields of the problem: `code`, `detail`, …"""


def call(url, token=None, body=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urlopen(Request(url, body and json.dumps(body).encode(), headers), timeout=60) as response:
            return json.load(response)
    except HTTPError as error:
        raise Problem(json.load(error)) from None


def play(url, token, choose):
    """Plays from a seat to the end. `choose` gets the table and gives one of its `legal` steps, or None to wait."""
    table = call(url, token)
    while table["phase"] in ("waiting", "playing"):
        step = choose(table) if table["legal"] else None
        if step is None:  # the response comes as soon as somebody else has acted
            table = call(f"{url}?after={table['step_count']}&wait=20", token)
            continue
        try:
            table = call(f"{url}/steps", token, {"after": table["step_count"], "step": step})
        except Problem as problem:
            if problem.args[0]["code"] != "table_moved_on":
                raise
            table = call(url, token)  # somebody else was faster: look again
    return table


if __name__ == "__main__":
    address, ruleset = (*sys.argv[1:], *("http://127.0.0.1:8080", "fortunes")[len(sys.argv) - 1 :])
    clock = {"speak_seconds": 0}  # no bot waits for what this player might say
    made = call(f"{address}/v1/tables", os.environ.get("ARCANA_KEY"), {"ruleset": ruleset, "clock": clock})
    table = play(address + made["links"]["self"], made["tokens"][0], lambda seen: random.choice(seen["legal"]))
    print(json.dumps({"table": table["id"], "game": table["game"], "step_count": table["step_count"], **table["result"]}))
