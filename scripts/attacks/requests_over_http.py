"""Attack: requests to `shesh serve` on loopback with wrong values, broken framing, lost clients."""

import json
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.parse

from harness import MEBIBYTE, Fault, limited
from mutation import NUMBERS, TEXTS, mutate, mutate_json, to_json, token

FULL = 18_000
ABOUT = "HTTP requests to `shesh serve`, most of them broken"
# Maximum resident memory of the server: 512 MB for bodies and answers, and the program itself.
MOST_MEMORY = 1024 * MEBIBYTE
# Timeout of an answer in seconds; the server answers a complete request within a minute.
PATIENCE = 90
START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
MATCH = (
    " 3 point match\n\n Game 1\n a : 0                b : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n"
)

ACTIONS = [
    {"type": "roll"},
    {"type": "double"},
    {"type": "play", "play": "8/5 6/5"},
    {"type": "take"},
    {"type": "resign", "win": "gammon"},
    {"type": "play", "position_id": START},
    {"type": "opening"},
]


class Server:
    """A server process on a free port, with its standard error in a file."""

    def __init__(self, campaign):
        self.errors = campaign.scratch / "stderr"
        with open(self.errors, "wb") as stderr:
            self.process = subprocess.Popen(
                limited([campaign.shesh, "serve", "--no-open", "--port", "0", "--seed", "1"]),
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        line = self.process.stdout.readline().decode()
        port = line.strip().rpartition(":")[2]
        if not port.isdigit():
            self.process.kill()
            raise Fault("the server did not start", {"stderr": self.errors.read_bytes()})
        self.address = ("127.0.0.1", int(port))

    def memory(self, field="VmRSS"):
        """Returns resident bytes, or with `VmHWM` their peak; 0 after the server has ended."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(rf"{field}:\s+(\d+) kB", status)
        return int(found.group(1)) * 1024 if found else 0

    def problem(self):
        """Returns the first problem with the server, or None."""
        said = self.errors.read_bytes()
        if b"panicked" in said:
            at = said.index(b"panicked")
            return said[at : at + 200].decode(errors="replace").replace("\n", " ")
        if self.process.poll() is not None:
            return f"the server has ended with {self.process.returncode}"
        if self.memory("VmHWM") > MOST_MEMORY:
            return f"the server took {self.memory('VmHWM') // MEBIBYTE} MB"
        return None

    def stop(self):
        """Stops the server with SIGINT, as Ctrl-C does, and returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self.process.stdout.close()


def exchange(address, content, *, timeout=PATIENCE, close_half=False, pause_at=None):
    """Sends bytes and returns all bytes received until the end or the timeout.

    The second value is true if the server closed the connection.
    """
    received = b""
    with socket.create_connection(address, timeout=10) as connection:
        try:
            connection.settimeout(10)
            if pause_at is not None:
                connection.sendall(content[:pause_at])
                time.sleep(0.02)
                content = content[pause_at:]
            connection.sendall(content)
            if close_half:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            # A server may reject a body before it was sent completely; still read its answer.
            pass
        until = time.monotonic() + timeout
        while (left := until - time.monotonic()) > 0 and len(received) < 1 << 26:
            connection.settimeout(left)
            try:
                part = connection.recv(1 << 16)
            except TimeoutError:
                return received, False
            except OSError:
                return received, True
            if not part:
                return received, True
            received += part
    return received, False


def answers(received):
    """Yields status, head and body of each answer; a body without a length extends to the end."""
    while received.startswith(b"HTTP/1."):
        head, _, rest = received.partition(b"\r\n\r\n")
        if not head[9:12].isdigit():
            return
        if head[9:10] == b"1":
            # Interim answers, such as 100 Continue, have no body.
            received = rest
            continue
        length = re.search(rb"(?im)^content-length: *(\d+)", head)
        size = int(length.group(1)) if length else len(rest)
        yield int(head[9:12]), head, rest[:size]
        received = rest[size:]


def framed(method, path, body=b"", kind="application/json", more=()):
    """Returns a complete request with a correct length, after which the server closes."""
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *more]
    if body or method == "POST":
        head += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", ""]).encode("utf-8", "surrogateescape") + body


