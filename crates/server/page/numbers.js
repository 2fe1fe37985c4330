// @ts-check
// Numbers of verdicts as people read them.

import { number, percent, signed } from './i18n.js';

/** What stands where there is no number. */
export const NONE = '–';

/** Digits of an equity behind the point: more than three differ by chance. */
const DIGITS = 3;

/**
 * An equity, with its sign.
 *
 * @param {number | null | undefined} value
 */
export function equity(value) {
  return value === null || value === undefined ? NONE : signed(value, DIGITS);
}

/**
 * What is lost, as less than nothing; what loses less than is shown is plain 0.
 *
 * @param {number | null | undefined} loss
 */
export function lost(loss) {
  if (loss === null || loss === undefined) return NONE;
  return Math.abs(loss) < 0.5 * 10 ** -DIGITS ? fixed(0, DIGITS) : signed(-loss, DIGITS);
}

/**
 * A share in percent.
 *
 * @param {number | null | undefined} share 0 to 1
 * @param {number} [digits]
 */
export function share(share, digits = 1) {
  return share === null || share === undefined ? NONE : percent(share, digits);
}

/**
 * A difference of shares, with its sign.
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
 * A plain number with so many digits.
 *
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function fixed(value, digits) {
  if (value === null || value === undefined) return NONE;
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
