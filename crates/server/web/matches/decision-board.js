// @ts-check
// The board of a decision.

import { countPips } from '../board/aria-text.js';
import { isCube, playerOnRoll } from './decisions.js';

/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/types').View} View */
/** @typedef {import('./decisions.js').Moment} Moment */

/**
 * @param {JudgedMatch} match
 * @param {Pick<Moment, 'game' | 'decision'>} moment
 * @param {Looked} found
 * @param {{bottom: number, hasCube: boolean}} how number of the player at the bottom
 * @returns {View}
 */
export function decisionBoard(match, { game, decision }, { board, cube: at }, { bottom, hasCube }) {
  const seat = playerOnRoll(decision);
  const top = 3 - bottom;
  const { score } = match.games[game];
  const of = (/** @type {number} */ who) => (who === seat ? board.own : board.other);
  const doubled = isCube(decision) && decision.kind !== 'double';
  const value = at?.value ?? 1;
  const ends = (/** @type {number} */ who) => (who === bottom ? 'bottom' : 'top');
  const owner = at?.owner ? ends(at.owner === 'own' ? seat : 3 - seat) : null;
  const points = (/** @type {number} */ who) => `${score[who - 1]}/${match.length}`;
  return {
    board,
    flipped: seat !== bottom,
    dice: decision.dice ?? null,
    cube: hasCube ? { value, owner } : null,
    ...(doubled ? { offered: 2 * value } : {}),
    names: { bottom: match.players[bottom - 1].name, top: match.players[top - 1].name },
    pips: { bottom: countPips(of(bottom)), top: countPips(of(top)) },
    score: match.length > 0 ? { bottom: points(bottom), top: points(top) } : null,
  };
}
