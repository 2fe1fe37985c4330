// @ts-check
// Explanation of why one play is better than another: outcomes, hits, board features, and the
// opponent's rolls.

import { h } from '../common/dom.js';
import { formatNumber, formatPercent, formatSigned } from '../common/i18n.js';

/** @typedef {import('../common/types').Explanation} Explanation */
/** @typedef {import('../common/types').Counted} Counted */
/** @typedef {import('../common/types').Translate} Translate */

/** Minimum share of the difference to report, in points. */
const TOLD = 0.005;
/** Differences below this count as equal hits, in pips. */
const EQUAL_PIPS = 0.05;
/** Differences below this count as equal on a roll, in points. */
const EQUAL = 0.0005;

/**
 * The complete explanation.
 *
 * @param {Translate} t
 * @param {Explanation} of
 */
export function explainPlays(t, of) {
  /** @type {HTMLElement[]} */
  const parts = [h('h3', {}, t('explain.title', { better: of.better.play, other: of.other.play }))];
  parts.push(h('p', {}, t(of.close ? 'explain.close' : 'explain.better', {
    better: of.better.play, other: of.other.play, by: formatNumber(of.difference, { minimumFractionDigits: 3 }),
    ply: of.ply,
  })));
  if (!of.depths_agree) parts.push(h('p', {}, t('explain.disagree')));
  parts.push(differences(t, of));
  if (of.rolls) parts.push(rollGrid(t, of.rolls.rolls), rollWords(t, of.rolls));
  return h('section', { class: 'explanation' }, ...parts);
}

/**
 * Differences between the two plays, one per line.
 *
 * @param {Translate} t
 * @param {Explanation} of
 */
function differences(t, of) {
  const rows = of.outcomes.parts
    .filter(({ points }) => Math.abs(points) >= TOLD)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .map(({ kind, probability, points }) =>
      [t(`explain.${kind}`), formatSigned(100 * probability, 1), formatSigned(points)]);
  if (Math.abs(of.outcomes.cube) >= TOLD) rows.push([t('explain.cube'), '', formatSigned(of.outcomes.cube)]);
  const outcomes = simpleTable(
    t('explain.outcomes', { better: of.better.play }), [t('explain.what'), t('explain.percent'), t('explain.points')], rows);

  const facts = of.board.map(({ kind, better, other }) =>
    [t(`explain.${kind}`), counted(better), counted(other)]);
  const [hits, others] = [of.better.hits, of.other.hits];
  if (hits && others && hits.rolls !== others.rolls) {
    const rolls = (/** @type {number} */ n) => t('explain.of36', { n });
    facts.unshift([t('explain.hits'), rolls(hits.rolls), rolls(others.rolls)]);
  }
  if (hits && others && Math.abs(hits.pips - others.pips) >= EQUAL_PIPS) {
    const pips = (/** @type {number} */ value) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    facts.push([t('explain.hit_pips'), pips(hits.pips), pips(others.pips)]);
  }
  const board = simpleTable(t('explain.board'), [t('explain.what'), of.better.play, of.other.play], facts);
  return h('div', {}, rows.length > 0 && outcomes, facts.length > 0 && board);
}

/**
 * The rolls of the opponent that make the difference.
 *
 * @param {Translate} t
 * @param {NonNullable<Explanation['rolls']>} of
 */
function rollWords(t, { die, other_better: n, rest }) {
  const sentences = [t('explain.other_better', { n })];
  if (die) sentences.unshift(t('explain.die', { die: die.die, share: formatPercent(die.share, 0) }));
  if (Math.abs(rest) >= TOLD) sentences.push(t('explain.before_roll', { points: formatSigned(rest) }));
  return h('p', {}, sentences.join(' '));
}

/** @param {Counted} counted */
function counted({ count, points = [] }) {
  return points.length > 0 ? points.join(', ') : formatNumber(count);
}

/**
 * @param {string} caption
 * @param {(string | Node)[]} heads
 * @param {string[][]} rows
 */
export function simpleTable(caption, heads, rows) {
  return h('table', { class: 'facts' },
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...rows.map(([first, ...rest]) =>
      h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((cell) => h('td', {}, cell))))));
}

/**
 * Advantage of the better play for each roll of the opponent: 36 cells, one die per row and one per
 * column. Signs are printed, so the shading is redundant.
 *
 * @param {Translate} t
 * @param {{dice: string, difference: number}[]} rolls
 */
function rollGrid(t, rolls) {
  const found = new Map(rolls.map(({ dice, difference }) => [[...dice].sort().join(''), difference]));
  const most = Math.max(EQUAL, ...rolls.map(({ difference }) => Math.abs(difference)));
  const numbers = [1, 2, 3, 4, 5, 6];
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const difference = found.get([row, column].sort().join('')) ?? 0;
    const equal = Math.abs(difference) < EQUAL;
    const shade = equal ? 0 : Math.min(3, Math.ceil(3 * Math.abs(difference) / most));
    const look = `${difference > 0 ? 'more' : 'less'}-${shade}`;
    return h('td', { class: look }, equal ? '·' : formatSigned(difference, 2));
  };
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('explain.rolls') },
    h('table', { class: 'rolls' },
      h('caption', {}, t('explain.rolls')),
      h('thead', {}, h('tr', {}, h('td', {}), ...numbers.map((die) => h('th', { scope: 'col' }, String(die))))),
      h('tbody', {}, ...numbers.map((row) =>
        h('tr', {}, h('th', { scope: 'row' }, String(row)), ...numbers.map((column) => cell(row, column)))))));
}

