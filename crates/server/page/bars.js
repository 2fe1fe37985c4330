// @ts-check
// The chances of a game as a bar: what is won on the left, what is lost on the right, gammons and
// backgammons within. The numbers stand below it, so that nobody has to measure.

import { h, s } from './dom.js';
import { percent } from './i18n.js';

/** @typedef {import('./types').Probabilities} Probabilities */

/**
 * The six outcomes side by side, the best on the left, with a line at one half.
 *
 * @param {Probabilities} p
 * @param {Record<string, string>} attributes
 */
export function strip(p, attributes) {
  const parts = /** @type {[string, number][]} */ ([
    ['win three', p.win_backgammon],
    ['win two', p.win_gammon - p.win_backgammon],
    ['win', p.win - p.win_gammon],
    ['lose', 1 - p.win - p.lose_gammon],
    ['lose two', p.lose_gammon - p.lose_backgammon],
    ['lose three', p.lose_backgammon],
  ]);
  let x = 0;
  const shapes = parts.map(([look, share]) => {
    const width = Math.max(0, 100 * share);
    const shape = s('rect', { class: look, x, y: 0, width, height: 10 });
    x += width;
    return shape;
  });
  const middle = s('line', { x1: 50, y1: 0, x2: 50, y2: 10 });
  return s('svg', { class: 'strip', viewBox: '0 0 100 10', preserveAspectRatio: 'none', ...attributes },
    ...shapes, middle);
}

/**
 * Chances in words: won, of that gammons, of that backgammons, and the same of what is lost.
 *
 * @param {import('./types').Translate} t
 * @param {Probabilities} p
 */
export function chances(t, p) {
  return t('tutor.chances', {
    win: percent(p.win), gammon: percent(p.win_gammon), backgammon: percent(p.win_backgammon),
    lose: percent(1 - p.win), loseGammon: percent(p.lose_gammon), loseBackgammon: percent(p.lose_backgammon),
  });
}

/**
 * @param {import('./types').Translate} t
 * @param {Probabilities} p of the one whose bar it is
 * @param {string} [title]
 */
export function bar(t, p, title) {
  return h('figure', { class: 'chances' },
    title ? h('figcaption', {}, title) : null,
    strip(p, { 'aria-hidden': 'true' }),
    h('p', {}, chances(t, p)));
}
