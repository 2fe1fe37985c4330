"""Whole numbers as arguments."""

from __future__ import annotations

import operator
from typing import Any

from .errors import InvalidInput


def whole(number: Any) -> int:
    """Converts a whole number of Python or NumPy to ``int``.

    >>> import numpy
    >>> whole(numpy.int8(3))
    3
    """
    try:
        return operator.index(number)
    except TypeError:
        raise InvalidInput(f"{number!r} is no whole number") from None
