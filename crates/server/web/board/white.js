// @ts-check
// Games whose two sides number the points that they share differently: positions name White.

/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Position} Position */
/** @typedef {import('../common/types').Side} Side */

/** Bits of `turn` that name White, and their values. */
const MASK = 0x3ff << 13;
const WHITE = { own: 0x38 << 13, other: 0x30 << 13 };

/**
 * The side that plays White; `null` in games without White.
 *
 * @param {Position} board
 * @returns {Side | null}
 */
export function whiteSide({ turn = 0 }) {
  const bits = turn & MASK;
  if (bits === WHITE.own) return 'own';
  return bits === WHITE.other ? 'other' : null;
}

/**
 * `turn` of the same board from the other side's point of view, with nothing but White.
 *
 * @param {Position} board
 * @returns {{turn?: number}}
 */
export function swappedWhite(board) {
  const white = whiteSide(board);
  return white ? { turn: white === 'own' ? WHITE.other : WHITE.own } : {};
}

/**
 * The other side's number of each index of a side.
 *
 * @param {Game} game
 * @param {boolean} isBlack true for Black in a game with White
 */
export function numbersAcross(game, isBlack) {
  return isBlack ? game.others.map((_, index) => game.others.indexOf(index)) : game.others;
}
