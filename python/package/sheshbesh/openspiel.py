"""Action numbers of OpenSpiel's ``backgammon``, which mean the same in every position.

An action moves up to two checkers. Its number below 1,352 consists of two digits to the base 26 and an order: ``first
+ 26 * second + 676 * order``. A digit is the place that a checker leaves: a point, counted from 0 to 23 in the
direction of OpenSpiel's player 1, 24 for the bar, or 25 for no move. Player 1's *n*-point is *n* - 1, player 0's is
24 - *n*. With order 0 the first checker moves by the higher die, with order 1 by the lower one. Doubles take two
actions, unless the first one moves fewer than two checkers. A learner that sees each position from its own view uses
player 1's numbers for both sides, the default here.

>>> import sheshbesh as sb
>>> from sheshbesh import openspiel
>>> turn = openspiel.Turn(sb.Position(), (3, 1))
>>> len(turn.legal_actions())
31
>>> turn.play(openspiel.encode([(8, 3), (6, 1)], (3, 1)))
>>> turn.over, turn.result == sb.Position().play((3, 1), "8/5 6/5")
(True, True)

Source of the numbering: ``open_spiel/games/backgammon`` of OpenSpiel 2.0.
"""

from __future__ import annotations

from typing import Iterator, Sequence

import numpy as np

from ._native import Position, Positions
from .errors import InvalidInput

#: Number of action numbers.
NUM_ACTIONS = 2 * 26 * 26

#: Digit of a checker that does not move.
_PASS = 25
_BAR = 25
_HOME = 6

#: A move: the point that a checker leaves (25 is the bar), and the die.
Move = tuple[int, int]
_Board = tuple[tuple[int, ...], tuple[int, ...]]


def _swap(digit: int, player: int) -> int:
    """Converts the digit of a place between the directions of player 1 and of ``player``."""
    if player not in (0, 1):
        raise InvalidInput(f"the player is 0 or 1, not {player}")
    return 23 - digit if player == 0 and digit < 24 else digit


def decode(action: int, dice: Sequence[int], player: int = 1) -> list[Move]:
    """Returns the moves of an action, in their order.

    >>> decode(137, (4, 1)), decode(811, (4, 1)), decode(1351, (4, 1))
    ([(8, 4), (6, 1)], [(6, 1), (6, 4)], [])
    >>> decode(0, (4, 1), player=0)
    [(24, 4), (24, 1)]
    """
    if not 0 <= action < NUM_ACTIONS:
        raise InvalidInput(f"an action is a number from 0 to {NUM_ACTIONS - 1}, not {action}")
    order, digits = divmod(action, 26 * 26)
    second, first = divmod(digits, 26)
    in_order = sorted(dice, reverse=order == 0)
    places = [(_swap(digit, player), die) for digit, die in zip((first, second), in_order)]
    return [(place + 1, die) for place, die in places if place != _PASS]


def encode(moves: Sequence[Move], dice: Sequence[int], player: int = 1) -> int:
    """Returns the action that makes up to two moves in their order.

    >>> encode([(6, 4), (8, 1)], (4, 1)), encode([(25, 1)], (4, 1)), encode([], (4, 1))
    (187, 1350, 1351)
    """
    high, low = sorted(dice, reverse=True)
    used = sorted(die for _, die in moves)
    if len(moves) > 2 or used not in ([], [low], [high], [low, high]):
        raise InvalidInput(f"the moves {list(moves)} are not those of an action after the roll {high}-{low}")
    order = int(not moves or moves[0][1] != high)
    digits = [_swap(point - 1, player) for point, _ in moves] + [_PASS] * (2 - len(moves))
    return digits[0] + 26 * digits[1] + 26 * 26 * order


