// @ts-check
// Table of the best play or cube action at every score of a match, and for money.

import { button, h } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { bestAction } from './cube-panel.js';
import { formatEquity, formatFixed, formatShare } from '../common/numbers.js';

/** @typedef {import('../common/answers').PlayScores} PlayScores */
/** @typedef {import('../common/answers').CubeScores} CubeScores */
/** @typedef {import('../common/answers').PlayAtScore} PlayAtScore */
/** @typedef {import('../common/answers').CubeAtScore} CubeAtScore */
/** @typedef {import('../common/answers').Score} Score */
/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {{points: number, crawford: boolean}} Needs */
/** @typedef {(Score & PlayAtScore) | (Score & CubeAtScore)} Cell */

/** Match lengths offered; each score costs as much as an analysis. */
export const LENGTHS = [3, 5, 7, 9];

/**
 * @param {Translate} t
 * @param {PlayScores | CubeScores} scores
 * @param {(score: Score) => void} choose
 */
export function scoresTable(t, scores, choose) {
  const columns = sides(scores, (cell) => cell.opponent_away);
  const rows = sides(scores, (cell) => cell.own_away);
  const money = scores.money;
  /** @type {string[]} */
  const letters = [];
  const cell = (/** @type {Cell | PlayAtScore | CubeAtScore} */ found) => {
    const letter = 'letter' in found ? found.letter : found.letters;
    if (!letters.includes(letter)) letters.push(letter);
    return letter;
  };
  for (const found of [money, ...scores.scores]) cell(found);
  const look = (/** @type {Cell | PlayAtScore | CubeAtScore} */ found) =>
    `letter c${Math.min(letters.indexOf(cell(found)), 7)}`;
  const head = (/** @type {Needs} */ { points, crawford }, /** @type {string} */ scope) =>
    h('th', { scope }, String(points), crawford && explained('crawford', t('analyse.crawford_mark')));
  const lines = rows.map((row) => h('tr', {}, head(row, 'row'), ...columns.map((column) => {
    const crawford = row.crawford || column.crawford;
    const found = scores.scores.find((at) => at.own_away === row.points
      && at.opponent_away === column.points && at.crawford === crawford);
    if (!found) return h('td', {});
    return h('td', {}, button(cell(found), () => choose(found), {
      class: look(found), title: describeScore(t, found), 'aria-label': `${cell(found)}: ${placed(t, found)}: ${describeScore(t, found)}`,
    }));
  })));
  const table = h('table', { class: 'scores' },
    h('caption', {}, t('analyse.scores.caption')),
    h('thead', {}, h('tr', {}, h('td', {}), ...columns.map((column) => head(column, 'col')))),
    h('tbody', {}, ...lines));
  return h('div', { class: 'wide' }, table,
    h('p', {}, `${t('analyse.money')}: `, h('span', { class: look(money) }, cell(money)), ` ${describeScore(t, money)}`),
    legend(t, scores, letters));
}

/**
 * Points that a side can still need: one in the Crawford game, one after it, two and so on.
 *
 * @param {PlayScores | CubeScores} scores
 * @param {(cell: Score) => number} needs
 * @returns {Needs[]}
 */
function sides(scores, needs) {
  const points = [...new Set(scores.scores.map(needs))].sort((a, b) => a - b);
  const before = scores.scores.some((cell) => cell.crawford && needs(cell) === 1);
  const crawford = before ? [{ points: 1, crawford: true }] : [];
  return [...crawford, ...points.map((number) => ({ points: number, crawford: false }))];
}

/**
 * @param {Translate} t
 * @param {Score} score
 */
function placed(t, { own_away, opponent_away, crawford }) {
  const words = t('analyse.scores.at', { own: own_away, opponent: opponent_away });
  return crawford ? `${words}, ${t('analyse.crawford')}` : words;
}

/**
 * Content of a cell in words.
 *
 * @param {Translate} t
 * @param {Cell | PlayAtScore | CubeAtScore} found
 */
function describeScore(t, found) {
  const what = 'play' in found
    ? `${found.play} ${formatEquity(found.equity)}` : bestAction(t, found.action);
  const margin = found.margin === null ? '' : t('analyse.scores.margin', { margin: formatFixed(found.margin, 3) });
  const chance = found.mwc === undefined ? '' : `${t('analyse.column.mwc')} ${formatShare(found.mwc, 2)}`;
  return [what, margin, chance].filter((part) => part !== '').join(', ');
}

/**
 * Legend of the letters.
 *
 * @param {Translate} t
 * @param {PlayScores | CubeScores} scores
 * @param {string[]} letters
 */
function legend(t, scores, letters) {
  /** @type {[string, string][]} */
  const meant = 'plays' in scores
    ? scores.plays.map((play) => [play.letter, play.play])
    : letters.map((letter) => {
      const found = [scores.money, ...scores.scores].find((cell) => cell.letters === letter);
      return [letter, bestAction(t, found?.action ?? '')];
    });
  return h('ul', { class: 'legend' }, ...meant.map(([letter, words]) =>
    h('li', {}, h('span', { class: `letter c${Math.min(Math.max(0, letters.indexOf(letter)), 7)}` }, letter),
      ` ${words}`)));
}
