// @ts-check
// Explanations of technical terms: a word that can be pressed, with one sentence in a small window.

import { h } from './dom.js';
import { t } from './i18n.js';

/** Distance between a term and its explanation, and from the edge of the window, in pixels. */
const GAP = 6;

/** Number of the next term, for its ID. */
let next = 0;

/**
 * A term that explains itself when it is pressed.
 *
 * @param {Term} term
 * @param {string} [words] shown instead of the term's name; `?` beside a field
 * @returns {HTMLElement} a button inside a `dfn`
 *
 * @example
 * h('p', {}, explained('pip-count'), ': 167')
 */
export function explained(term, words) {
  const name = t(`glossary.${term}`);
  next += 1;
  const id = `term-${next}`;
  const box = h('span', { class: 'meaning', id, popover: 'auto', role: 'note' },
    h('strong', {}, name), ' ', t(`glossary.${term}.is`));
  const press = h('button', {
    type: 'button', class: 'term', popovertarget: id, 'aria-describedby': id,
    // A press on a term within a label does not change its field.
    onclick: (/** @type {Event} */ event) => event.stopPropagation(),
    ...(words === '?' && { 'aria-label': t('glossary.what', { term: name }) }),
  }, words ?? name);
  box.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === 'open') placeBelow(box, press);
  });
  return h('dfn', {}, press, box);
}

/**
 * Puts a box below an element, or above it if there is no room.
 *
 * @param {HTMLElement} box
 * @param {HTMLElement} of
 */
function placeBelow(box, of) {
  const { left, top, bottom } = of.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + GAP;
  const isRoom = below + height + GAP <= innerHeight;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  box.style.top = `${isRoom ? below : Math.max(GAP, top - height - GAP)}px`;
}

/**
 * Terms with an explanation.
 *
 * @typedef {'adjusted' | 'automatic-double' | 'backgammon' | 'bar' | 'bear-off' | 'beaver' | 'blot' | 'blunder'
 *   | 'bots' | 'crawford' | 'cube' | 'cubeful' | 'emg' | 'equity' | 'error-rate' | 'gammon' | 'head' | 'holland'
 *   | 'jacoby' | 'joker' | 'luck' | 'match' | 'money' | 'mother' | 'mwc' | 'pass' | 'pip-count' | 'ply'
 *   | 'position-id' | 'pr' | 'prime' | 'raccoon' | 'rollout' | 'score' | 'take' | 'tavli' | 'tutor'
 *   | 'wins'} Term
 */