def samples(server):
    """Returns valid request bodies by path."""
    by_path = {}
    for path, value in questions(server):
        by_path.setdefault(path, []).append(value)
    return by_path


def questions(server):
    """Returns valid requests as (path, body)."""
    ask = {"position": START, "dice": "31"}
    stakes = {"match": 7, "score": "2-5", "crawford": False, "cube": "2:own"}
    own = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 10, 2, 0]
    board = {"own": own, "other": own}
    known = [
        ("best", {**ask, "ply": 1, "plays": 5, "cubeful": True}),
        ("best", {"position": board, "dice": "66", "ply": 2, "filter": "narrow"}),
        ("best", {**ask, "ply": 1, "cubes": True}),
        ("best", {"position": XGID, "ply": 1, "explain": ["8/5 6/5", "24/20"]}),
        ("explain", {**ask, "ply": 1, "plays": ["8/5 6/5", "24/20"]}),
        ("evaluate", {"position": START, "ply": 1, **stakes}),
        ("evaluate", {"position": board, "game": "nackgammon", "ply": 1}),
        ("cube", {"position": START, "ply": 1, "jacoby": True, "beavers": True, "explain": False}),
        ("cube", {"position": START, "ply": 1, **stakes}),
        ("position", {"position": XGID}),
        ("picture", {**ask, "arrows": "8/5 6/5", "theme": "dark", "flip": True}),
        ("plays", {"position": "plakoto@" + START, "game": "plakoto", "dice": "66"}),
        ("plays", {"position": START, "dice": "21"}),
        ("drill", {"drill": "cube", "seed": 7, "number": 3, "answer": "no double"}),
        ("scores", {**ask, "ply": 1, "length": 2}),
        (
            "jobs/rollout",
            {**ask, "ply": 1, "games": 36, "truncate": 2, "plays": 2, "seed": 3, "time": 1},
        ),
        ("start", {"match": 5, "crawford": True, "holland": True, "cube": 64}),
        ("start", {"frame": "tavli", "match": 7, "turn_limit": 500}),
        ("start", {"game": "fevga", "scoring": "single", "opening": "reroll"}),
        (
            "record",
            {"beginning": {"match": 5}, "actions": [], "players": ["a", "b"], "format": "mat"},
        ),
    ]
    for beginning in (
        {"match": 3},
        {"frame": "tavli", "match": 3},
        {"jacoby": True, "beavers": True},
    ):
        turn, actions = post(server, "start", beginning), []
        for step in range(8):
            if "state" not in turn:
                break
            state = turn["state"]
            known += [("play", {"state": state, "level": level}) for level in ("1-ply", "pipcount")]
            known += [("act", {"state": state, "action": action}) for action in ACTIONS]
            judged = {"state": state, "action": {"type": "double"}, "preset": "quick"}
            known.append(("judge", judged))
            asked = {"state": state, "action": {"type": "opening"}} if step == 0 else None
            turn = post(
                server, "act" if asked else "play", asked or {"state": state, "level": "1-ply"}
            )
            actions += [turn["did"]] if "did" in turn else []
        names = ["a", "b\u001b[31m"]
        for ending in ("mat", "sgf", "json"):
            record = {
                "beginning": beginning,
                "actions": actions,
                "players": names,
                "format": ending,
            }
            known.append(("record", record))
    return known


def post(server, path, value):
    """Sends a valid request and returns its answer, or an empty object if there is none."""
    received, _ = exchange(server.address, framed("POST", f"/api/v1/{path}", to_json(value)))
    for status, _, body in answers(received):
        if status == 200:
            return json.loads(body)
    return {}


