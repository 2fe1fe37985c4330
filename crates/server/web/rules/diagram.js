// @ts-check
// The start of a game, drawn by the board. A picture only: nothing on it can be pressed.

import { Board } from '../board/board.js';
import { h } from '../common/dom.js';

/**
 * @param {import('../common/types').Context} context
 * @param {import('../common/types').Game} game
 * @param {string} caption
 * @returns {{element: HTMLElement, leave: () => void}} `leave` releases the board
 */
export function startDiagram(context, game, caption) {
  const board = new Board(game, context);
  board.buttons.element.remove();
  board.dice.remove();
  board.words.remove();
  const position = board.describe().split('\n').join('. ');
  board.svg.setAttribute('role', 'img');
  board.svg.setAttribute('aria-label', `${caption}. ${position}`);
  const element = h('figure', { class: 'diagram' }, board.element, h('figcaption', { class: 'faint' }, caption));
  return { element, leave: () => board.leave() };
}
