// @ts-check
// Rolling by a press on an empty place of the board.

import { BAR, OFF } from '../board/geometry.js';

/** Time after the beginning of a turn in which a press does not roll, in milliseconds. */
const SETTLED = 400;

/**
 * Rolls, unless the press was meant for the turn before.
 *
 * @param {{board: import('../board/board.js').Board, began: number, turn: {decide: {what: string}}, run: (name: string) => boolean}} table
 * @param {import('../common/types').Side} side
 * @param {number} index
 * @param {string} how
 */
export function rollByTap(table, side, index, how) {
  const isEmpty = index > OFF && index < BAR && table.board.view.board[side][index] === 0;
  const isSettled = performance.now() - table.began >= SETTLED;
  if (how !== 'key' && isEmpty && isSettled && table.turn.decide.what === 'roll') table.run('roll');
}
