"""Attack: mutated match files, each read by `convert`, and in batches by `analyze`."""

import pathlib

from harness import MEBIBYTE, Fault, problem_of
from mutation import mutate

FULL = 36_000
ABOUT = "mutated match files through convert and analyze"
# Files of one `analyze`: starting the program takes longer than analysing a short match.
BATCH = 40
# Limit of address space in bytes. Samples have a few kilobytes, the bearoff tables about 20 MB.
MEMORY = 1536 * MEBIBYTE
FORMATS = ("mat", "sgf", "json")
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Arguments of `duel`: matches, sessions with all optional rules, frames, other games.
DUELS = [
    "shesh pubeval --match 3 --games 2",
    "random pipcount --match 1 --games 2",
    "shesh pipcount --cube --jacoby --beavers --automatic-doubles 2 --games 4",
    "shesh random --match 5 --holland --games 2",
    "random random --frame tavli --match 2 --games 2",
    "random random --game tapa --match 1 --games 2",
    "random random --game fevga --games 2",
    "random random --game hypergammon --cube --games 4",
    "random random --game nackgammon --match 2 --games 2",
]


def samples(campaign):
    """Returns files in every format that `convert` writes, and the seeds of the fuzz targets."""
    folder = campaign.scratch / "samples"
    folder.mkdir()
    for number, duel in enumerate(DUELS):
        saved = folder / f"{number:02}.json"
        campaign.must("duel", *duel.split(), "--seed", campaign.seed % 2**31, "--save", saved)
    for saved in sorted(folder.glob("*.json")):
        for ending in FORMATS[:2]:
            # .mat and .sgf cannot store frames; `convert` rejects them.
            campaign.run("convert", saved, saved.with_suffix(f".{ending}"))
    # The first analysis builds missing bearoff tables, so it runs without a memory limit.
    campaign.must("analyze", "--preset", "quick", folder / "00-1.json", timeout=600)
    seeds = sorted((ROOT / "crates/matchfile/fuzz/seeds").rglob("*"))
    paths = sorted(folder.iterdir()) + [path for path in seeds if path.is_file()]
    return [path.read_bytes() for path in paths]


def run(campaign):
    """Runs the attack."""
    campaign.unit = "files"
    known = samples(campaign)
    numbers = list(campaign.numbers())
    batches = [numbers[at : at + BATCH] for at in range(0, len(numbers), BATCH)]

    def attack(batch):
        paths = {}
        for number in batch:
            chance = campaign.chance(number)
            path = campaign.scratch / f"{number}.txt"
            path.write_bytes(mutate(chance.choice(known), chance, known))
            paths[number] = path
            try:
                campaign.tally(convert(campaign, path, chance.choice(FORMATS)), 0)
            except Fault as fault:
                campaign.report(fault, number)
        analyze(campaign, paths)
        for path in paths.values():
            path.unlink()
        campaign.tally([], len(batch) - 1)
        return []

    campaign.each(attack, batches)


def convert(campaign, path, ending):
    ended = campaign.run("convert", path, "--to", ending, memory=MEMORY)
    problem = problem_of(ended)
    if not problem and ended.returncode == 0 and not ended.stdout.strip():
        problem = "exit 0 without output"
    if not problem and ended.returncode == 2 and ended.stdout:
        problem = "exit 2 with output"
    if problem:
        inputs = {"match": path.read_bytes(), "stderr": ended.stderr}
        raise Fault(f"convert --to {ending}: {problem}", inputs)
    return [f"convert {ended.about()}"]


def analyze(campaign, paths):
    """Analyses all files at once; after a fault, each alone, to find the file that causes it."""

    def judged(*paths):
        return campaign.run(
            "analyze",
            "--preset",
            "quick",
            "--json",
            "--threads",
            1,
            *paths,
            memory=MEMORY,
            timeout=60 + 10 * len(paths),
        )

    ended = judged(*paths.values())
    problem = problem_of(ended)
    campaign.tally([f"analyze {ended.about()}"], 0)
    if not problem:
        return
    found = False
    for number, path in paths.items():
        alone = judged(path)
        reason = problem_of(alone)
        if reason:
            found = True
            inputs = {"match": path.read_bytes(), "stderr": alone.stderr}
            campaign.report(Fault(f"analyze: {reason}", inputs), number)
    if not found:
        inputs = {f"match-{number}": path.read_bytes() for number, path in paths.items()}
        campaign.report(Fault(f"analyze of several files: {problem}", inputs), min(paths))
