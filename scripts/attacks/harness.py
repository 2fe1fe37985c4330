"""Framework of the attacks: campaigns of numbered cases, faults with their inputs, limited processes."""

import collections
import concurrent.futures
import dataclasses
import pathlib
import random
import re
import signal
import subprocess
import threading

# Limits of faults and of kinds of faults, after which a campaign ends. Faults that differ only in
# numbers are of one kind, and only the input of the first is kept.
MOST_FAULTS = 500
MOST_KINDS = 10
MEBIBYTE = 1 << 20


class Skipped(Exception):
    """The attack cannot be made here; the message is the reason."""


class Fault(Exception):
    """The program misbehaved. `inputs` maps names of files to keep to their bytes."""

    def __init__(self, problem, inputs=None):
        super().__init__(problem)
        self.inputs = inputs or {}


@dataclasses.dataclass
class Campaign:
    """An attack: its settings, and its outcomes and faults so far."""

    name: str
    shesh: pathlib.Path
    seed: int
    # Number of cases.
    count: int
    # Number of parallel cases.
    jobs: int
    # The only case to run, if given.
    case: int | None
    # Folder for files, removed at the end.
    scratch: pathlib.Path
    # Folder for inputs that found a fault.
    keep: pathlib.Path
    unit: str = "cases"
    done: int = 0
    outcomes: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    # The line of the first fault of each kind, and how many there were.
    faults: dict = dataclasses.field(default_factory=dict)
    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)

    def chance(self, *names):
        """A random stream that depends on the seed, the attack and these names only."""
        return random.Random("/".join(map(str, (self.seed, self.name, *names))))

    def numbers(self):
        """Numbers of the cases to run."""
        return range(self.count) if self.case is None else [self.case]

    def each(self, function, numbers=None, jobs=None):
        """Calls the function with each number, several at once, and counts what it returns.

        The function returns outcomes to count, or raises a `Fault`.
        """
        numbers = iter(self.numbers() if numbers is None else numbers)

        def work():
            while not self.is_given_up():
                with self.lock:
                    number = next(numbers, None)
                if number is None:
                    return
                try:
                    outcomes = function(number)
                except Fault as fault:
                    self.report(fault, number)
                    outcomes = []
                self.tally(outcomes)

        with concurrent.futures.ThreadPoolExecutor(jobs or self.jobs) as pool:
            for worker in [pool.submit(work) for _ in range(jobs or self.jobs)]:
                worker.result()

    def tally(self, outcomes, done=1):
        with self.lock:
            self.done += done
            self.outcomes.update(outcomes)

    def fault_count(self):
        """Number of faults found."""
        return sum(times for _, times in self.faults.values())

    def is_given_up(self):
        """Whether enough faults were found."""
        return len(self.faults) >= MOST_KINDS or self.fault_count() >= MOST_FAULTS

    def report(self, fault, case):
        """Counts a fault, and keeps the inputs of the first of its kind."""
        kind = re.sub(r"\d+", "N", str(fault))
        with self.lock:
            line, times = self.faults.get(kind, (None, 0))
            self.faults[kind] = (line or f"case {case}, seed {self.seed}: {fault}", times + 1)
        if times or not fault.inputs:
            return
        folder = self.keep / f"{self.name}-{self.seed}-{case}".replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in fault.inputs.items():
            (folder / name).write_bytes(content)
        with self.lock:
            line, times = self.faults[kind]
            self.faults[kind] = (f"{line} (input in {folder})", times)

    def lines(self, seconds):
        """The summary of the campaign, and a line for each kind of fault."""
        outcomes = "; ".join(f"{name}: {n:,}" for name, n in sorted(self.outcomes.items()))
        faults = f"{self.fault_count():,} FAULTS" if self.faults else "no fault"
        if self.is_given_up():
            faults += ", ended early"
        yield (
            f"{self.name}: {self.done:,} {self.unit}, seed {self.seed}, {seconds:.0f} s: {faults} "
            f"({outcomes or 'nothing done'})"
        )
        for line, times in self.faults.values():
            yield f"  {line}" + (f", and {times - 1:,} like it" if times > 1 else "")

    def run(self, *arguments, **options):
        """Runs the program; see `run`."""
        return run([self.shesh, *arguments], **options)

    def must(self, *arguments, **options):
        """Runs the program on valid input, and raises a `Fault` unless it succeeds."""
        ended = self.run(*arguments, **options)
        if ended.returncode != 0:
            command = " ".join(map(str, arguments))
            raise Fault(f"shesh {command}: {ended.about()}", {"stderr": ended.stderr})
        return ended


@dataclasses.dataclass
class Ended:
    """A process that has ended; `returncode` is None after a timeout."""

    returncode: int | None
    stdout: bytes
    stderr: bytes

    def about(self):
        return describe(self.returncode)


def describe(returncode):
    if returncode is None:
        return "timeout"
    if returncode < 0:
        return f"signal {signal.Signals(-returncode).name}"
    return f"exit {returncode}"


def limited(command, memory=None, file_size=None):
    """A command under limits: bytes of address space, and bytes of any file it writes.

    A shell sets them and then executes the program under the same process ID. Python's `preexec_fn`
    may deadlock in a process with threads.
    """
    limits = ["ulimit -c 0"]
    if memory is not None:
        limits.append(f"ulimit -v {memory // 1024}")
    if file_size is not None:
        limits.append(f"ulimit -f {file_size // 512}")
    script = "; ".join([*limits, 'exec "$@"'])
    return ["sh", "-c", script, "sh", *map(str, command)]


def run(command, *, stdin=b"", timeout=120, memory=None, file_size=None, **options):
    """Runs a command to its end, or kills it after the timeout."""
    try:
        ended = subprocess.run(
            limited(command, memory, file_size),
            input=stdin,
            capture_output=True,
            timeout=timeout,
            check=False,
            **options,
        )
    except subprocess.TimeoutExpired as late:
        return Ended(None, late.stdout or b"", late.stderr or b"")
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def problem_of(ended, expected=(0, 2)):
    """Returns the first problem with the end of a process, or None."""
    if b"panicked at" in ended.stderr:
        place = re.search(rb"panicked at ([^\n]{1,120})", ended.stderr)
        return f"{ended.about()}, panicked at {place.group(1).decode(errors='replace')}"
    if ended.returncode not in expected:
        last = ended.stderr.strip().rsplit(b"\n", 1)[-1][:160].decode(errors="replace")
        return f"{ended.about()} {last}".rstrip()
    if ended.returncode == 2 and b"error: " not in ended.stderr:
        return "exit 2 without an error message"
    return None
