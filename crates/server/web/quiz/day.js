// @ts-check
// Calendar days in the reader's time zone, as numbers.

/** Milliseconds of a day. */
const DAY = 24 * 60 * 60 * 1000;

/**
 * Number of a day, counted from 1970.
 *
 * @param {number} [time] in milliseconds, as returned by `Date.now`
 */
export function dayOf(time = Date.now()) {
  return Math.floor((time - 60_000 * new Date(time).getTimezoneOffset()) / DAY);
}
