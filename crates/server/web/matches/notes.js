// @ts-check
// Storing the reader's notes while they are typed.

import { restore, store } from '../common/settings.js';

/** Pause in typing after which notes are stored, in milliseconds. */
const PAUSE = 800;
/** Key of a note that was being typed when the page was left. */
const LEFT = 'shesh.note';

/**
 * Stores notes when typing pauses, when the field is left, and when the page is left or hidden. The
 * database may be too slow for a page that is closed, so the note goes to the local storage first,
 * and [`takeLeftNote`] returns it.
 *
 * @param {HTMLTextAreaElement} field
 * @param {() => void} keep
 * @param {() => [string, string]} of ID of the match, and key of the note
 * @returns {() => void} removes the listener
 */
export function onPause(field, keep, of) {
  let pause = 0;
  const kept = () => {
    clearTimeout(pause);
    pause = 0;
    keep();
  };
  field.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(kept, PAUSE);
  });
  field.addEventListener('change', kept);
  const left = () => {
    if (pause === 0) return;
    const [id, place] = of();
    store(LEFT, { id, place, text: field.value.trim() });
    kept();
  };
  addEventListener('pagehide', left);
  document.addEventListener('visibilitychange', left);
  return () => {
    removeEventListener('pagehide', left);
    document.removeEventListener('visibilitychange', left);
    if (pause !== 0) kept();
  };
}

/**
 * The note that was being typed when the page was left, once.
 *
 * @returns {{id: string, place: string, text: string} | null}
 */
export function takeLeftNote() {
  const note = /** @type {any} */ (restore(LEFT));
  if (!note) return null;
  store(LEFT, null);
  return typeof note.id === 'string' && typeof note.place === 'string' && typeof note.text === 'string' ? note : null;
}
