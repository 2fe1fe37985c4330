// @ts-check
// Pinned checkers: both sides may be on a point, with one side's checkers under the other's. The
// side with more checkers is on top. If each has one, `under` of the board lists the points of
// `own`, in its numbering, at which its checker is below.

import { BAR, OFF } from './geometry.js';
import { swappedWhite } from './white.js';

/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Position} Position */
/** @typedef {import('../common/types').Side} Side */

/** @param {Side} side @returns {Side} */
const against = (side) => (side === 'own' ? 'other' : 'own');

/** @param {Game} game */
const pins = (game) => game.family === 'pinning';

/**
 * Returns true if a side's checker on a point lies under an opposing one.
 *
 * @param {Game} game
 * @param {Position} board
 * @param {Side} side
 * @param {number} index in that side's numbering
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
 * Number of opposing checkers, 0 or 1, under those of a side on a point, or under the first one to
 * arrive.
 *
 * @param {Game} game
 * @param {Position} board
 * @param {Side} side
 * @param {number} index in that side's numbering
 */
export function countBeneath(game, board, side, index) {
  if (!pins(game) || index === OFF || index === BAR) return 0;
  const theirs = board[against(side)][game.others[index]];
  return theirs === 1 && !liesUnder(game, board, side, index) ? 1 : 0;
}

/**
 * Returns a copy of a board that can be modified.
 *
 * @param {Position} board
 * @returns {Position}
 */
export function copyBoard({ own, other, under, turn }) {
  return { own: [...own], other: [...other], ...(under && { under: [...under] }), ...(turn && { turn }) };
}

/**
 * Updates `under` after a side's checkers have arrived or left. Moving checkers are on top.
 *
 * @param {Game} game
 * @param {Position} board modified
 * @param {Side} side
 * @param {number} index in that side's numbering
 */
export function settlePins(game, board, side, index) {
  if (!pins(game) || index === OFF || index === BAR) return;
  const place = side === 'own' ? index : game.others[index];
  const under = (board.under ?? []).filter((point) => point !== place);
  const both = board.own[place] === 1 && board.other[game.others[place]] === 1;
  if (both && side === 'other') under.push(place);
  if (under.length > 0) board.under = under.sort((a, b) => b - a);
  else delete board.under;
}

/**
 * The same board from the other side's point of view.
 *
 * @param {Game} game
 * @param {Position} board
 * @returns {Position}
 */
export function swapSides(game, board) {
  const turned = /** @type {Position} */ ({ own: board.other, other: board.own, ...swappedWhite(board) });
  const under = turned.own.flatMap((count, index) => {
    const both = count === 1 && turned.other[game.others[index]] === 1;
    return both && liesUnder(game, board, 'other', index) ? [index] : [];
  });
  return under.length > 0 ? { ...turned, under: under.reverse() } : turned;
}

/**
 * A board that keeps pinned checkers pinned on points where each side has one checker, and the state
 * of the turn, as before.
 *
 * @param {Game} game
 * @param {Position} before
 * @param {Position} board
 * @returns {Position}
 */
export function keepPins(game, before, board) {
  const both = (/** @type {Position} */ { own, other }, /** @type {number} */ point) =>
    own[point] === 1 && other[game.others[point]] === 1;
  const { own, other } = board;
  const under = [];
  for (let point = BAR - 1; point > OFF; point -= 1) {
    const from = both(before, point) ? before : board;
    if (both(board, point) && liesUnder(game, from, 'own', point)) under.push(point);
  }
  return { own, other, ...(under.length > 0 && { under }), ...(before.turn && { turn: before.turn }) };
}
