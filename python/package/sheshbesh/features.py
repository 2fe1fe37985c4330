"""Default feature sets of the games."""

from ._native import feature_sets


def usual_features(game: str) -> str:
    """Returns the feature set that the built-in networks of a game use.

    >>> usual_features("backgammon"), usual_features("fevga")
    ('structural2', 'parallel1')
    """
    known = [name for name, _ in feature_sets(game)]
    for name in ("structural2", "pinning1", "parallel1"):
        if name in known:
            return name
    return known[0]
