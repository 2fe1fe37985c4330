// @ts-check
// Evaluated decisions in words and tables.

import { h } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { formatNumber, formatPercent, formatSigned } from '../common/i18n.js';
import { outcomeBar } from './bars.js';
import { simpleTable } from './explain.js';

/** @typedef {import('../common/types').Decision} Decision */
/** @typedef {import('../common/types').Translate} Translate */

/** Error thresholds in points (EMG). */
export const ERROR = 0.02;
export const BLUNDER = 0.08;
/** Number of plays to list. */
const LISTED = 4;

/** @param {Decision} decision */
export function gradeOf({ loss = 0 }) {
  return loss >= BLUNDER ? 'blunder' : loss >= ERROR ? 'error' : 'good';
}

/**
 * An action in words.
 *
 * @param {Translate} t
 * @param {Decision} decision
 * @param {string} what
 */
export function actionText(t, decision, what) {
  return decision.kind === 'play' || decision.kind === 'roll' ? what : t(`tutor.did.${what}`);
}

/**
 * Describes how much a decision loses, without the better choice: “24/20 loses 0.050 points: an
 * error.”
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function lossText(t, decision) {
  const { loss = 0, loss_mwc } = decision;
  const sentences = [t(`tutor.loses.${gradeOf(decision)}`, {
    played: actionText(t, decision, decision.played),
    loss: formatNumber(loss, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  })];
  if (loss_mwc) sentences.push(t('tutor.mwc', { loss: formatPercent(loss_mwc) }));
  return sentences.join(' ');
}

/**
 * Describes a mistake: “24/20 loses 0.050 points: an error. Best: 8/5 6/5.”
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function warningText(t, decision) {
  const { best = '', error } = decision;
  const sentences = [lossText(t, decision)];
  if (error) sentences.push(t(`tutor.error.${error}`));
  sentences.push(t('tutor.best', { best: actionText(t, decision, best) }));
  return sentences.join(' ');
}

/**
 * Table of the best plays, and of the one that was made.
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function bestPlaysTable(t, decision) {
  const all = decision.candidates ?? [];
  const top = all[0];
  const rows = all
    .filter(({ play }, place) => place < LISTED || play === decision.played)
    .map(({ play, equity, ply }) => [
      play === decision.played ? t('tutor.yours', { play }) : play,
      formatSigned(equity), play === top.play ? '' : formatSigned(equity - top.equity), String(ply),
    ]);
  const made = all.find(({ play }) => play === decision.played);
  return h('div', {},
    simpleTable(t('tutor.plays'), [t('tutor.play'), t('tutor.equity'), t('tutor.difference'), explained('ply', t('tutor.ply'))], rows),
    top && outcomeBar(t, top.probabilities, t('tutor.after', { play: top.play })),
    made && made !== top && outcomeBar(t, made.probabilities, t('tutor.after', { play: made.play })));
}

/**
 * Table of the cube actions and their equities.
 *
 * @param {Translate} t
 * @param {Decision} decision
 */
export function cubeActionsTable(t, decision) {
  const of = decision.cube;
  if (!of) return h('div', {});
  const options = /** @type {[string, number, number | undefined][]} */ ([
    ['no-double', of.no_double, of.mwc?.[0]],
    ['double-take', of.double_take, of.mwc?.[1]],
    ['double-pass', of.double_pass, of.mwc?.[2]],
  ]);
  if (of.may_beaver) options.push(['double-beaver', 2 * of.double_take, undefined]);
  const heads = [t('tutor.option'), t('tutor.equity'), ...(of.mwc ? [t('tutor.chance')] : [])];
  const rows = options.map(([name, equity, mwc]) =>
    [t(`tutor.option.${name}`), formatSigned(equity), ...(of.mwc ? [mwc === undefined ? '' : formatPercent(mwc)] : [])]);
  const whose = decision.kind === 'double' ? 'tutor.before' : 'tutor.before.theirs';
  return h('div', {},
    simpleTable(t(decision.kind === 'double' ? 'tutor.cube' : 'tutor.cube.theirs'), heads, rows),
    outcomeBar(t, of.probabilities, t(whose)));
}
