#!/usr/bin/env python3
"""Measures `shesh serve` over HTTP on loopback: latency, requests per second, memory.

Positions come from games that the server's weakest level plays, each with its roll,
so few occur twice. First one connection sends one request after the other, then
several connections send requests in parallel. The server has one engine thread, on a
processor of its own if the system supports CPU affinity. If the path of wildbg's web
server is given, it gets the same requests in the same run; it plays at 1-ply.

With --memory N, N requests of all kinds follow, and the server's memory is printed
after each tenth of them.

Needs Python 3.9 and a built shesh: cargo build --release.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import socket
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
START = "4HPwATDgc/ABMA"


class Connection:
    """A persistent HTTP connection."""

    def __init__(self, address):
        self.address = address
        self.socket = None

    def ask(self, method, path, body=None):
        """Sends a request and returns status and body; reconnects if the server has closed the connection."""
        text = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n"
            f"content-type: application/json\r\ncontent-length: {len(text)}\r\n\r\n"
        )
        for attempt in range(2):
            try:
                if self.socket is None:
                    self.socket = socket.create_connection(self.address)
                    self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.socket.sendall(head.encode() + text)
                return self.answer()
            except (ConnectionError, OSError):
                self.socket = None
                if attempt:
                    raise

    def answer(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.more()
        head, _, body = received.partition(b"\r\n\r\n")
        lines = head.decode().lower().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
        while len(body) < length:
            body += self.more()
        return int(lines[0].split()[1]), body

    def more(self):
        part = self.socket.recv(1 << 16)
        if not part:
            raise ConnectionError("the server has closed the connection")
        return part

    def post(self, path, body):
        status, text = self.ask("POST", f"/api/v1/{path}", body)
        if status != 200:
            sys.exit(f"{path} {body}: status {status}: {text.decode()}")
        return json.loads(text)


class Server:
    """A server process that runs until it is stopped."""

    def __init__(self, command, address=None, processor=None):
        pin = None
        if processor is not None and hasattr(os, "sched_setaffinity"):
            pin = lambda: os.sched_setaffinity(0, {processor})  # noqa: E731
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, preexec_fn=pin
        )
        if address is None:
            line = self.process.stdout.readline()
            host, _, port = line.strip().removeprefix("listening on http://").rpartition(":")
            address = (host, int(port))
        self.address = address
        for _ in range(600):
            try:
                socket.create_connection(self.address).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit(f"{command[0]} does not accept connections")

    def memory(self):
        """Returns the resident memory in MB, or None if the system does not report it."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def positions(address, count):
    """Returns turns with a roll to play and a choice, as the server sends them."""
    connection = Connection(address)
    turns = []
    while len(turns) < count:
        turn = connection.post("start", {})
        while turn["decide"]["what"] != "next_game" and len(turns) < count:
            turn = connection.post("play", {"state": turn["state"], "level": "random"})
            if turn["decide"]["what"] == "play" and len(turn["plays"]["nodes"]) > 1:
                turns.append(turn)
    return turns


def timed(address, requests, clients):
    """Sends requests from several clients at once; returns sorted seconds, and requests per second."""
    times, lock = [], threading.Lock()

    def client(own):
        connection, mine = Connection(address), []
        for method, path, body in own:
            began = time.perf_counter()
            status, text = connection.ask(method, path, body)
            mine.append(time.perf_counter() - began)
            if status != 200:
                print(f"{path}: status {status}: {text.decode()}", file=sys.stderr)
        with lock:
            times.extend(mine)

    parts = [requests[place::clients] for place in range(clients)]
    threads = [threading.Thread(target=client, args=(part,)) for part in parts]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times), len(requests) / (time.perf_counter() - began)


def best(turn, ply):
    asked = {"position": turn["board"], "dice": turn["dice"], "ply": ply}
    return "POST", "/api/v1/best", asked


