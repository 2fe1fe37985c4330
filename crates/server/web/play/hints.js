// @ts-check
// Hints in steps: where to look, a short list, and the answer with its numbers.

import { h } from '../common/dom.js';
import { joinList, formatPercent } from '../common/i18n.js';
import { findPlay } from '../board/notation.js';
import { BAR, OFF } from '../board/geometry.js';
import { cubeActionsTable, actionText, bestPlaysTable } from '../analyse/decision-view.js';

/** @typedef {import('../common/types').Decision} Decision */
/** @typedef {import('../common/types').PlayTree} PlayTree */
/** @typedef {import('../common/types').Translate} Translate */

/** Number of hint steps. */
export const STEPS = 3;
/** Number of plays to list, including the best one. */
const NAMED = 4;

/**
 * A hint step for a play.
 *
 * @param {Translate} t
 * @param {Decision} decision
 * @param {PlayTree} tree
 * @param {number} step
 */
export function playHint(t, decision, tree, step) {
  const all = decision.candidates ?? [];
  if (all.length === 0) return [h('p', {}, t('hint.one-play'))];
  if (step === 1) return [h('p', {}, t('hint.look', { where: where(t, all[0].play, tree) }))];
  if (step === 2) {
    const names = all.slice(0, NAMED).map(({ play }) => play).sort();
    return [h('p', {}, t('hint.among')), h('ul', {}, ...names.map((name) => h('li', {}, name)))];
  }
  return [h('p', {}, t('tutor.best', { best: all[0].play })), bestPlaysTable(t, decision)];
}

/**
 * Areas that the best play moves from, and its effects.
 *
 * @param {Translate} t
 * @param {string} play
 * @param {PlayTree} tree
 */
function where(t, play, tree) {
  const node = findPlay(tree, play);
  const before = tree.nodes[0].board;
  const after = typeof node === 'number' ? tree.nodes[node].board : before;
  const leaves = (/** @type {number} */ point) => after.own[point] < before.own[point];
  const areas = [];
  if (leaves(BAR)) areas.push(t('hint.bar'));
  for (const high of [24, 18, 12, 6]) {
    if ([0, 1, 2, 3, 4, 5].some((less) => leaves(high - less))) {
      areas.push(t('hint.quarter', { high, low: high - 5 }));
    }
  }
  const does = [];
  if (after.other[BAR] > before.other[BAR]) does.push(t('hint.hits'));
  if (after.own.some((count, point) => point > 0 && point < BAR && count >= 2 && before.own[point] < 2)) {
    does.push(t('hint.makes'));
  }
  if (after.own[OFF] > before.own[OFF]) does.push(t('hint.bears'));
  return [joinList(areas), ...does].join('; ');
}

/**
 * A hint step for a cube decision.
 *
 * @param {Translate} t
 * @param {Decision} decision
 * @param {number} step
 * @param {() => Promise<any>} ask requests `cube` for the position
 */
export async function cubeHint(t, decision, step, ask) {
  const of = decision.cube;
  if (of && step === 1) {
    const p = of.probabilities;
    const mine = decision.kind === 'double';
    return [h('p', {}, t('hint.chances', {
      win: formatPercent(mine ? p.win : 1 - p.win),
      gammon: formatPercent(mine ? p.win_gammon : p.lose_gammon),
      lost: formatPercent(mine ? p.lose_gammon : p.win_gammon),
    }))];
  }
  if (of && step === 2) {
    const { windows } = await ask();
    const key = decision.kind === 'double' ? 'hint.double' : 'hint.take';
    return [h('p', {}, t(key, {
      double: formatPercent(windows.double_point), cash: formatPercent(windows.cash_point),
      take: formatPercent(1 - windows.cash_point),
    }))];
  }
  return [h('p', {}, t('tutor.best', { best: actionText(t, decision, decision.best ?? '') })), cubeActionsTable(t, decision)];
}
