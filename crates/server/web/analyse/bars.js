// @ts-check
// Outcome probabilities as a bar: wins on the left, losses on the right, each with its gammons and
// backgammons. The numbers are printed below.

import { h, s } from '../common/dom.js';
import { formatPercent } from '../common/i18n.js';

/** @typedef {import('../common/types').Probabilities} Probabilities */

/**
 * The six outcomes side by side, best on the left, with a line at 50 %.
 *
 * @param {Probabilities} p
 * @param {Record<string, string>} attributes
 */
export function outcomeStrip(p, attributes) {
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

/** Probabilities below this are shown as 0. */
const SHOWN = 0.0005;

/**
 * Probabilities in words: wins, and gammons and backgammons among them; then losses likewise. Kinds
 * of win that nobody gets, as in games without them, are left out.
 *
 * @param {import('../common/types').Translate} t
 * @param {Probabilities} p
 */
export function describeOutcomes(t, p) {
  const has = (/** @type {number[]} */ ...shares) => shares.some((share) => share >= SHOWN);
  const key = has(p.win_backgammon, p.lose_backgammon) ? 'tutor.chances'
    : has(p.win_gammon, p.lose_gammon) ? 'table.chances.two' : 'analyse.chances.single';
  return t(key, {
    win: formatPercent(p.win), gammon: formatPercent(p.win_gammon), backgammon: formatPercent(p.win_backgammon),
    lose: formatPercent(1 - p.win), loseGammon: formatPercent(p.lose_gammon), loseBackgammon: formatPercent(p.lose_backgammon),
  });
}

/**
 * @param {import('../common/types').Translate} t
 * @param {Probabilities} p from the point of view of the bar's owner
 * @param {string} [title]
 */
export function outcomeBar(t, p, title) {
  return h('figure', { class: 'chances' },
    title ? h('figcaption', {}, title) : null,
    h('div', { class: 'ends', 'aria-hidden': 'true' },
      h('span', {}, formatPercent(p.win)), h('span', {}, formatPercent(1 - p.win))),
    outcomeStrip(p, { 'aria-hidden': 'true' }),
    h('p', {}, describeOutcomes(t, p)));
}