class Turn:
    """A turn of backgammon that is played by action numbers: one action, or two after a double.

    Args:
        position: the position of the player on roll.
        dice: the roll.
        player: OpenSpiel's player whose numbers are used, 0 (``x``) or 1 (``o``).
    """

    def __init__(self, position: Position, dice: Sequence[int], player: int = 1) -> None:
        if position.game != "backgammon":
            raise InvalidInput(f"OpenSpiel's actions are those of backgammon, not of {position.game}")
        high, low = sorted((int(die) for die in dice), reverse=True)
        if not 1 <= low <= high <= 6:
            raise InvalidInput(f"{high}-{low} is not a roll")
        self.dice, self.player = (high, low), player
        own, other = position.counts
        self._board: _Board = (tuple(map(int, own)), tuple(map(int, other)))
        #: Number of actions until the turn is over.
        self.left = 2 if high == low else 1

    @property
    def over(self) -> bool:
        """True if all actions of the turn have been played, or the last checker is off."""
        return self.left == 0 or self._board[0][0] == 15

    @property
    def position(self) -> Position:
        """The position reached so far, from the view of the player whose turn it is."""
        return _position(self._board)

    @property
    def result(self) -> Position:
        """The position after the turn, from the view of the opponent."""
        if not self.over:
            raise InvalidInput("the turn is not over")
        own, other = self._board
        return _position((other, own))

    def legal_actions(self) -> list[int]:
        """Returns the legal actions in ascending order. If no checker can move, the only one is 1351."""
        return sorted(self._legal())

    def mask(self) -> np.ndarray:
        """Mask of the legal actions, ``bool [1352]``."""
        mask = np.zeros(NUM_ACTIONS, dtype=bool)
        mask[list(self._legal())] = True
        return mask

    def play(self, action: int) -> None:
        """Plays an action."""
        after = self._legal().get(int(action))
        if after is None:
            raise InvalidInput(f"the action {action} is not legal")
        self._board, self.left = after, self._rest(int(action), self.left)

    def actions_for(self, result: Position) -> list[int]:
        """Returns the actions that lead to a result, which is seen by the opponent: the first of all such ways,
        or an empty list if there is none."""
        wanted = tuple(map(int, result.counts[1])), tuple(map(int, result.counts[0]))
        return self._find(self._board, self.left, wanted) or []

    def _rest(self, action: int, left: int) -> int:
        """Returns the number of actions left after one. If a double's first action moves fewer than two checkers, no
        other could move, and there is no second one."""
        return left - 1 if len(decode(action, self.dice)) == 2 else 0

    def _find(self, board: _Board, left: int, wanted: _Board) -> list[int] | None:
        for action, after in sorted(_legal(board, self.dice, self.player).items()):
            if self._rest(action, left) == 0 or after[0][0] == 15:
                if after == wanted:
                    return [action]
            elif (rest := self._find(after, left - 1, wanted)) is not None:
                return [action, *rest]
        return None

    def _legal(self) -> dict[int, _Board]:
        if self.over:
            raise InvalidInput("the turn is over")
        return _legal(self._board, self.dice, self.player)


def _position(board: _Board) -> Position:
    return Positions.from_counts(np.array([board], dtype=np.int8))[0]


def _moves(board: _Board, die: int) -> Iterator[tuple[int, _Board]]:
    """Yields the points from which a checker can move by a die, and the boards after these moves."""
    own, other = board
    for point in [_BAR] if own[_BAR] else range(24, 0, -1):
        if not own[point]:
            continue
        to = point - die
        if to <= 0:
            if any(own[_HOME + 1 :]) or (to < 0 and any(own[point + 1 : _HOME + 1])):
                continue
            to = 0
        elif other[25 - to] > 1:
            continue
        mine, theirs = list(own), list(other)
        mine[point] -= 1
        mine[to] += 1
        if to and theirs[25 - to]:
            theirs[25 - to], theirs[_BAR] = 0, theirs[_BAR] + 1
        yield point, (tuple(mine), tuple(theirs))


def _legal(board: _Board, dice: tuple[int, int], player: int = 1) -> dict[int, _Board]:
    """Returns the legal actions and the boards after them."""
    high, low = dice
    two: dict[int, _Board] = {}
    one: dict[int, dict[int, _Board]] = {high: {}, low: {}}
    for first, second in [(high, low)] if high == low else [(high, low), (low, high)]:
        for point, between in _moves(board, first):
            one[first][encode([(point, first)], dice, player)] = between
            for next_point, after in _moves(between, second):
                two[encode([(point, first), (next_point, second)], dice, player)] = after
    # As many numbers as possible are played; if only one of them can be, it is the higher one.
    return two or one[high] or one[low] or {encode([], dice): board}
