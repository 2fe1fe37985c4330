// @ts-check
// Cube decisions: the three possible outcomes, their equities, and the doubling window.

import { h } from '../common/dom.js';
import { outcomeBar } from './bars.js';
import { equityOf, headline } from './headline.js';
import { formatEquity, formatLoss, formatShare } from '../common/numbers.js';

/** @typedef {import('../common/answers').CubeAnswer} CubeAnswer */
/** @typedef {import('../common/answers').CubeChoice} CubeChoice */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * Best action for both players, translated. The server names it in English.
 *
 * @param {Translate} t
 * @param {string} action for example `No double, take`
 */
export function bestAction(t, action) {
  const key = `analyse.action.${action.toLowerCase().replace(/[^a-z]+/g, '_')}`;
  const words = t(key);
  return words === key ? action : words;
}

/**
 * Equities of doubling and of not doubling, with the best choice marked.
 *
 * @param {Translate} t
 * @param {CubeAnswer | CubeChoice} cube
 */
export function equityTable(t, cube) {
  const chance = Array.isArray(cube.mwc)
    ? { no_double: cube.mwc[0], double_take: cube.mwc[1], double_pass: cube.mwc[2] } : cube.mwc;
  // The opponent chooses the answer that is worse for the doubler.
  const double = Math.min(cube.double_take, cube.double_pass);
  const best = Math.max(cube.no_double, double);
  const names = /** @type {const} */ (['no_double', 'double_take', 'double_pass']);
  const rows = names.map((name) => {
    const value = cube[name];
    const isBest = name === 'no_double' ? cube.no_double >= double : value === double && double === best;
    return h('tr', { class: isBest ? 'chosen' : '' },
      h('th', { scope: 'row' }, t(`analyse.cube.${name}`)),
      h('td', { class: 'number' }, formatEquity(value)),
      h('td', { class: 'number' }, isBest ? '' : formatLoss(best - value)),
      chance && h('td', { class: 'number' }, formatShare(chance[name], 2)));
  });
  const heads = ['choice', 'equity', 'difference', ...(chance ? ['mwc'] : [])];
  return h('div', { class: 'wide' }, h('table', { class: 'cube-choices' },
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`analyse.column.${head}`))))),
    h('tbody', {}, ...rows)));
}

/**
 * A cube decision with all its details.
 *
 * @param {Translate} t
 * @param {CubeAnswer} answer
 */
export function cubePanel(t, answer) {
  const { windows } = answer;
  const windowed = t('analyse.windows', {
    take: formatShare(windows.take_point), double: formatShare(windows.double_point),
    cash: formatShare(windows.cash_point),
  });
  const tooGood = windows.too_good_point === null
    ? '' : t('analyse.too_good_from', { share: formatShare(windows.too_good_point) });
  return h('div', { class: 'cube-panel' },
    headline(bestAction(t, answer.action), ...equityOf(t, answer.may_double
      ? Math.max(answer.no_double, Math.min(answer.double_take, answer.double_pass)) : answer.no_double)),
    answer.may_double ? equityTable(t, answer) : !answer.reply && h('p', {}, t('analyse.no_cube')),
    outcomeBar(t, answer.probabilities),
    h('details', { class: 'options' }, h('summary', {}, t('analyse.windows.title')),
      h('p', { class: 'note' }, t('analyse.cubeless', { equity: formatEquity(answer.cubeless_equity) }), ' ',
        answer.may_double && `${windowed} ${tooGood}`)));
}
