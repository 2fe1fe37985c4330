// @ts-check
// Single-key shortcuts and their help. Keys also match by their position on a Latin keyboard, so
// they work with any layout.

import { button, h } from './dom.js';

/** Actions of each key: names of controls or of other actions of the view. */
const KEYS = /** @type {Record<string, string[]>} */ ({
  u: ['undo'], d: ['double'], t: ['take'], p: ['pass', 'anyway'], b: ['beaver', 'raccoon', 'better'], a: ['accept'],
  r: ['refuse', 'random'], h: ['hint'], c: ['clear', 'back'], s: ['swap'], n: ['notation'], m: ['sound'], '?': ['help'],
  ' ': ['main'],
});

/** Help entries in order: keys and their description. */
const HELP = [
  ['←→↑↓', 'arrows'], ['Enter', 'enter'], ['Esc', 'escape'], ['Space', 'space'], ['1 – 6', 'digits'], ['S', 'swap'],
  ['U', 'undo'], ['C', 'clear'], ['P', 'anyway'], ['B', 'better'], ['D', 'double'], ['T / P / B', 'answer'],
  ['A / R', 'resignation'], ['H', 'hint'], ['N', 'notation'], ['M', 'sound'], ['← →', 'decisions'],
  ['← →', 'line'], ['4 2', 'dice'], ['R', 'random'], ['?', 'help'],
];

/**
 * Actions of a pressed key; none while the focus is in a form field or dialog.
 *
 * @param {KeyboardEvent} event
 * @returns {string[]}
 */
export function keyActions(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return [];
  const target = /** @type {Element | null} */ (event.target);
  if (target?.closest('input, select, textarea, dialog, [contenteditable]')) return [];
  if (event.key === 'Escape') return ['escape'];
  if (event.key === ' ' && target?.closest('button, a, summary')) return [];
  if (/^[1-6]$/.test(event.key)) return [event.key];
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase();
  const latin = /^[a-z? ]$/.test(event.key) ? event.key : letter;
  return KEYS[latin ?? ''] ?? [];
}

/**
 * Actions of a key while an earlier move is shown. On the board, the arrows go from point to point.
 *
 * @param {KeyboardEvent} event
 * @returns {string[]}
 */
export function pastActions({ key, target }) {
  const element = /** @type {Element | null} */ (target);
  if (element?.closest('input, select, textarea, dialog, [data-place]')) return [];
  return { ArrowLeft: ['earlier'], ArrowRight: ['later'] }[key] ?? [];
}

/**
 * Shows the list of keys.
 *
 * @param {import('./types').Translate} t
 */
export function showKeyHelp(t) {
  const rows = HELP.map(([key, what]) =>
    h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(`play.keys.${what}`))));
  const box = h('dialog', { 'aria-labelledby': 'keys-title' },
    h('h2', { id: 'keys-title' }, t('play.keys')),
    h('table', { class: 'keys' }, ...rows),
    h('div', { class: 'actions' }, button(t('app.close'), () => box.close(), { class: 'main' })));
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
}
