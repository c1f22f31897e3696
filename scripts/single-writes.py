"""How many rows a second SQLite stores durably, one a transaction on one connection: single-writes.py FILE SECONDS."""

import os
import sqlite3
import sys
import time
import uuid

file, seconds = sys.argv[1], float(sys.argv[2])
connection = sqlite3.connect(file, isolation_level=None)
connection.execute("pragma journal_mode = wal")
connection.execute("pragma synchronous = full")
connection.execute("create table if not exists floor (id blob primary key, players text not null, log blob not null)")
begun, rows = time.perf_counter(), 0
while time.perf_counter() - begun < seconds:
    row = (uuid.uuid4().bytes, '["Player 1","Player 2","Player 3","Player 4"]', os.urandom(72))
    connection.execute("insert into floor (id, players, log) values (?, ?, ?)", row)
    rows += 1
print(f"{rows / (time.perf_counter() - begun):.0f}")
