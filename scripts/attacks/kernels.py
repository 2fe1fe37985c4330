"""Attack: the same commands on every kernel, with answers that must be equal byte for byte."""

import os
import platform

from harness import Fault, problem_of

FULL = 272
ABOUT = "runs of 31 commands on all kernels, with equal answers"
X86 = ("avx512-vnni", "avx512", "avx2", "sse2", "plain")
ARM = ("neon", "plain")
START = "4HPwATDgc/ABMA"
RACE = "d7cNAAB3tw0AAA"
BEFORE_ROLL = "XGID=-B-B-BB---C--C----bcbdd-A-:0:0:1:00:0:0:0:0:10"
CONTACT = "XGID=-B-B-BB---C--C----bcbdd-A-:0:0:1:52:0:0:0:0:10"
QUESTIONS = [
    f"evaluate {START} --ply 1",
    f"evaluate {START} --ply 2",
    f"evaluate {START} --ply 3",
    f"evaluate {RACE} --ply 1",
    f"evaluate {RACE} --ply 2",
    f"evaluate {CONTACT} --ply 2",
    "evaluate nackgammon@4Dl4ADbgOXgANg --ply 2",
    f"best {START} 31 --ply 1",
    f"best {START} 31 --ply 2",
    f"best {START} 64 --ply 3",
    f"best {START} 66 --ply 2 --filter none",
    f"best {START} 21 --ply 2 --match 7 --score 2-5",
    f"best {RACE} 21 --ply 2",
    f"best {CONTACT} --ply 2",
    f"best {CONTACT} --ply 3 --filter wide",
    f"best {START} 52 --ply 2 --jacoby",
    "best fevga@AACA/z8AAID/Pw 31 --ply 1",
    "best plakoto@AACA/z8AAID/Pw 66 --ply 1",
    "best misere@4HPwATDgc/ABMA 54 --ply 1",
    "best hypergammon@AACgAgAAKgAAAA 31 --ply 1",
    "best long-nardi@AACA/z8AAID/Pw 42 --ply 1",
    f"cube {START} --ply 1",
    f"cube {START} --ply 2",
    f"cube {BEFORE_ROLL} --ply 2",
    f"cube {RACE} --ply 2 --match 7 --score 3-5",
    f"rollout {START} 31 --games 36 --truncate 3 --plays 2 --seed 5",
    f"rollout {CONTACT} --games 36 --truncate 3 --plays 2 --seed 6",
    "duel shesh pubeval --games 40 --seed 3",
    "duel shesh:2 random --games 4 --seed 4",
    "duel shesh berliner --match 3 --games 4 --seed 5",
    "duel shesh random --game fevga --games 10 --seed 6",
]


def run(campaign):
    """Runs the attack. A case is a command on a kernel with a number of threads."""
    campaign.unit = "runs"
    names = ARM if platform.machine() in ("aarch64", "arm64") else X86
    runs = [(q, kernel, threads) for q in QUESTIONS for kernel in names for threads in (1, 3)]
    campaign.chance("order").shuffle(runs)
    answers = {}

    def answer(question, kernel, threads):
        return campaign.run(
            *question.split(),
            "--json",
            "--threads",
            threads,
            timeout=600,
            env={**os.environ, "SHESH_SIMD": kernel},
        )

    def attack(number):
        question, kernel, threads = runs[number % len(runs)]
        ended = answer(question, kernel, threads)
        problem = problem_of(ended, (0,))
        if problem:
            raise Fault(
                f"SHESH_SIMD={kernel} shesh {question}: {problem}", {"stderr": ended.stderr}
            )
        said = (ended.returncode, ended.stdout)
        with campaign.lock:
            first = answers.setdefault(question, (kernel, threads, said))
        if first[2] != said:
            inputs = {kernel: ended.stdout, f"{first[0]}-first": first[2][1]}
            raise Fault(
                f"shesh {question}: {kernel} with {threads} threads and {first[0]} with {first[1]} "
                "give different answers",
                inputs,
            )
        return [ended.about(), kernel]

    if campaign.case is not None:
        question, _, _ = runs[campaign.case % len(runs)]
        reference = answer(question, "plain", 1)
        answers[question] = ("plain", 1, (reference.returncode, reference.stdout))
    campaign.each(attack)
