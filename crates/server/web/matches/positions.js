// @ts-check
// Files of positions that nobody has played: each has an answer, but there are no results and ratings.

import * as cube from '../analyse/cube-panel.js';
import { formatEquity } from '../common/numbers.js';
import { actionName } from './decisions.js';

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * True if the file has positions instead of a match.
 *
 * @param {JudgedMatch} match
 */
export function arePositions({ games }) {
  return games.some(({ decisions }) => decisions.length > 0) && games.every(({ winner, resignations, decisions }) =>
    winner === undefined && !resignations?.length && decisions.every(({ played }) => played === ''));
}

/**
 * Both players, or the number of positions if they have no names.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 */
export function matchTitle(t, match) {
  const [one, two] = match.players;
  return one.name === '' && two.name === '' && arePositions(match)
    ? t('matches.positions', { n: match.games.length }) : `${one.name} – ${two.name}`;
}

/**
 * The best play, or the best cube action of both sides.
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function answerText(t, decision) {
  return decision.cube ? cube.bestAction(t, decision.cube.action) : actionName(t, decision.best ?? '');
}

/**
 * Verdict in the file on a position, with its equity and depth; empty if it has none.
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function fileVerdict(t, { cube: equities, file_verdict: verdict }) {
  if (!verdict) return '';
  const best = equities ? cube.bestAction(t, verdict.best) : verdict.best;
  return [best, verdict.equity === undefined ? '' : formatEquity(verdict.equity), verdict.level && `(${verdict.level})`]
    .filter((part) => part).join(' ');
}
