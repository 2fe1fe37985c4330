// @ts-check
// Formatting of numbers in results.

import { formatNumber, formatPercent, formatSigned } from './i18n.js';

/** Placeholder for a missing number. */
export const NONE = '–';

/** Decimal places of an equity; further digits are noise. */
const DIGITS = 3;

/**
 * Formats an equity with its sign.
 *
 * @param {number | null | undefined} value
 */
export function formatEquity(value) {
  return value === null || value === undefined ? NONE : formatSigned(value, DIGITS);
}

/**
 * Formats a loss as a negative number; losses below the shown precision are 0 without a sign.
 *
 * @param {number | null | undefined} loss
 */
export function formatLoss(loss) {
  if (loss === null || loss === undefined) return NONE;
  return Math.abs(loss) < 0.5 * 10 ** -DIGITS ? formatFixed(0, DIGITS) : formatSigned(-loss, DIGITS);
}

/**
 * Formats a share in percent.
 *
 * @param {number | null | undefined} share 0 to 1
 * @param {number} [digits]
 */
export function formatShare(share, digits = 1) {
  return share === null || share === undefined ? NONE : formatPercent(share, digits);
}

/**
 * Formats a difference of shares with its sign.
 *
 * @param {number | null | undefined} share
 */
export function formatShareDifference(share) {
  if (share === null || share === undefined) return NONE;
  return formatNumber(share, {
    style: 'percent', signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2,
  });
}

/**
 * A value with its standard error.
 *
 * @param {string} value
 * @param {number} error
 */
export function formatWithError(value, error) {
  return `${value} ± ${formatFixed(error, DIGITS)}`;
}

/**
 * Formats a number with a fixed number of decimal places.
 *
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function formatFixed(value, digits) {
  if (value === null || value === undefined) return NONE;
  return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
