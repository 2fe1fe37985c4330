// @ts-check
// Positions drawn by the board: the start of a game, and an example of how checkers stop each other.
// Pictures only: nothing on them can be pressed.

import { littleBoard } from '../board/little-board.js';
import { h } from '../common/dom.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Arrow} Arrow */

/**
 * Examples by family: checkers by the player's points, and arrows. The texts `example.FAMILY` tell
 * what they show.
 *
 * @type {Record<string, {own: Record<number, number>, other: Record<number, number>, arrows: Arrow[]}>}
 */
const EXAMPLES = {
  hitting: { own: { 8: 2, 6: 3 }, other: { 4: 1, 3: 2 }, arrows: [{ from: 8, to: 4, kind: 'best' }] },
  pinning: { own: { 11: 2, 5: 2 }, other: { 5: 1, 1: 3 }, arrows: [] },
  parallel: { own: { 10: 1, 9: 1, 8: 1, 7: 1, 6: 1, 5: 1 }, other: { 12: 4, 17: 1 }, arrows: [] },
  capturing: { own: { 14: 1, 11: 1 }, other: { 8: 1, 3: 1 }, arrows: [{ from: 14, to: 8, kind: 'best' }] },
};

/**
 * @param {Context} context
 * @param {Game} game
 * @param {string} caption
 * @param {import('../common/types').Position} position
 * @param {Arrow[]} arrows
 * @returns {{element: HTMLElement, leave: () => void}} `leave` releases the board
 */
function draw(context, game, caption, position, arrows) {
  const board = littleBoard(context, game, { board: position }, arrows);
  board.svg.setAttribute('aria-label', `${caption} ${board.describe().split('\n').join('. ')}`);
  const element = h('figure', { class: 'diagram' }, board.element, h('figcaption', { class: 'faint' }, caption));
  return { element, leave: () => board.leave() };
}

/** The start of a game. @param {Context} context @param {Game} game @param {string} caption */
export function startDiagram(context, game, caption) {
  return draw(context, game, caption, game.start.board, []);
}

/**
 * An example of the game's family; `null` for an unknown one.
 *
 * @param {Context} context
 * @param {Game} game
 * @param {string} caption
 */
export function exampleDiagram(context, game, caption) {
  const example = EXAMPLES[game.family];
  // The example of hits is drawn for sides that move in opposite directions.
  const isTurned = game.family === 'hitting' && game.others[1] !== game.others.length - 2;
  if (!example || isTurned || game.has_white) return null;
  const own = game.others.map((_, point) => example.own[point] ?? 0);
  const other = game.others.map(() => 0);
  for (const [point, count] of Object.entries(example.other)) other[game.others[Number(point)]] = count;
  return draw(context, game, caption, { own, other }, example.arrows);
}