def quoted(content, chance):
    """Returns a percent-encoded part of a URL."""
    return urllib.parse.quote(content, safe=chance.choice(("", "=&", "=&+,:/")))


def query(chance):
    """Returns a path with a query string with wrong values."""
    path = chance.choice(
        ("/move", "/eval", "/api/v1/convert", "/api/v1/jobs/analyze", "/api/v1/games")
    )
    fields = {"die1": "3", "die2": "1", "p24": "2", "p19": "-5", "p6": "5", "p0": "-3", "p25": "1"}
    if "convert" in path or "analyze" in path:
        fields = {
            "name": "a.mat",
            "to": "sgf",
            "game": "backgammon",
            "money": "true",
            "preset": "quick",
        }
    fields.update({"x-away": "3", "o-away": "5"} if chance.random() < 0.5 else {})
    fields = {key: value.encode() for key, value in fields.items()}
    for _ in range(chance.choice((1, 1, 2, 4))):
        key = chance.choice([*fields, "p26", "p-1", "encoding", "mistakes"])
        fields[key] = chance.choice((chance.choice(NUMBERS).encode(), token(chance)))[:2000]
    return path + "?" + "&".join(f"{key}={quoted(value, chance)}" for key, value in fields.items())


def broken(whole, chance):
    """Returns a request with broken framing."""
    head, _, body = whole.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    number = chance.choice(NUMBERS).encode()
    kind = chance.randrange(14)
    if kind == 0:
        lines = [line if b"Length" not in line else b"Content-Length: " + number for line in lines]
    elif kind == 1:
        lines.append(b"Content-Length: " + number)
    elif kind == 2:
        lines = [line for line in lines if b"Length" not in line] + [b"Transfer-Encoding: chunked"]
        size = chance.choice(
            (b"%x" % len(body), number, b"ffffffffffffffff", b"-1", b"5;x=" + b"y" * 9000)
        )
        body = size + b"\r\n" + body + chance.choice((b"\r\n0\r\n\r\n", b"\r\n", b"", b"0\r\n"))
    elif kind == 3:
        lines += [
            b"Transfer-Encoding: " + chance.choice((b"gzip", b"chunked, chunked", b"identity"))
        ]
    elif kind == 4:
        lines[0] = chance.choice(
            (b"GET", b"\x00", b"PRI * HTTP/2.0", b"POST", b"A" * 9000, b"CONNECT x:1 HTTP/1.1")
        )
    elif kind == 5:
        lines[0] = lines[0].replace(b"/", b"/" + chance.choice(TEXTS), 1)
    elif kind == 6:
        host = chance.choice(
            (b"", b"evil.example", b"localhost:" + number, b"[::1", b"127.0.0.1\x00", b"a" * 9000)
        )
        lines = [line if not line.startswith(b"Host") else b"Host: " + host for line in lines]
    elif kind == 7:
        lines += [b"X-%d: y" % n for n in range(chance.choice((90, 101, 1000)))]
    elif kind == 8:
        lines.append(b"X: " + b"y" * chance.choice((8000, 70_000, 500_000)))
    elif kind == 9:
        return b"\n".join(lines) + b"\n\n" + body
    elif kind == 10:
        lines.append(b"Expect: 100-continue")
    elif kind == 11:
        lines = [line for line in lines if b"Host" not in line and b"Type" not in line]
    elif kind == 12:
        return b"\x16\x03\x01\x02\x00" + bytes(chance.randrange(256) for _ in range(200))
    else:
        return mutate(whole, chance)
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def request(chance, known):
    """Returns the kind of a random request and its bytes; all but `broken` and `gone` are complete."""
    path = chance.choice(sorted(known))
    value = chance.choice(known[path])
    path = f"/api/v1/{path}"
    kind = chance.choices(
        ("json", "bytes", "query", "file", "broken", "half", "gone", "large"),
        (45, 12, 10, 7, 15, 6, 4, 1),
    )[0]
    if kind == "query":
        return kind, framed(chance.choice(("GET", "POST", "DELETE")), query(chance))
    if kind == "file":
        path = chance.choice(
            (
                "/api/v1/convert?to=sgf",
                "/api/v1/convert?to=json&money=true",
                "/api/v1/jobs/analyze?preset=quick",
            )
        )
        body = mutate(MATCH.encode(), chance)
        return kind, framed("POST", path, body, "application/octet-stream")
    if kind == "large":
        size = chance.choice((1 << 20, (1 << 20) + 1, 4 << 20, (4 << 20) + 1))
        body = chance.choice((b"[", b" ", b'"', b"\0", MATCH.encode()))
        types = chance.choice(("application/json", "application/octet-stream"))
        path = chance.choice((path, "/api/v1/convert?to=json"))
        return kind, framed("POST", path, (body * size)[:size], types)
    body = to_json(mutate_json(value, chance)) if chance.random() < 0.8 else to_json(value)
    if kind == "bytes":
        body = mutate(to_json(value), chance)
    whole = framed("POST", path, body)
    if kind in ("broken", "gone"):
        whole = broken(whole, chance) if kind == "broken" or chance.random() < 0.3 else whole
    return kind, whole


