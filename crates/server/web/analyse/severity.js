// @ts-check
// Severity of losses, and arrows in the matching style.

import { BLUNDER, ERROR } from './decision-view.js';
import { joinedMoves } from '../board/notation.js';

/** @typedef {import('../common/types').Arrow} Arrow */

/** Default thresholds (EMG); a report contains its own. */
const THRESHOLDS = { error: ERROR, blunder: BLUNDER };

/** Symbols for mistakes, for readers who cannot distinguish the colours. */
export const MARKS = { best: '', good: '', error: '?', blunder: '??' };

/**
 * Severity of a loss.
 *
 * @param {number} loss
 * @param {{error: number, blunder: number}} [thresholds]
 * @returns {Arrow['kind']}
 */
export function severityOf(loss, { error, blunder } = THRESHOLDS) {
  if (loss >= blunder) return 'blunder';
  if (loss >= error) return 'error';
  return loss > 0 ? 'good' : 'best';
}

/**
 * Converts a play to arrows.
 *
 * @param {string} play
 * @param {Arrow['kind']} kind
 * @returns {Arrow[]}
 */
export function toArrows(play, kind) {
  return joinedMoves(play).map((way) => ({ ...way, kind }));
}
