// @ts-check
// A play that is half entered when the page is loaded anew, kept until it is there again.

/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./entry.js').Entry} Entry */

/** Of this page alone: another one of the browser has its own. */
const KEY = 'shesh.entered';

/**
 * Keeps what has been entered of a turn's play.
 *
 * @param {Turn} turn
 * @param {Entry | null} entry
 */
export function keep({ state }, entry) {
  try {
    if (!entry) sessionStorage.removeItem(KEY);
    else {
      const { dice, path } = entry;
      sessionStorage.setItem(KEY, JSON.stringify({ state: JSON.stringify(state), dice, path }));
    }
  } catch {
    // It is entered once more.
  }
}

/**
 * Goes on with what was entered of the same turn.
 *
 * @param {Turn} turn
 * @param {Entry | null} entry of which nothing has been entered
 */
export function takeUp({ state }, entry) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (!entry || kept?.state !== JSON.stringify(state)) return;
    Object.assign(entry, { dice: kept.dice, path: kept.path });
  } catch {
    // It is entered once more.
  }
}
