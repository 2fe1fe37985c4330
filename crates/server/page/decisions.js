// @ts-check
// The decisions of a match: where each stands, what it is called, which of them are looked at.

import { h, select } from './dom.js';
import { kind } from './grades.js';
import { brief } from './names.js';

/** @typedef {import('./answers').Decision} Decision */
/** @typedef {import('./answers').JudgedMatch} JudgedMatch */
/** @typedef {import('./types').Translate} Translate */
/** @typedef {{error: number, blunder: number}} Thresholds */
/** @typedef {{game: number, place: number, decision: Decision}} Moment where it stands, from 0 */

/** Which decisions are shown. */
export const ALL = { seat: 'both', kind: 'all', size: 'error', order: 'played' };
/** @typedef {typeof ALL} Filter */

/** Marks beside what was played, for those to whom colours say nothing. */
const MARKS = { best: '', good: '', error: '?', blunder: '??' };

/**
 * All decisions, in order. Rolls that were not played decide nothing.
 *
 * @param {JudgedMatch} match
 * @returns {Moment[]}
 */
export function moments(match) {
  return match.games.flatMap((judged, game) => judged.decisions.flatMap((decision, place) =>
    decision.kind === 'roll' ? [] : [{ game, place, decision }]));
}

/** @param {Decision} decision */
export function isCube(decision) {
  return decision.kind !== 'play' && decision.kind !== 'roll';
}

/**
 * Who is on roll in the position of a decision: an answer is shown as who doubled saw it.
 *
 * @param {Decision} decision
 */
export function owner(decision) {
  const answers = decision.kind === 'answer' || decision.kind === 'answer-raccoon';
  return answers ? 3 - decision.seat : decision.seat;
}

/**
 * @param {Moment[]} all
 * @param {Filter} filter
 * @param {Thresholds} thresholds
 */
export function filtered(all, filter, { error, blunder }) {
  const least = { all: -1, loss: Number.MIN_VALUE, error, blunder }[filter.size] ?? -1;
  const found = all.filter(({ decision }) =>
    (filter.seat === 'both' || String(decision.seat) === filter.seat)
    && (filter.kind === 'all' || (filter.kind === 'cube') === isCube(decision))
    && (least < 0 || (decision.loss ?? 0) >= least));
  if (filter.order === 'loss') found.sort((a, b) => (b.decision.loss ?? 0) - (a.decision.loss ?? 0));
  return found;
}

/**
 * What somebody did, in words: a play as it is written, what is done with the cube in the language.
 *
 * @param {Translate} t
 * @param {string} what
 */
export function did(t, what) {
  return what.includes('/') ? what : t(`analyse.did.${what}`);
}

/**
 * How bad it was, with its mark.
 *
 * @param {Decision} decision
 * @param {Thresholds} thresholds
 */
export function mark(decision, thresholds) {
  return MARKS[kind(decision.loss ?? 0, thresholds)];
}

/**
 * What is chosen of the decisions.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @param {Filter} filter changed by it
 * @param {() => void} changed
 */
export function fields(t, match, filter, changed) {
  const names = match.players.map((player, seat) =>
    /** @type {[string, string]} */ ([String(seat + 1), brief(player.name)]));
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
