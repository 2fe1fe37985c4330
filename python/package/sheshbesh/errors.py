"""What goes wrong, each with one sentence that says what it was."""


class SheshError(Exception):
    """Anything that goes wrong here."""


class InvalidInput(SheshError, ValueError):
    """What was passed in makes no sense: an ID, a roll, a game, an array of another shape."""


class InvalidWeights(SheshError, ValueError):
    """A file, or bytes, that are no network."""


class UnreadableFile(SheshError, OSError):
    """A file that the system does not let be read or written."""


class CannotAnswer(SheshError, RuntimeError):
    """A question that makes sense and could not be answered."""


class EnvironmentClosed(SheshError, RuntimeError):
    """An environment that was closed before."""
