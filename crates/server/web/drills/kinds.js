// @ts-check
// Kinds of drills, and how their errors are written.

import { formatFixed } from '../common/numbers.js';

/** @typedef {import('../common/types').Translate} Translate */

/**
 * An error with its unit.
 *
 * @param {Translate} t
 * @param {string} kind
 * @param {number} error
 */
export function errorText(t, kind, error) {
  if (kind === 'pips' || kind === 'epc') return t('drill.pips', { value: formatFixed(error, 1) });
  if (kind === 'take-point') return t('drill.percent', { value: formatFixed(error, 1) });
  return formatFixed(error, 3);
}

/**
 * An exact number with its unit.
 *
 * @param {Translate} t
 * @param {string} kind
 * @param {number} value
 */
export function valueText(t, kind, value) {
  if (kind === 'pips') return t('drill.pips', { value: formatFixed(value, 0) });
  return kind === 'epc' ? t('drill.pips', { value: formatFixed(value, 2) }) : errorText(t, kind, value);
}
