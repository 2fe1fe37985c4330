// @ts-check
// Keys of the Analyse view, and pasting anywhere in it.

import { keyActions } from '../common/keys.js';

/** Actions of keys that the view shares with the Play view. */
const SHARED = ['undo', 'clear', 'swap', 'escape', 'main'];
/** @type {Record<string, string>} */
const STEPS = { ArrowLeft: 'back', ArrowRight: 'forward' };
const FIELDS = 'input, select, textarea, dialog';

/**
 * Listens to keys and pasted texts while the view is shown.
 *
 * @param {{visible: boolean, context: import('../common/types').Context,
 *   run: (name: string) => boolean, type: (digit: number) => void}} view
 * @param {(event: ClipboardEvent) => void} pasted
 */
export function listenToKeys(view, pasted) {
  const at = (/** @type {Event} */ { target }, /** @type {string} */ what) =>
    target instanceof Element && target.closest(what) !== null;
  const isFree = (/** @type {Event} */ event) => view.visible && !event.defaultPrevented
    && !at(event, FIELDS) && !document.querySelector('dialog[open]');

  document.addEventListener('keydown', (event) => {
    if (!isFree(event) || !view.context.settings.get('keys')) return;
    const names = keyActions(event);
    const step = STEPS[event.key];
    // On the board and in wide tables, the arrow keys have their own meaning.
    const isStep = step && !event.ctrlKey && !event.altKey && !event.metaKey && !at(event, 'svg.table, .scroll');
    const digit = names.find((name) => /^[1-6]$/.test(name));
    const shared = names.find((name) => SHARED.includes(name));
    let done = true;
    if (isStep) done = view.run(step);
    else if (digit) view.type(Number(digit));
    else if (names.includes('random')) done = view.run('roll');
    else done = shared !== undefined && view.run(shared);
    if (done) event.preventDefault();
  });
  document.addEventListener('paste', (event) => {
    if (isFree(event)) pasted(event);
  });
}
