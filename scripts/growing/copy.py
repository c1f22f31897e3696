#!/usr/bin/env python3
"""Copies a database of Postgres into a file of SQLite that has the same tables, empty: copy.py NAME FILE

psql reaches the server by PGHOST, PGPORT and PGUSER. Rows come in the order of their positions, so that the file is as
one that has grown. What is lost when the machine stops is lost: the file is for measuring.
"""
import itertools
import sqlite3
import subprocess
import sys

TABLES = ["games", "game_players", "readings", "player_standings", "player_pairs", "layout_counts", "standings_progress", "api_keys"]
AS_TEXT = {
    "timestamp with time zone": "cast(extract(epoch from {0}) * 1000000 as bigint)",
    "boolean": "cast({0} as integer)",
    "uuid": "replace(cast({0} as text), '-', '')",
    "bytea": "encode({0}, 'hex')",
}
# SQLite numbers its rows itself.
OWN = {"games": {"position"}, "readings": {"position"}}


def psql(name, statement):
    return subprocess.Popen(["psql", "--no-align", "--tuples-only", "--command", statement, name], stdout=subprocess.PIPE,
                            encoding="utf-8", bufsize=1 << 20)


def columns(name, file, table):
    """The columns that both have, each with its type in Postgres."""
    theirs = {row[1] for row in file.execute(f"pragma table_info({table})")} - OWN.get(table, set())
    found = psql(name, f"select column_name || '|' || data_type from information_schema.columns where table_name = '{table}' "
                       "and table_schema = 'public'").communicate()[0].splitlines()
    return [column for column in (line.split("|") for line in found) if column[0] in theirs]


def reader(is_bytes):
    """Reads a cell of `copy`: SQLite itself makes numbers of texts where a column has numbers."""
    if is_bytes:
        return lambda cell: None if cell == "\\N" else bytes.fromhex(cell)
    return lambda cell: None if cell == "\\N" else cell.replace("\\\\", "\\") if "\\" in cell else cell


def copy(name, file, table):
    known = columns(name, file, table)
    chosen = ", ".join(AS_TEXT.get(kind, "{0}").format(column) for column, kind in known)
    ordered = " order by id" if table in OWN else ""
    rows = psql(name, f"copy (select {chosen} from {table}{ordered}) to stdout")
    readers = [reader(kind in ("uuid", "bytea")) for _, kind in known]
    lines = ([read(cell) for read, cell in zip(readers, line.rstrip("\n").split("\t"))] for line in rows.stdout)
    into = f"insert into {table} ({', '.join(column for column, _ in known)}) values ({', '.join('?' * len(known))})"
    file.execute(f"delete from {table}")
    while batch := list(itertools.islice(lines, 100_000)):
        file.executemany(into, batch)
        file.commit()
    assert rows.wait() == 0, table


def main():
    name, path = sys.argv[1:]
    file = sqlite3.connect(path)
    for setting in ("journal_mode = off", "synchronous = off", "cache_size = -2000000", "foreign_keys = off"):
        file.execute(f"pragma {setting}")
    for table in TABLES:
        copy(name, file, table)
    file.execute("update standings_progress set position = (select max(position) from games)")
    file.commit()
    file.execute("pragma journal_mode = wal")


main()
