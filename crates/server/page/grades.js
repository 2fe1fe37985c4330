// @ts-check
// How bad a loss is, and plays as arrows that say so.

import { BLUNDER, ERROR } from './judged.js';
import { ways } from './notation.js';

/** @typedef {import('./types').Arrow} Arrow */

/** Losses (EMG) that have names; a report says its own. */
export const THRESHOLDS = { error: ERROR, blunder: BLUNDER };

/**
 * What a loss is called.
 *
 * @param {number} loss
 * @param {{error: number, blunder: number}} [thresholds]
 * @returns {Arrow['kind']}
 */
export function kind(loss, { error, blunder } = THRESHOLDS) {
  if (loss >= blunder) return 'blunder';
  if (loss >= error) return 'error';
  return loss > 0 ? 'good' : 'best';
}

/**
 * A play as arrows.
 *
 * @param {string} play
 * @param {Arrow['kind']} kind
 * @returns {Arrow[]}
 */
export function arrows(play, kind) {
  return ways(play).map((way) => ({ ...way, kind }));
}
