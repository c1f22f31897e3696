"""How long a service takes from its start to its first answer, in milliseconds: first-answer.py PROGRAM DATABASE."""

import http.client
import socket
import subprocess
import sys
import time

program, database = sys.argv[1:]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
begun = time.perf_counter()
service = subprocess.Popen(
    [program, "serve", "--listen", f"127.0.0.1:{port}", "--database-url", database],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
try:
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/v1/rulesets")
            answer = connection.getresponse()
            break
        except ConnectionRefusedError:
            time.sleep(0.0005)
    taken = time.perf_counter() - begun
    assert answer.status == 200, answer.status
    print(f"{taken * 1000:.1f}")
finally:
    service.terminate()
    service.wait()
