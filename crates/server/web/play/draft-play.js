// @ts-check
// Preserves a partly entered play across a page reload.

/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('./play-builder.js').Entry} Entry */

/** Key in the session storage, which each tab has for itself. */
const KEY = 'shesh.entered';

/**
 * Stores the steps entered so far.
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
    // Without storage, the play has to be entered again.
  }
}

/**
 * Restores the steps if they belong to the same turn.
 *
 * @param {Turn} turn
 * @param {Entry | null} entry that is still empty
 */
export function takeUp({ state }, entry) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (!entry || kept?.state !== JSON.stringify(state)) return;
    Object.assign(entry, { dice: kept.dice, path: kept.path });
  } catch {
    // The play has to be entered again.
  }
}
