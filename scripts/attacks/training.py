"""Attack: training runs that are disturbed and resumed; the final weights must not change."""

import os
import signal
import subprocess
import time

import weights_file
from harness import Fault, describe, limited, problem_of

FULL = 44
ABOUT = "disturbances of training runs with the same final weights"
# Maximum number of disturbances of a run.
MOST = 3
# Checkpoints are written at the end of a stage and when a run is stopped.
HEAD = """
name = "disturbed"
about = "A few seconds of training in many stages."
[contact]
inputs = "structural1"
hidden = [8]
activation = "relu"
output = "softmax"
[race]
inputs = "race1"
hidden = [8]
activation = "relu"
output = "softmax"
[measure]
opponent = "random"
games = 20
final_games = 20
"""
STAGE = """
[[stages]]
name = "stage-{number}"
games = 400
batch_games = 20
measure_every = 200
targets = {{ lambda-return = {{ lambda = 0.7 }} }}
minibatch = 128
optimiser = "adam"
learning_rate = 1e-3
final_learning_rate = 1e-4
"""
# A replay buffer has its own file, and generations keep games that have not been learned yet.
EXTRAS = ["", "replay_buffer = 20000\n", "replay_buffer = 100000\ngenerations = 2\n"]
RECIPE = HEAD + "".join(
    STAGE.format(number=number) + EXTRAS[number % len(EXTRAS)] for number in range(9)
)
SIGNALS = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "int": signal.SIGINT}
KINDS = [*SIGNALS, "pause", "full", "rival"]


def result(folder):
    """Returns the final network of a run and its learning curve, both without times."""
    network = weights_file.learned((folder / "network.weights").read_bytes())
    rows = [line.split(",") for line in (folder / "curve.csv").read_text().splitlines()]
    return network, [row[:3] + row[4:] for row in rows]


def problem_of_folder(folder, expected):
    """Returns the first problem with the folder of a finished run, or None."""
    left = [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]
    if left:
        return f"{left[0]} was not removed"
    try:
        network, curve = result(folder)
    except (OSError, ValueError) as error:
        return f"the finished run cannot be read: {error}"
    if network != expected[0]:
        return "different final weights"
    return None if curve == expected[1] else "different learning curve"


def arguments(recipe, folder, resumed):
    """Returns the arguments that start the run, or resume it if there is a checkpoint."""
    if resumed and (folder / "checkpoint").exists():
        return ["train", "--resume", "--output", folder]
    return ["train", "--recipe", recipe, "--output", folder]


def run(campaign):
    """Runs the attack. A case is a run with one to three disturbances."""
    campaign.unit = "disturbances"
    recipe = campaign.scratch / "recipe.toml"
    recipe.write_text(RECIPE)
    started = time.monotonic()
    campaign.must(*arguments(recipe, campaign.scratch / "calm", False), timeout=1200)
    duration = time.monotonic() - started
    expected = result(campaign.scratch / "calm")
    sizes = (campaign.scratch / "calm" / "checkpoint").stat().st_size

    # The seed determines the number of disturbances of each run, and so the number of runs.
    plans, left = [], campaign.count
    while left > 0:
        times = min(left, campaign.chance(len(plans), "times").randint(1, MOST))
        plans.append(times)
        left -= times
    numbers = range(len(plans)) if campaign.case is None else [campaign.case]

    def attack(number):
        times = plans[number] if number < len(plans) else MOST
        folder = campaign.scratch / f"run-{number}"
        history = []
        try:
            for turn in range(times):
                chance = campaign.chance(number, turn)
                kind = chance.choice(KINDS)
                threads = chance.choice((1, 2, 3))
                command = [*arguments(recipe, folder, turn > 0), "--threads", threads]
                after = max(0.3, chance.uniform(0, 0.9) * duration / times)
                limit = 512 * chance.randrange(1, sizes * 3 // 1024)
                history.append(f"{kind} after {after:.2f} s")
                if kind == "full":
                    history[-1] = f"full at {limit} bytes"
                campaign.tally([disturb(campaign, kind, command, folder, after, limit)], 1)
            finish(campaign, arguments(recipe, folder, True))
            problem = problem_of_folder(folder, expected)
            if problem:
                raise Fault(problem)
        except Fault as fault:
            files = {"recipe.toml": RECIPE.encode(), "history": "\n".join(history).encode()}
            for path in folder.glob("*") if folder.exists() else ():
                files[f"run-{path.name}"] = path.read_bytes()
            raise Fault(f"{'; '.join(history)}: {fault}", {**files, **fault.inputs}) from None
        campaign.tally([], -1)
        return []

    campaign.each(attack, numbers)


def finish(campaign, command):
    """Runs a command to its end, which must be success."""
    ended = campaign.run(*command, timeout=1200)
    problem = problem_of(ended, (0,))
    if problem:
        raise Fault(f"resuming: {problem}", {"stderr": ended.stderr})


def disturb(campaign, kind, command, folder, after, limit):
    """Runs the command and disturbs it once. Returns the outcome to count."""
    errors = campaign.scratch / f"{folder.name}.stderr"
    with (
        open(errors, "wb") as stderr,
        subprocess.Popen(
            limited([campaign.shesh, *command], file_size=limit if kind == "full" else None),
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        ) as process,
    ):
        story = kind
        try:
            if kind != "full":
                try:
                    process.wait(after)
                    story += " too late"
                except subprocess.TimeoutExpired:
                    story += strike(campaign, kind, process, folder)
            process.wait(1200)
        except subprocess.TimeoutExpired:
            raise Fault("timeout", {"stderr": errors.read_bytes()}) from None
        finally:
            if process.poll() is None:
                process.kill()
    said = errors.read_bytes()
    allowed = {"kill": (0, -signal.SIGKILL), "term": (0, 130), "int": (0, 130), "full": (0, 1)}
    if process.returncode not in allowed.get(kind, (0,)) or b"panicked at" in said:
        last = said.strip().rsplit(b"\n", 1)[-1][:160].decode(errors="replace")
        raise Fault(f"{describe(process.returncode)} {last}", {"stderr": said})
    return f"{story}, {describe(process.returncode)}"


def strike(campaign, kind, process, folder):
    """Disturbs a running process. Returns a suffix for its outcome."""
    if kind in SIGNALS:
        os.kill(process.pid, SIGNALS[kind])
    elif kind == "pause":
        for _ in range(3):
            os.kill(process.pid, signal.SIGSTOP)
            time.sleep(0.2)
            os.kill(process.pid, signal.SIGCONT)
            time.sleep(0.05)
    elif (folder / "checkpoint").exists():
        # The folder belongs to the running process, so a second run must be refused. The process is
        # stopped meanwhile, so that it cannot end first.
        os.kill(process.pid, signal.SIGSTOP)
        try:
            second = campaign.run("train", "--resume", "--output", folder, timeout=1200)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        if second.returncode != 2 and process.poll() is None:
            raise Fault(f"a second run in the same folder: {second.about()}")
        return " refused" if second.returncode == 2 else " unanswered"
    return ""
