// @ts-check
// Further explanations: other depths, other stakes, and cube decisions.

import { h } from '../common/dom.js';
import { formatEquity, formatFixed, formatShare } from '../common/numbers.js';

/** @typedef {import('../common/answers').CubeExplanation} CubeExplanation */
/** @typedef {import('../common/types').Translate} Translate */

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
    wrong && h('p', {}, t('analyse.explain.wrong', {
      answer: t(`analyse.did.${wrong.answer}`), share: formatShare(wrong.share, 0),
    })),
    explanation.depths.length > 1 && h('p', {}, `${t('analyse.explain.depths')} `,
      explanation.depths.map((at) => `${t('analyse.ply', { ply: at.ply })} ${formatEquity(at.double)}`).join('; ')));
}
