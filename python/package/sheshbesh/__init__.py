"""Sheshbesh: a backgammon engine trained by self-play, and fast environments for reinforcement learning.

>>> import sheshbesh as sb
>>> sb.best("4HPwATDgc/ABMA", (3, 1))[0].play
'8/5 6/5'
"""

from ._native import (
    Network,
    Player,
    Position,
    Positions,
    Table,
    VectorEnv,
    dice_probabilities,
    feature_sets,
    games,
)
from ._native import version as _version
from .answers import Answer, CubeDecision, Evaluation, Play, Probabilities, RolledOut
from .engine import (
    Engine,
    Evaluations,
    analyze,
    best,
    board_svg,
    cube,
    default_engine,
    duel,
    evaluate,
    positions,
    rollout,
)
from .errors import (
    CannotAnswer,
    EnvironmentClosed,
    InvalidInput,
    InvalidWeights,
    SheshError,
    UnreadableFile,
)

__version__ = _version()

__all__ = [
    "Answer",
    "CannotAnswer",
    "CubeDecision",
    "Engine",
    "EnvironmentClosed",
    "Evaluation",
    "Evaluations",
    "InvalidInput",
    "InvalidWeights",
    "Network",
    "Play",
    "Player",
    "Position",
    "Positions",
    "Probabilities",
    "RolledOut",
    "SheshError",
    "Table",
    "UnreadableFile",
    "VectorEnv",
    "analyze",
    "best",
    "board_svg",
    "cube",
    "default_engine",
    "dice_probabilities",
    "duel",
    "evaluate",
    "feature_sets",
    "games",
    "positions",
    "rollout",
]


def _register() -> None:
    """Registers the environment for ``gymnasium.make``, if Gymnasium is installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    if "sheshbesh/Backgammon-v0" not in registry:
        register(
            id="sheshbesh/Backgammon-v0",
            entry_point="sheshbesh.gymnasium_env:BackgammonEnv",
        )


_register()
