// @ts-check
// Results of earlier sessions, kept in the browser.

import { restore, store } from '../common/settings.js';
import { dayOf } from '../quiz/day.js';

/**
 * Results of a session. Errors are in the unit of the drill.
 *
 * @typedef {object} Session
 * @property {string} drill
 * @property {number} day number of the day, see `dayOf`
 * @property {number} answers
 * @property {number} right number of right answers
 * @property {number} error mean error
 * @property {number} seconds mean time of an answer
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
    && ['day', 'answers', 'right', 'error', 'seconds'].every((name) => Number.isFinite(one[name]));
}

/**
 * Sessions of a drill, oldest first.
 *
 * @param {string} drill
 */
export function sessionsOf(drill) {
  return allSessions().filter((session) => session.drill === drill);
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
 * Mean error and time of the last sessions, weighted by their answers; `null` if there are none.
 *
 * @param {Session[]} sessions
 */
export function recent(sessions) {
  const last = sessions.slice(-RECENT).filter(({ answers }) => answers > 0);
  const answers = last.reduce((sum, session) => sum + session.answers, 0);
  if (answers === 0) return null;
  const mean = (/** @type {'error' | 'seconds'} */ name) =>
    last.reduce((sum, session) => sum + session[name] * session.answers, 0) / answers;
  return { sessions: last.length, error: mean('error'), seconds: mean('seconds') };
}
