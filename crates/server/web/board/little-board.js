// @ts-check
// Positions drawn small, as pictures: nothing on them can be pressed.

import { Board } from './board.js';

/**
 * @param {import('../common/types').Context} context
 * @param {import('../common/types').Game} game
 * @param {import('../common/types').View} view
 * @param {import('../common/types').Arrow[]} arrows
 * @param {boolean} [isWide] true to keep the wide layout on narrow screens
 */
export function littleBoard(context, game, view, arrows, isWide) {
  const board = new Board(game, context, isWide);
  board.show(view);
  board.arrows(arrows);
  board.buttons.element.remove();
  board.dice.remove();
  board.words.remove();
  board.overlay.element.remove();
  board.svg.setAttribute('role', 'img');
  return board;
}
