// @ts-check
// Formatting of numbers in results.

import { number, percent, signed } from './i18n.js';

/** Placeholder for a missing number. */
export const NONE = '–';

/** Decimal places of an equity; further digits are noise. */
const DIGITS = 3;

/**
 * Formats an equity with its sign.
 *
 * @param {number | null | undefined} value
 */
export function equity(value) {
  return value === null || value === undefined ? NONE : signed(value, DIGITS);
}

/**
 * Formats a loss as a negative number; losses below the shown precision are 0 without a sign.
 *
 * @param {number | null | undefined} loss
 */
export function lost(loss) {
  if (loss === null || loss === undefined) return NONE;
  return Math.abs(loss) < 0.5 * 10 ** -DIGITS ? fixed(0, DIGITS) : signed(-loss, DIGITS);
}

/**
 * Formats a share in percent.
 *
 * @param {number | null | undefined} share 0 to 1
 * @param {number} [digits]
 */
export function share(share, digits = 1) {
  return share === null || share === undefined ? NONE : percent(share, digits);
}

/**
 * Formats a difference of shares with its sign.
 *
 * @param {number | null | undefined} share
 */
export function signedShare(share) {
  if (share === null || share === undefined) return NONE;
  return number(share, {
    style: 'percent', signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2,
  });
}

/**
 * A value with its standard error.
 *
 * @param {string} value
 * @param {number} error
 */
export function within(value, error) {
  return `${value} ± ${fixed(error, DIGITS)}`;
}

/**
 * Formats a number with a fixed number of decimal places.
 *
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function fixed(value, digits) {
  if (value === null || value === undefined) return NONE;
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
