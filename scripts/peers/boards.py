"""Parses GNU Backgammon position IDs into arrays, for scripts that measure other engines."""

import base64

import numpy as np

POINTS, CHECKERS = 24, 15
BAR = POINTS
OPPONENT, ON_ROLL = 0, 1


def counts_of(position_id):
    """Returns the checkers [2, 25] of the opponent and the player on roll, each on their own points 1
    to 24 and on the bar."""
    text = np.frombuffer(base64.b64decode(position_id + "=="), np.uint8)
    # A one bit for each checker, a zero bit at the end of each point.
    ends = np.flatnonzero(np.unpackbits(text, bitorder="little") == 0)[: 2 * (POINTS + 1)]
    return (np.diff(ends, prepend=-1) - 1).reshape(2, POINTS + 1)
