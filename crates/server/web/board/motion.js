// @ts-check
// Moves of checkers and their animation.

import { BAR, OFF } from './geometry.js';
import { copyBoard, settlePins } from './pins.js';

/** @typedef {import('../common/types').Position} Position */
/** @typedef {import('../common/types').Move} Move */
/** @typedef {import('../common/types').Side} Side */
/** @typedef {[number, number]} Spot */

/**
 * The board after lifting a checker, and after putting it down.
 *
 * @param {import('../common/types').Game} game
 * @param {Position} board
 * @param {Side} side that moves
 * @param {Move} step
 * @returns {{lifted: Position, landed: Position}}
 */
export function movePhases(game, board, side, { from, to, hit }) {
  const lifted = copyBoard(board);
  lifted[side][from] -= 1;
  settlePins(game, lifted, side, from);
  const landed = copyBoard(lifted);
  landed[side][to] += 1;
  settlePins(game, landed, side, to);
  // A checker that is pinned stays; one that is captured is off for good.
  if (hit && game.family !== 'pinning') {
    const against = landed[side === 'own' ? 'other' : 'own'];
    against[game.others[to]] -= 1;
    against[game.has_bar ? BAR : OFF] += 1;
  }
  return { lifted, landed };
}

/**
 * Joins consecutive moves of the same checker.
 *
 * @param {Move[]} moves
 * @returns {Move[]}
 */
export function joinMoves(moves) {
  /** @type {Move[]} */
  const found = [];
  for (const { from, to } of moves) {
    const before = found.find((move) => move.to === from);
    if (before) before.to = to;
    else found.push({ from, to });
  }
  return found;
}

/**
 * Moves a shape between two places within `lasts` milliseconds; 0 skips the animation.
 *
 * @param {SVGElement} shape
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} lasts
 * @returns {Promise<void>}
 */
export function slide(shape, from, to, lasts) {
  if (lasts === 0 || document.hidden) return Promise.resolve();
  return new Promise((done) => {
    const began = performance.now();
    const frame = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, (now - began) / lasts));
      const eased = share * share * (3 - 2 * share);
      const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * eased);
      shape.setAttribute('transform', `translate(${x} ${y})`);
      if (share < 1 && !document.hidden) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
    // Hidden pages get no animation frames.
    document.addEventListener('visibilitychange', () => done(), { once: true });
  });
}
