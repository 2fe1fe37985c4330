"""Attack: MPI training runs in which a rank is killed; the final weights must not change."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import training
from harness import Fault, Skipped, describe, run as run_command

FULL = 16
ABOUT = "killed MPI ranks (needs mpirun and a build with --features mpi)"
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n"]
# Seconds within which the other ranks must end.
PATIENCE = 20


def children(pid):
    """Returns the child processes of a process."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(path.parent.name))
    return sorted(found)


def ranks_of(launcher, count):
    """Waits until all ranks of mpirun have started, and returns their process IDs."""
    until = time.monotonic() + 60
    while launcher.poll() is None and time.monotonic() < until:
        found = children(launcher.pid)
        if len(found) >= count:
            return found
        time.sleep(0.02)
    return []


def check(campaign):
    """Raises `Skipped` if ranks cannot be started on this machine."""
    if shutil.which("mpirun") is None:
        raise Skipped("mpirun is not installed")
    tried = [*MPIRUN, "2", campaign.shesh, "duel", "random", "random", "--games", "2"]
    if run_command(tried, timeout=120).returncode != 0:
        raise Skipped("this build does not start under mpirun; build with --features mpi")


def run(campaign):
    """Runs the attack. A case is a run in which one rank is killed."""
    check(campaign)
    campaign.unit = "killed ranks"
    recipe = campaign.scratch / "recipe.toml"
    recipe.write_text(training.RECIPE)
    started = time.monotonic()
    calm = training.arguments(recipe, campaign.scratch / "calm", False)
    campaign.must(*calm, timeout=1200)
    duration = time.monotonic() - started
    expected = training.result(campaign.scratch / "calm")

    def attack(number):
        chance = campaign.chance(number)
        folder, count = campaign.scratch / f"run-{number}", chance.choice((2, 3, 4))
        victim, after = chance.randrange(count), chance.uniform(0.05, 0.8) * duration
        story = f"rank {victim} of {count} killed after {after:.2f} s"
        command = [*MPIRUN, count, campaign.shesh, *training.arguments(recipe, folder, False)]
        with subprocess.Popen(
            [*map(str, command), "--threads", "1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as launcher:
            try:
                outcome = kill(launcher, count, victim, after)
            except Fault as fault:
                raise Fault(f"{story}: {fault}") from None
            finally:
                if launcher.poll() is None:
                    launcher.terminate()
        # Resume with another number of ranks.
        arguments = training.arguments(recipe, folder, True)
        others = [*MPIRUN, count % 4 + 1, campaign.shesh, *arguments, "--threads", 1]
        ended = run_command(others, timeout=1200)
        problem = None if ended.returncode == 0 else f"resuming: {ended.about()}"
        problem = problem or training.problem_of_folder(folder, expected)
        if problem:
            raise Fault(f"{story}: {problem}", {"stderr": ended.stderr})
        return [outcome]

    campaign.each(attack, jobs=1)


def kill(launcher, count, victim, after):
    """Kills a rank; the others must end within `PATIENCE`, and mpirun must report the loss."""
    ranks = ranks_of(launcher, count)
    try:
        launcher.wait(after)
        return "ended before"
    except subprocess.TimeoutExpired:
        pass
    if len(ranks) < count:
        raise Fault("the ranks did not start")
    try:
        os.kill(ranks[victim], signal.SIGKILL)
    except ProcessLookupError:
        return "ended before"
    try:
        launcher.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        raise Fault(f"the other ranks run for more than {PATIENCE} s") from None
    if launcher.returncode == 0:
        raise Fault("mpirun exits with 0 although a rank was killed")
    return f"mpirun {describe(launcher.returncode)}"
