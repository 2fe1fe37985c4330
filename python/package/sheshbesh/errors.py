"""Exceptions of the package; each has a message of one sentence."""


class SheshError(Exception):
    """Base class of all exceptions of the package."""


class InvalidInput(SheshError, ValueError):
    """Invalid argument, such as an ID, a roll, a game, or an array of the wrong shape."""


class InvalidWeights(SheshError, ValueError):
    """File, or bytes, that do not contain a network."""


class UnreadableFile(SheshError, OSError):
    """File that cannot be read or written."""


class CannotAnswer(SheshError, RuntimeError):
    """Valid query that could not be answered."""


class EnvironmentClosed(SheshError, RuntimeError):
    """Use of a closed environment."""
