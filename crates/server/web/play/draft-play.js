// @ts-check
// Preserves a partly entered play across a page reload.

/** A turn of any session. @typedef {{state: unknown}} Turn */
/** @typedef {import('../board/play-builder.js').PlayBuilder} Entry */

/** Key in the session storage, which each tab has for itself. */
const KEY = 'shesh.entered';

/**
 * Stores the steps entered so far.
 *
 * @param {Turn} turn
 * @param {Entry | null} entry
 */
export function saveDraft({ state }, entry) {
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
export function restoreDraft({ state }, entry) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (!entry || draft?.state !== JSON.stringify(state)) return;
    Object.assign(entry, { dice: draft.dice, path: draft.path });
  } catch {
    // The play has to be entered again.
  }
}
