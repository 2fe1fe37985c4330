// @ts-check
// End of a session: a number of questions, or a time.

/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {{count: number} | {minutes: number}} End */

/** Ends that can be chosen, by their names. @type {Record<string, End>} */
export const ENDS = { 10: { count: 10 }, '2m': { minutes: 2 }, '5m': { minutes: 5 }, '10m': { minutes: 10 } };

/**
 * Words of an end.
 *
 * @param {Translate} t
 * @param {End} end
 */
export function endText(t, end) {
  return 'count' in end ? t('drill.session.count', { n: end.count }) : t('drill.session.minutes', { n: end.minutes });
}

/**
 * True if a session ends after a number of questions and seconds. It has at least one question.
 *
 * @param {End} end
 * @param {number} asked
 * @param {number} seconds
 */
export function isOver(end, asked, seconds) {
  return 'count' in end ? asked >= end.count : asked > 0 && seconds >= 60 * end.minutes;
}

/**
 * Title of a question.
 *
 * @param {Translate} t
 * @param {End} end
 * @param {number} number
 * @param {number} seconds since the session began
 */
export function questionTitle(t, end, number, seconds) {
  if ('count' in end) return t('quiz.question', { n: number, of: end.count });
  const left = Math.max(0, Math.round(60 * end.minutes - seconds));
  return t('drill.question.timed', { n: number, left: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` });
}