def move(turn):
    """Returns wildbg's request for the same turn."""
    own, other = turn["board"]["own"], turn["board"]["other"]
    points = {25: own[25], 0: -other[25]}
    for point in range(1, 25):
        points[point] = own[point] - other[25 - point]
    fields = [f"die1={turn['dice'][0]}", f"die2={turn['dice'][1]}"]
    fields += [f"p{point}={count}" for point, count in points.items() if count]
    return "GET", "/move?" + "&".join(fields), None


def row(name, times, rate):
    median, last = statistics.median(times), times[int(len(times) * 0.99)]
    print(f"{name:<40}{1e3 * median:>10.2f} ms{1e3 * last:>10.2f} ms{rate:>12.0f}", flush=True)


def steady(server, turns, count):
    """Sends requests of all kinds and prints the server's memory after each tenth."""
    chance = random.Random(1)
    connection = Connection(server.address)
    print(f"\nMemory, {count:,} requests of all kinds:")
    for done in range(count + 1):
        if done % (count // 10) == 0:
            memory = server.memory()
            told = "unknown" if memory is None else f"{memory:.1f} MB"
            print(f"{done:>10,}  {told}", flush=True)
        turn = chance.choice(turns)
        kind = chance.randrange(8)
        board = turn["board"]
        if kind < 3:
            connection.ask(*best(turn, 1))
        elif kind == 3:
            connection.ask("POST", "/api/v1/plays", {"position": board, "dice": turn["dice"]})
        elif kind == 4:
            connection.ask("POST", "/api/v1/evaluate", {"position": board})
        elif kind == 5:
            connection.ask("POST", "/api/v1/play", {"state": turn["state"], "level": "1-ply"})
        elif kind == 6:
            connection.ask("GET", "/")
        else:
            connection.ask("POST", "/api/v1/best", {"position": "no position"})


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shesh = ROOT / "target" / "release" / "shesh"
    parser.add_argument("--shesh", default=shesh, help="shesh binary to measure")
    parser.add_argument("--wildbg", help="wildbg's web server, to measure in the same run")
    parser.add_argument("--wildbg-port", type=int, default=8080, help="port of wildbg's web server [default: 8080]")
    parser.add_argument("--requests", type=int, default=2000, help="requests of each measurement [default: 2000]")
    parser.add_argument("--clients", type=int, default=8, help="parallel connections [default: 8]")
    parser.add_argument("--memory", type=int, default=0, help="requests of the memory test [default: 0, no test]")
    options = parser.parse_args()

    processors = os.cpu_count() or 1
    own = 0 if processors > 1 else None
    command = [str(options.shesh), "serve", "--port", "0", "--no-open", "--seed", "7"]
    server = Server([*command, "--threads", "1"], processor=own)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"{platform.machine()}, {processors} processors, load {load:.1f} at the start")
    # No position is sent twice, because the server caches evaluations.
    turns = positions(server.address, 2 * options.requests)
    halves = {1: turns[::2], options.clients: turns[1::2]}
    print(f"{'':<40}{'median':>13}{'99 %':>13}{'requests/s':>12}")
    for ply in (1, 2):
        for clients, half in halves.items():
            requests = [best(turn, ply) for turn in half]
            who = "one connection" if clients == 1 else f"{clients} connections"
            row(f"shesh, best at {ply}-ply, {who}", *timed(server.address, requests, clients))
    for clients, half in halves.items():
        requests = [move(turn) for turn in half]
        who = "one connection" if clients == 1 else f"{clients} connections"
        row(f"shesh, /move, {who}", *timed(server.address, requests, clients))
        if options.wildbg:
            address = ("127.0.0.1", options.wildbg_port)
            other = Server([options.wildbg], address, own)
            row(f"wildbg, /move, {who}", *timed(address, requests, clients))
            other.stop()
    if options.memory:
        steady(server, turns, options.memory)
    server.stop()


if __name__ == "__main__":
    main()
