"""Attack: mutated weights files, most of them with a matching checksum."""

import json
import pathlib

import weights_file
from harness import MEBIBYTE, Fault, problem_of
from mutation import mutate

FULL = 5_500
ABOUT = "mutated weights files"
MEMORY = 1024 * MEBIBYTE
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Different shapes: encodings, hidden layers, activations and outputs.
RECIPE = """
name = "tiny"
about = "A network of a few kilobytes."
[contact]
inputs = "{inputs}"
hidden = [{hidden}]
activation = "{activation}"
output = "{output}"
[race]
inputs = "race1"
hidden = [4]
activation = "relu"
output = "softmax"
[pruner]
inputs = "points1"
hidden = [8, 8]
activation = "relu"
output = "softmax"
[measure]
opponent = "random"
games = 2
final_games = 2
[[stages]]
name = "td"
games = 20
batch_games = 10
measure_every = 20
targets = {{ lambda-return = {{ lambda = 0.7 }} }}
minibatch = 128
optimiser = "adam"
learning_rate = 2e-3
final_learning_rate = 1e-4
"""
SHAPES = [
    ("structural1", "8", "relu", "softmax"),
    ("structural2", "16, 8", "relu", "softmax"),
    ("structural1", "8", "sigmoid", "four-sigmoids"),
]
QUESTIONS = [
    ("evaluate", "4HPwATDgc/ABMA", "--ply", "1"),
    ("evaluate", "4HPwATDgc/ABMA", "--ply", "2"),
    ("best", "4HPwATDgc/ABMA", "31", "--ply", "1"),
    ("cube", "4HPwATDgc/ABMA", "--ply", "1"),
    ("evaluate", "AAAAAAAAAAAAAA", "--ply", "1"),
    ("best", "d7cNAAB3tw0AAA", "21", "--ply", "2"),
]
# Lengths in bincode that exceed any file of this size, and special numbers.
CLAIMS = [
    b"\xfb\xff\xff",
    b"\xfc\xff\xff\xff\x7f",
    b"\xfc\x00\x00\x00\x10",
    b"\xfd" + b"\xff" * 8,
    b"\xfd" + b"\0" * 7 + b"\x80",
    b"\xfe" + b"\xff" * 16,
    b"\xff",
    b"\0",
    # Floats: not a number, infinities, the largest, the smallest number.
    b"\0\0\xc0\x7f",
    b"\0\0\x80\x7f",
    b"\0\0\x80\xff",
    b"\xff\xff\x7f\x7f",
    b"\x01\0\0\0",
]


def samples(campaign):
    """Returns weights files of small networks trained here, and one from the folder `weights`."""
    made = []
    for number, (inputs, hidden, activation, output) in enumerate(SHAPES):
        recipe, folder = campaign.scratch / f"{number}.toml", campaign.scratch / f"run-{number}"
        text = RECIPE.format(inputs=inputs, hidden=hidden, activation=activation, output=output)
        recipe.write_text(text)
        campaign.must("train", "--recipe", recipe, "--output", folder, timeout=600)
        made.append((folder / "network.weights").read_bytes())
    shipped = ROOT / "weights/backgammon/small.weights"
    return made * 3 + ([shipped.read_bytes()] if shipped.exists() else [])


def mutated(content, chance, others):
    """Returns a file with a mutated payload and a correct checksum, or with any mutation."""
    if chance.random() < 0.2:
        return mutate(content, chance, others)
    rest = bytearray(weights_file.payload(content))
    for _ in range(chance.choice((1, 1, 2, 4))):
        # The first bytes, and those before each layer, determine the meaning of the rest.
        near = chance.choice((80, 200, len(rest), len(rest)))
        at = chance.randrange(min(near, len(rest)))
        claim = chance.choice(CLAIMS)
        # A replacement of the same length keeps the meaning of the rest.
        rest[at : at + chance.choice((0, 1, *[len(claim)] * 4))] = claim
    if chance.random() < 0.2:
        rest = bytearray(mutate(bytes(rest), chance))
    return weights_file.framed(content, bytes(rest))


def numbers(value):
    """Yields all floats of a JSON value with their keys."""
    if isinstance(value, dict):
        for key, each in value.items():
            if isinstance(each, float):
                yield key, each
            yield from numbers(each)
    elif isinstance(value, list):
        for each in value:
            yield from numbers(each)


def run(campaign):
    """Runs the attack."""
    campaign.unit = "files"
    known = samples(campaign)

    def attack(number):
        chance = campaign.chance(number)
        content = mutated(chance.choice(known), chance, known)
        question = chance.choice(QUESTIONS)
        path = campaign.scratch / f"{number}.weights"
        path.write_bytes(content)
        ended = campaign.run(
            *question, "--json", "--threads", 1, "--weights", path, memory=MEMORY, timeout=60
        )
        path.unlink()
        problem = problem_of(ended)
        if not problem and ended.returncode == 0:
            problem = problem_of_answer(ended.stdout)
        if problem:
            inputs = {"network.weights": content, "stderr": ended.stderr}
            raise Fault(f"{' '.join(question)}: {problem}", inputs)
        return [ended.about()]

    campaign.each(attack)


def problem_of_answer(text):
    """Returns the first problem with an answer: invalid JSON, NaN, a probability outside 0 to 1."""
    try:
        answer = json.loads(text, parse_constant=float)
    except ValueError:
        return "exit 0, and the answer is invalid JSON"
    for key, value in numbers(answer):
        chance = key in ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
        if value != value or chance and not 0 <= value <= 1:
            return f"exit 0, and {key} is {value}"
    return None
