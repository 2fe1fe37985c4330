// @ts-check
// Decisions of a match: enumeration, names and filters.

import { h, select } from '../common/dom.js';
import { MARKS, severityOf } from '../analyse/severity.js';
import { shortName } from '../common/names.js';
import { NONE } from '../common/numbers.js';

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {{error: number, blunder: number}} Thresholds */
/** @typedef {{game: number, place: number, decision: Decision}} Moment a decision by its place in the match, counted from 0 */

/** Default filter: all decisions. */
export const ALL = { seat: 'both', kind: 'all', size: 'error', order: 'played' };
/** @typedef {typeof ALL} Filter */

/**
 * All decisions, in order. Rolls without a play are not decisions.
 *
 * @param {JudgedMatch} match
 * @returns {Moment[]}
 */
export function listMoments(match) {
  return match.games.flatMap((analyzed, game) => analyzed.decisions.flatMap((decision, place) =>
    decision.kind === 'roll' ? [] : [{ game, place, decision }]));
}

/** @param {Decision} decision */
export function isCube(decision) {
  return decision.kind !== 'play' && decision.kind !== 'roll';
}

/**
 * Player on roll in the position of a decision. Responses to a double are shown from the doubler's
 * point of view.
 *
 * @param {Decision} decision
 */
export function playerOnRoll(decision) {
  const answers = decision.kind === 'answer' || decision.kind === 'answer-raccoon';
  return answers ? 3 - decision.seat : decision.seat;
}

/**
 * @param {Moment[]} all
 * @param {Filter} filter
 * @param {Thresholds} thresholds
 */
export function filterMoments(all, filter, { error, blunder }) {
  const least = { all: -1, loss: Number.MIN_VALUE, error, blunder }[filter.size] ?? -1;
  const found = all.filter(({ decision }) =>
    (filter.seat === 'both' || String(decision.seat) === filter.seat)
    && (filter.kind === 'all' || (filter.kind === 'cube') === isCube(decision))
    && (least < 0 || (decision.loss ?? 0) >= least));
  if (filter.order === 'loss') found.sort((a, b) => (b.decision.loss ?? 0) - (a.decision.loss ?? 0));
  return found;
}

/**
 * An action in words: plays as notation, cube actions translated.
 *
 * @param {Translate} t
 * @param {string} what
 */
export function actionName(t, what) {
  // Positions that nobody played have no action.
  if (what === '') return NONE;
  return what.includes('/') ? what : t(`analyse.did.${what}`);
}

/**
 * The roll of a decision, such as 5-1, or *Cube*.
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function rollName(t, { dice }) {
  return dice === undefined ? t('matches.cube') : [...dice].join('-');
}

/**
 * Symbol for the size of a loss.
 *
 * @param {Decision} decision
 * @param {Thresholds} thresholds
 */
export function severityMark(decision, thresholds) {
  return MARKS[severityOf(decision.loss ?? 0, thresholds)];
}

/**
 * Form fields of the decision filter.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @param {Filter} filter modified by the fields
 * @param {() => void} changed
 */
export function filterFields(t, match, filter, changed) {
  const names = match.players.map((player, seat) =>
    /** @type {[string, string]} */ ([String(seat + 1), shortName(player.name)]));
  const choose = (/** @type {keyof Filter} */ name, /** @type {[string, string][]} */ choices) =>
    select(t(`matches.filter.${name}`), choices, filter[name], (value) => {
      filter[name] = value;
      changed();
    }, { 'data-name': name });
  const worded = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    values.map((value) => /** @type {[string, string]} */ ([value, t(`matches.filter.${name}.${value}`)]));
  return h('div', { class: 'fields' },
    choose('size', worded('size', ['all', 'loss', 'error', 'blunder'])),
    choose('seat', [['both', t('matches.filter.seat.both')], ...names]),
    choose('kind', worded('kind', ['all', 'play', 'cube'])),
    choose('order', worded('order', ['played', 'loss'])));
}
