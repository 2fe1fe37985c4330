// @ts-check
// A board in words: the name of each place, and the whole position.

import { BAR, OFF, POINTS } from './geometry.js';

/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {import('../common/types').Seat} Seat */

/**
 * Checkers at a place.
 *
 * @param {Translate} t
 * @param {number} mine checkers of the bottom player
 * @param {number} theirs
 * @param {boolean} under true if `mine` lie under `theirs`, if there are both
 */
function describeCheckers(t, mine, theirs, under) {
  if (mine > 0 && theirs > 0) {
    const [yours, others] = [t('board.yours', { n: mine }), t('board.theirs', { n: theirs })];
    return t('board.pinned', under ? { below: yours, above: others } : { below: others, above: yours });
  }
  if (mine > 0) return t('board.yours', { n: mine });
  if (theirs > 0) return t('board.theirs', { n: theirs });
  return t('board.empty');
}

/**
 * Accessible name of a place: “point 13, 5 of yours, can go to 11 and 10”.
 *
 * @param {Translate} t
 * @param {{place: string, mine: number, theirs: number, under: boolean, goes: string, state: string}} of
 */
export function buttonLabel(t, { place, mine, theirs, under, goes, state }) {
  return [place, describeCheckers(t, mine, theirs, under), goes, state].filter((part) => part !== '').join(', ');
}

/**
 * Name of a place.
 *
 * @param {Translate} t
 * @param {Seat} seat owner of a bar or tray
 * @param {number} index
 */
export function placeName(t, seat, index) {
  if (index === OFF) return t(`board.tray.${seat}`);
  if (index === BAR) return t(`board.bar.${seat}`);
  return t('board.point', { point: index });
}

/**
 * Short name of a place within a sentence: a number, the bar, or bearing off.
 *
 * @param {Translate} t
 * @param {number} index
 */
export function shortPlaceName(t, index) {
  if (index === OFF) return t('board.off');
  if (index === BAR) return t('board.bar');
  return String(index);
}

/**
 * All checkers of a side in one line, in its numbering: “bar: 1, 24: 2, 13: 5, off: 3”.
 *
 * @param {Translate} t
 * @param {number[]} counts
 * @param {(index: number) => boolean} isPinned true if the checkers there lie under the other
 *   side's
 */
export function describeSide(t, counts, isPinned) {
  const parts = [];
  if (counts[BAR]) parts.push(`${t('board.bar')}: ${counts[BAR]}`);
  for (let point = POINTS; point > 0; point -= 1) {
    if (counts[point]) {
      parts.push(`${point}: ${counts[point]}${isPinned(point) ? ` (${t('board.lies-under')})` : ''}`);
    }
  }
  if (counts[OFF]) parts.push(`${t('board.off')}: ${counts[OFF]}`);
  return parts.join(', ');
}

/**
 * Pip count of a side.
 *
 * @param {number[]} counts
 */
export function countPips(counts) {
  return counts.reduce((sum, count, index) => sum + count * index, 0);
}
