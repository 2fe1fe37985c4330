// @ts-check
// Head of a report: result, performance, luck and errors of both players.

import { h } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { nameHeading, shortName } from '../common/names.js';
import { formatEquity, formatFixed } from '../common/numbers.js';
import { errorsText, ratingName } from './report.js';
import { matchResult } from './result.js';

/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/answers').Statistics} Statistics */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * Sentence about a match whose file ends early; empty if it is complete.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 */
export function missingEnd(t, match) {
  const last = match.games.length;
  const game = match.games[last - 1];
  if (!game) return '';
  if (game.winner === undefined) return t('matches.head.cut', { game: last });
  if (match.length > 0 && matchResult(match).winner === null) return t('matches.head.unfinished', { game: last });
  return '';
}

/**
 * Result in a sentence.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 */
function resultText(t, match) {
  const { score, winner } = matchResult(match);
  const [one, two] = score;
  if (winner === null) return t('matches.head.score', { one, two });
  const name = shortName(match.players[winner - 1].name);
  const [more, less] = winner === 1 ? [one, two] : [two, one];
  return match.length > 0
    ? t('matches.head.won', { name, more, less }) : t('matches.head.ahead', { name, n: more - less });
}

/**
 * The main figures, one column for each player, beside the source of the match.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @param {HTMLElement} about
 */
export function headFigures(t, match, about) {
  const { score, winner } = matchResult(match);
  const row = (/** @type {string} */ name, /** @type {(of: Statistics, seat: number) => (string | HTMLElement)[]} */ show) =>
    h('tr', { class: `of-${name}` }, h('th', { scope: 'row' }, name === 'pr' || name === 'luck'
      ? explained(name, t(`matches.head.${name}`)) : t(`matches.head.${name}`)),
      ...match.players.map((player, seat) => h('td', {}, ...show(player, seat))));
  return h('section', { class: 'panel match-head', 'aria-label': t('matches.head') },
    h('div', {}, h('p', { class: 'match-result' }, resultText(t, match)), h('table', {},
      h('thead', {}, h('tr', {}, h('td', {}), ...match.players.map((player, seat) =>
        h('th', { scope: 'col', class: winner === seat + 1 ? 'winner' : '' }, nameHeading(player.name))))),
      h('tbody', {},
        row('points', (_, seat) => [String(score[seat])]),
        row('pr', (of) => [formatFixed(of.pr, 2),
          ...(of.level === undefined ? [] : [' ', h('span', { class: 'level' }, ratingName(t, of.level))])]),
        row('luck', (of) => [formatEquity(of.luck)]),
        row('errors', (of) => [errorsText(t, of)])))),
    about);
}
