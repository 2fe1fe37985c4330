// @ts-check
// The board of a question: the player who decides sits at the bottom.

import { countPips } from '../board/aria-text.js';

/** @typedef {import('../common/answers').DrillAnswer} DrillAnswer */
/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/types').View} View */

/**
 * @param {import('../common/types').Translate} t
 * @param {DrillAnswer} asked
 * @param {Looked} looked
 * @returns {View}
 */
export function drillBoard(t, asked, { board, cube }) {
  const doubled = asked.asks === 'answer';
  const bottom = doubled ? board.other : board.own;
  const top = doubled ? board.own : board.other;
  const owner = cube?.owner ? (cube.owner === 'own') !== doubled : null;
  const value = cube?.value ?? 1;
  const isCube = asked.asks === 'double' || doubled;
  return {
    board,
    flipped: doubled,
    dice: asked.dice ?? null,
    cube: isCube ? { value, owner: owner === null ? null : owner ? 'bottom' : 'top' } : null,
    ...(doubled ? { offered: 2 * value } : {}),
    names: { bottom: t('play.you'), top: t('analyse.opponent') },
    // The drill about pips would answer itself.
    pips: asked.drill === 'pips' ? null : { bottom: countPips(bottom), top: countPips(top) },
  };
}
