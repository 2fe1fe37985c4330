// @ts-check
// Further explanations: other depths, other stakes, and cube decisions.

import { h } from '../common/dom.js';
import { equity, fixed, share } from '../common/numbers.js';

/** @typedef {import('../common/answers').CubeExplanation} CubeExplanation */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * Difference between two plays at other stakes and depths.
 *
 * @param {Translate} t
 * @param {{contexts?: CubeExplanation['contexts'], depths?: {ply: number, difference: number}[],
 *   depths_agree: boolean}} told
 */
export function elsewhere(t, told) {
  const contexts = (told.contexts ?? []).map(({ context, difference }) =>
    `${t(`analyse.context.${context}`)} ${equity(difference)}`);
  const depths = (told.depths ?? []).map(({ ply, difference }) =>
    `${t('analyse.ply', { ply })} ${equity(difference)}`);
  return h('div', {},
    contexts.length > 0 && h('p', {}, `${t('analyse.explain.contexts')} ${contexts.join('; ')}`),
    depths.length > 1 && h('p', {}, `${t('analyse.explain.depths')} ${depths.join('; ')}`,
      !told.depths_agree && ` ${t('explain.disagree')}`));
}

/**
 * Explanation of a cube decision.
 *
 * @param {Translate} t
 * @param {CubeExplanation} told
 */
export function explainedCube(t, told) {
  const wrong = told.wrong_answers;
  const [double, take] = [told.double, told.take];
  return h('div', { class: 'explained' },
    h('p', {}, t(double >= 0 ? 'analyse.explain.doubles' : 'analyse.explain.rolls_on', {
      difference: fixed(Math.abs(double), 3), ply: told.ply,
    })),
    h('p', {}, t(take >= 0 ? 'analyse.explain.takes' : 'analyse.explain.passes', {
      difference: fixed(Math.abs(take), 3),
    })),
    told.market_losers > 0 && h('p', {}, t('analyse.explain.market', {
      n: told.market_losers, share: share(told.market_losers / 1296),
    })),
    wrong && h('p', {}, t('analyse.explain.wrong', {
      answer: t(`analyse.did.${wrong.answer}`), share: share(wrong.share, 0),
    })),
    told.depths.length > 1 && h('p', {}, `${t('analyse.explain.depths')} `,
      told.depths.map((at) => `${t('analyse.ply', { ply: at.ply })} ${equity(at.double)}`).join('; ')));
}
