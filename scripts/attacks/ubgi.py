"""Attack: valid and mutated lines of the Universal Backgammon Interface, in long sessions."""

from harness import MEBIBYTE, Fault, problem_of
from mutation import NUMBERS, TEXTS, mutate

FULL = 105_000
ABOUT = "lines of the Universal Backgammon Interface"
LINES = 500
MEMORY = 2048 * MEBIBYTE
POSITIONS = [
    "gnubgid 4HPwATDgc/ABMA",
    "gnubgid 4HPwATDgc/ABMA:cIkqAAAAAAAA",
    "gnubgid d7cNAAB3tw0AAA",
    "gnubgid nackgammon@4Dl4ADbgOXgANg",
    "xgid -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "xgid -b----E-C---eE---c-e----B-:1:-1:1:D:3:4:0:7:10",
    "xgid -B-B-BB---C--C----bcbdd-A-:2:1:1:B:0:0:3:0:10",
]
COMMANDS = [
    "ubgi",
    "isready",
    "newgame",
    "newsession",
    "setscore 3 4",
    "setscore 0 0",
    "setcube value 2 owner p0",
    "setcube value 1 owner center",
    "setcube value 4 owner p1",
    "setturn p0",
    "setturn p1",
    "dice 3 1",
    "dice 6 6",
    "go role chequer",
    "go role cube",
    "go role turn",
    "go role chequer depth 1",
    "go role turn depth 2",
    "stop",
    "setoption name Ply value 1",
    "setoption name Filter value narrow",
    "setoption name Cache value 1",
    "setoption name Seed value 7",
    "setoption name Deterministic value false",
    "setoption name EvalMode value cubeful",
    "setoption name EvalMode value cubeless",
    "setoption name Variant value fevga",
    "setoption name Variant value backgammon",
]


def line(chance):
    """Returns a valid or mutated line without its line break. No line ends the session."""
    known = (
        f"position {chance.choice(POSITIONS)}" if chance.random() < 0.3 else chance.choice(COMMANDS)
    )
    kind = chance.randrange(10)
    text = known.encode()
    if kind < 4:
        return text
    if kind < 6:
        words = known.split(" ")
        words[chance.randrange(len(words))] = chance.choice(NUMBERS)
        text = " ".join(words).encode()
    elif kind == 6:
        text = text + b" " + chance.choice(TEXTS)
    elif kind == 7:
        text = bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    else:
        text = mutate(text, chance)
    return text.replace(b"quit", b"quiet").replace(b"\n", b" ")[: 1 << 17]


def run(campaign):
    """Runs the attack. A case is a session."""
    campaign.unit = "lines"
    total = campaign.count
    sessions = range((total + LINES - 1) // LINES)
    numbers = sessions if campaign.case is None else [campaign.case]

    def attack(number):
        chance = campaign.chance(number)
        count = min(LINES, total - number * LINES) if number in sessions else LINES
        lines = [line(chance) for _ in range(count)]
        # The program must still answer at the end.
        script = b"\n".join([*lines, b"isready", b"quit", b""])
        ended = campaign.run("ubgi", "--threads", 1, stdin=script, memory=MEMORY, timeout=300)
        problem = problem_of(ended, (0,))
        if not problem and b"readyok" not in ended.stdout.splitlines()[-3:]:
            problem = "the session did not reach its end"
        if problem:
            raise Fault(
                problem, {"session": script, "stdout": ended.stdout, "stderr": ended.stderr}
            )
        campaign.tally([], count - 1)
        answers = ended.stdout.splitlines()
        counts = {"answers": len(answers), "errors": sum(a.startswith(b"error") for a in answers)}
        return {**counts, "sessions": 1}

    campaign.each(attack, numbers)
