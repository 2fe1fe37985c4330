// @ts-check
// Results of earlier sessions, kept in the browser.

import { restore, store } from '../common/settings.js';
import { dayOf } from '../quiz/day.js';

/**
 * Results of a session. Errors are in the unit of the drill.
 *
 * @typedef {object} Session
 * @property {string} drill
 * @property {string} [game] backgammon if missing
 * @property {number} day number of the day, see `dayOf`
 * @property {number} answers
 * @property {number} right number of right answers
 * @property {number} error mean error
 * @property {number} seconds mean time of an answer
 * @property {number} [median] median time of an answer; missing in sessions of earlier versions
 */

const KEY = 'shesh.drills';
/** Maximum number of sessions that are kept. */
const MOST = 1000;
/** Number of earlier sessions that a new one is compared with. */
const RECENT = 5;

/** @param {unknown} value @returns {value is Session} */
function isSession(value) {
  const one = /** @type {Record<string, unknown> | null} */ (value);
  return typeof one === 'object' && one !== null && typeof one.drill === 'string'
    && ['day', 'answers', 'right', 'error', 'seconds'].every((name) => Number.isFinite(one[name]))
    && [one.median ?? 0].every(Number.isFinite) && typeof (one.game ?? '') === 'string';
}

/**
 * Sessions of a drill in a game, oldest first.
 *
 * @param {string} drill
 * @param {string} game
 */
export function sessionsOf(drill, game) {
  return allSessions().filter((session) => session.drill === drill && (session.game ?? 'backgammon') === game);
}

/** @returns {Session[]} */
function allSessions() {
  const found = restore(KEY);
  return Array.isArray(found) ? found.filter(isSession) : [];
}

/**
 * Adds a session of today.
 *
 * @param {Omit<Session, 'day'>} session
 * @returns {boolean} false if the browser stores nothing
 */
export function addSession(session) {
  return store(KEY, [...allSessions(), { ...session, day: dayOf() }].slice(-MOST));
}

/**
 * Mean error of all answers of the last sessions, and the median of the sessions' times; `null` if
 * there are none.
 *
 * @param {Session[]} sessions
 */
export function recent(sessions) {
  const last = sessions.slice(-RECENT).filter(({ answers }) => answers > 0);
  const answers = last.reduce((sum, session) => sum + session.answers, 0);
  if (answers === 0) return null;
  const error = last.reduce((sum, session) => sum + session.error * session.answers, 0) / answers;
  const seconds = median(last.map((session) => session.median ?? session.seconds));
  return { sessions: last.length, error, seconds };
}

/**
 * Median of at least one number.
 *
 * @param {number[]} values
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