def problem_of(kind, received):
    """Returns the first problem with a server's answer, or None."""
    found = list(answers(received))
    for status, head, body in found:
        if status >= 500 and status != 503:
            return f"answered with {status}: {body[:160].decode(errors='replace')}"
        if b"application/json" in head.lower() and b"content-length" in head.lower():
            try:
                json.loads(body)
            except ValueError:
                return f"answered with {status} and broken JSON"
    if not found and kind not in ("broken", "gone", "large"):
        return "a complete request was not answered"
    return None


def run(campaign):
    """Runs the attack. A case is a request."""
    campaign.unit = "requests"
    server = Server(campaign)
    try:
        known = samples(server)
        campaign.each(
            lambda number: attack(campaign, server, known, number), jobs=campaign.jobs * 2
        )
        check_end(campaign, server)
    finally:
        code = server.stop()
    if code != 0 and not campaign.faults:
        campaign.report(Fault(f"after Ctrl-C the server exits with {code}"), "last")


def attack(campaign, server, known, number):
    chance = campaign.chance(number)
    kind, content = request(chance, known)
    try:
        if kind == "gone":
            with socket.create_connection(server.address, timeout=10) as connection:
                connection.sendall(content[: chance.randrange(len(content)) + 1])
            received = b""
        else:
            pause_at = chance.randrange(len(content)) if chance.random() < 0.1 else None
            half = kind == "half" or kind == "broken" and chance.random() < 0.5
            timeout = 1 if kind == "broken" else PATIENCE
            received, _ = exchange(
                server.address, content, timeout=timeout, close_half=half, pause_at=pause_at
            )
        problem = problem_of(kind, received)
    except OSError as error:
        received, problem = (
            b"",
            f"no connection: {error}" if kind not in ("broken", "gone") else None,
        )
    problem = problem or server.problem()
    if problem:
        raise Fault(f"{kind}: {problem}", {"request": content, "answer": received})
    statuses = [status for status, _, _ in answers(received)]
    cancel(server, received)
    return [f"status {status}" for status in statuses[-1:]] or ["no answer"]


def cancel(server, received):
    """Cancels jobs started by mutated requests, which would fill the queue."""
    for status, _, body in answers(received):
        if status == 202:
            job = json.loads(body).get("id")
            exchange(server.address, framed("DELETE", f"/api/v1/jobs/{job}"), timeout=10)


def check_end(campaign, server):
    """Checks that the server still answers, and records its peak memory."""
    received, _ = exchange(server.address, framed("GET", "/api/v1/games"))
    statuses = [status for status, _, _ in answers(received)]
    if statuses != [200]:
        campaign.report(Fault(f"at the end the server answers with {statuses}"), "last")
    campaign.tally({"peak MB": server.memory("VmHWM") // MEBIBYTE}, 0)
