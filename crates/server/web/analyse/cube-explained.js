// @ts-check
// Further explanations: other depths, other stakes, and cube decisions.

import { h } from '../common/dom.js';
import { formatEquity, formatFixed, formatShare } from '../common/numbers.js';

/** @typedef {import('../common/answers').CubeExplanation} CubeExplanation */
/** @typedef {import('../common/answers').CubeReasons} CubeReasons */
/** @typedef {import('../common/types').Translate} Translate */

/** Maximum number of rolls that are named. */
const NAMED = 5;

/**
 * Difference between two plays at other stakes and depths.
 *
 * @param {Translate} t
 * @param {{contexts?: CubeExplanation['contexts'], depths?: {ply: number, difference: number}[],
 *   depths_agree: boolean}} explanation
 */
export function explainElsewhere(t, explanation) {
  const contexts = (explanation.contexts ?? []).map(({ context, difference }) =>
    `${t(`analyse.context.${context}`)} ${formatEquity(difference)}`);
  const depths = (explanation.depths ?? []).map(({ ply, difference }) =>
    `${t('analyse.ply', { ply })} ${formatEquity(difference)}`);
  return h('div', {},
    contexts.length > 0 && h('p', {}, `${t('analyse.explain.contexts')} ${contexts.join('; ')}`),
    depths.length > 1 && h('p', {}, `${t('analyse.explain.depths')} ${depths.join('; ')}`,
      !explanation.depths_agree && ` ${t('explain.disagree')}`));
}

/**
 * Explanation of a cube decision.
 *
 * @param {Translate} t
 * @param {CubeExplanation} explanation
 */
export function explainCube(t, explanation) {
  const wrong = explanation.wrong_answers;
  const rolls = explanation.market_rolls ?? [];
  const [double, take] = [explanation.double, explanation.take];
  return h('div', { class: 'explained' },
    h('p', {}, t(double >= 0 ? 'analyse.explain.doubles' : 'analyse.explain.rolls_on', {
      difference: formatFixed(Math.abs(double), 3), ply: explanation.ply,
    })),
    h('p', {}, t(take >= 0 ? 'analyse.explain.takes' : 'analyse.explain.passes', {
      difference: formatFixed(Math.abs(take), 3),
    })),
    explanation.market_losers > 0 && h('p', {}, t('analyse.explain.market', {
      n: explanation.market_losers, share: formatShare(explanation.market_losers / 1296),
    })),
    rolls.length > 0 && h('p', {}, t('analyse.explain.market_rolls', {
      rolls: rolls.slice(0, NAMED).map(({ dice, replies }) => `${dice} (${replies})`).join(', '),
    })),
    wrong && h('p', {}, t('analyse.explain.wrong', {
      answer: t(`analyse.did.${wrong.answer}`), share: formatShare(wrong.share, 0),
    })),
    ...(explanation.reasons ? reasonParts(t, explanation.reasons) : []),
    explanation.depths.length > 1 && h('p', {}, `${t('analyse.explain.depths')} `,
      explanation.depths.map((at) => `${t('analyse.ply', { ply: at.ply })} ${formatEquity(at.double)}`).join('; ')));
}

/**
 * Winning chances beside the points where the action changes, and gammons.
 *
 * @param {Translate} t
 * @param {CubeReasons} reasons
 */
function reasonParts(t, { win, double_point: double, take_point: take, gammons, gammon_values: now, doubled_gammon_values: doubled }) {
  const value = (/** @type {number} */ number) => formatFixed(number, 2);
  const counted = [now, doubled].some(({ own, opponent }) => own > 0 || opponent > 0);
  return [
    double !== null && h('p', {}, t('analyse.explain.chances', { win: formatShare(win), double: formatShare(double) })),
    take && h('p', {}, t('analyse.explain.take_point', {
      win: formatShare(1 - win), practical: formatShare(take.practical), dead: formatShare(take.dead), live: formatShare(take.live),
    })),
    counted && gammons.own + gammons.opponent > 0 && h('p', {},
      t('analyse.explain.gammons', { own: formatShare(gammons.own), opponent: formatShare(gammons.opponent) }), ' ',
      t('analyse.explain.gammon_values', {
        own: value(now.own), opponent: value(now.opponent),
        own_doubled: value(doubled.own), opponent_doubled: value(doubled.opponent),
      })),
  ];
}
