// @ts-check
// Games in which checkers are pinned: both sides may be on one point, and one of them lies under the
// other. The side with more checkers lies above; where each has one, the board's `under` says whose is
// below, by the points as `own` counts them.

import { BAR, OFF } from './geometry.js';

/** @typedef {import('./types').Game} Game */
/** @typedef {import('./types').Position} Position */
/** @typedef {import('./types').Side} Side */

/** @param {Side} side @returns {Side} */
const against = (side) => (side === 'own' ? 'other' : 'own');

/** @param {Game} game */
const pins = (game) => game.family === 'pinning';

/**
 * Whether a side's checker on a point lies under the other side's.
 *
 * @param {Game} game
 * @param {Position} board
 * @param {Side} side
 * @param {number} index as that side counts
 */
export function liesUnder(game, board, side, index) {
  if (!pins(game) || index === OFF || index === BAR) return false;
  const mine = board[side][index];
  const theirs = board[against(side)][game.others[index]];
  if (mine === 0 || theirs === 0) return false;
  if (mine !== theirs) return mine < theirs;
  const isOwn = board.under?.includes(side === 'own' ? index : game.others[index]) ?? false;
  return isOwn === (side === 'own');
}

/**
 * How many checkers of the other side lie under those that a side has on a point, or would under the
 * first that came there: one or none.
 *
 * @param {Game} game
 * @param {Position} board
 * @param {Side} side
 * @param {number} index as that side counts
 */
export function beneath(game, board, side, index) {
  if (!pins(game) || index === OFF || index === BAR) return 0;
  const theirs = board[against(side)][game.others[index]];
  return theirs === 1 && !liesUnder(game, board, side, index) ? 1 : 0;
}

/**
 * A copy of a board that can be changed.
 *
 * @param {Position} board
 * @returns {Position}
 */
export function copied({ own, other, under }) {
  return { own: [...own], other: [...other], ...(under && { under: [...under] }) };
}

/**
 * Notes who lies under whom where a side's checkers have come or gone: those that move lie above.
 *
 * @param {Game} game
 * @param {Position} board changed
 * @param {Side} side
 * @param {number} index as that side counts
 */
export function settle(game, board, side, index) {
  if (!pins(game) || index === OFF || index === BAR) return;
  const place = side === 'own' ? index : game.others[index];
  const under = (board.under ?? []).filter((point) => point !== place);
  const both = board.own[place] === 1 && board.other[game.others[place]] === 1;
  if (both && side === 'other') under.push(place);
  if (under.length > 0) board.under = under.sort((a, b) => b - a);
  else delete board.under;
}

/**
 * The same board as the other side sees it.
 *
 * @param {Game} game
 * @param {Position} board
 * @returns {Position}
 */
export function swapped(game, board) {
  const turned = /** @type {Position} */ ({ own: board.other, other: board.own });
  const under = turned.own.flatMap((count, index) => {
    const both = count === 1 && turned.other[game.others[index]] === 1;
    return both && liesUnder(game, board, 'other', index) ? [index] : [];
  });
  return under.length > 0 ? { ...turned, under: under.reverse() } : turned;
}

/**
 * A board on which those who lay under others still do where each side has one checker as before.
 *
 * @param {Game} game
 * @param {Position} before
 * @param {Position} board
 * @returns {Position}
 */
export function kept(game, before, board) {
  const both = (/** @type {Position} */ { own, other }, /** @type {number} */ point) =>
    own[point] === 1 && other[game.others[point]] === 1;
  const { own, other } = board;
  const under = [];
  for (let point = BAR - 1; point > OFF; point -= 1) {
    const from = both(before, point) ? before : board;
    if (both(board, point) && liesUnder(game, from, 'own', point)) under.push(point);
  }
  return under.length > 0 ? { own, other, under } : { own, other };
}
